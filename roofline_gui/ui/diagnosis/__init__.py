"""The diagnosis pane: verdict, bars, headroom, advice and numbers of what is selected, or the whole profile."""

from roofline_gui.ui.diagnosis.pane import DiagnosisPane

__all__ = ["DiagnosisPane"]
