"""The table pane: one row per kernel or group, to sort, filter, select and copy."""

from roofline_gui.ui.table.pane import TablePane

__all__ = ["TablePane"]
