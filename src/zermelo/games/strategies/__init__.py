"""What games know about playing them well: the `strategy()` and `rules()` of their states, one module per game."""
