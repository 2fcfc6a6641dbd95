"""Benchmarks, each compared with a peer or a reference in the same run: `make bench`."""
