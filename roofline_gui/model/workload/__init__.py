"""Kernels that are calculated instead of measured: formulas, transformer steps, batch, precision, predictions."""
