"""Nsight Compute output: reading profiles, and the command that collects a good one."""

from roofline_gui.io.ncu.command import CounterRequest, metric_list, recommended_command
from roofline_gui.io.ncu.reader import read_profile

__all__ = ["CounterRequest", "metric_list", "read_profile", "recommended_command"]
