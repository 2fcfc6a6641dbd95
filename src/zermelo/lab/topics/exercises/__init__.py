"""The Exercises page."""
