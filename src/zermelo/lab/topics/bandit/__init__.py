"""The Bandit page."""
