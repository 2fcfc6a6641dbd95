"""States whose rules run natively: those of the core, of shared libraries, their weights and how they are pickled."""
