"""What is known of positions beforehand and looked up instead of searched: opening books and endgame tables."""
