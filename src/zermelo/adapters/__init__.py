"""Zermelo's games and players for other libraries, and theirs for Zermelo: one module for each, which needs that library.

Nothing here is imported before it is asked for, and each library is an extra of its own: `pip install zermelo[open_spiel]`.
"""
