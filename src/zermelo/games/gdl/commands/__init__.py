"""The commands about rule sheets."""
