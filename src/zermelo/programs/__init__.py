"""Programs that run as processes of their own and are asked for moves."""
