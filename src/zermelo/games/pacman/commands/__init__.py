"""The commands about Pac-Man."""
