"""The Inside page."""
