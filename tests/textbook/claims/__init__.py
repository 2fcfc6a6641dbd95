"""What the sentences of searches claim, tried by brute force."""
