"""The what-if of the document: sliders under the canvas, the bar above it, and their commands."""

from roofline_gui.ui.what_if.controls import WhatIfControls

__all__ = ["WhatIfControls"]
