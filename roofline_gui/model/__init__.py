"""The roofline model: quantities, machines, kernels, bounds, verdicts. Knows nothing of Qt or files."""
