"""Opening books: made from games, read where they lie, asked for the moves that were played and how well they did."""
