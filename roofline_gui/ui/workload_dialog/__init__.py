"""The dialog that adds a whole model step, or changes one."""

from roofline_gui.ui.workload_dialog.dialog import WorkloadDialog, ask_workload

__all__ = ["WorkloadDialog", "ask_workload"]
