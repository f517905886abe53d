"""How the window is shown, for reports of problems."""

from PySide6.QtGui import QGuiApplication


def describe_display() -> list[str]:
    """Platform and screens in words."""
    screens = [
        f"{s.size().width()} × {s.size().height()} at {s.devicePixelRatio():g} ×" for s in QGuiApplication.screens()
    ]
    return [f"Display {QGuiApplication.platformName()}: {', '.join(screens)}"]
