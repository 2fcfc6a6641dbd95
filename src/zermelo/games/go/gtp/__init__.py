"""GTP for Go: the board and the commands that only Go has."""
