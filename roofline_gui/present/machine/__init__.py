"""Machines in words: their figures, comparisons, what is odd about them."""
