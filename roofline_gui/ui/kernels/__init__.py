"""The Kernels pane: what is calculated instead of measured."""

from roofline_gui.ui.kernels.pane import KernelsPane

__all__ = ["KernelsPane"]
