"""The pane with the table of calculated kernels and the totals of a step."""

from roofline_gui.ui.step_table.pane import StepTablePane

__all__ = ["StepTablePane"]
