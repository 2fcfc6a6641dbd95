"""UCI: the engine for programs that play chess and anti-chess."""
