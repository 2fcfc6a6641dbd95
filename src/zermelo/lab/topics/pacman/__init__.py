"""The Pac-Man page."""
