"""The Play page."""
