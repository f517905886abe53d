"""Calculated kernels in words and tables: forms, lists, steps, ideals."""
