"""Roofline analysis for people who tune GPU kernels."""

__version__ = "0.1.0"
