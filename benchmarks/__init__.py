"""Side-by-side measurements, each a ratio against a peer or a reference in the same run: `make bench`."""
