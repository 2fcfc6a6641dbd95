"""What is known of any game: its kind, its size, its symmetries, how it ends, and what its class says about itself to people."""
