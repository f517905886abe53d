"""The profile pane: the account of what was imported."""

from roofline_gui.ui.profile.pane import ProfilePane

__all__ = ["ProfilePane"]
