"""The Tree page."""
