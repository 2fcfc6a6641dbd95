"""The frames of protocols by which other programs talk to the engine; games bring what only they have."""
