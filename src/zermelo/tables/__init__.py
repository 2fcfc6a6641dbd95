"""Opening books and endgame tables: positions that are looked up instead of searched."""
