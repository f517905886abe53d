"""The machine pane: choose a machine, see where each ceiling comes from, change it, keep it, compare it."""

from roofline_gui.ui.machine.pane import MachinePane

__all__ = ["MachinePane"]
