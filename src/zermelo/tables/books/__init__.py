"""Opening books: built from games, read from files, probed for the moves played in a position and their results."""
