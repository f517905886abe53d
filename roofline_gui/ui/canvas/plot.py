"""The widget that holds the view of the plane and its axes."""

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from roofline_gui.present.palette import Palette
from roofline_gui.present.picture.axis import Viewport
from roofline_gui.present.picture.captions import Caption
from roofline_gui.present.picture.style import Style
from roofline_gui.ui.canvas.axes import DecadeAxis
from roofline_gui.ui.canvas.view import RooflineView
from roofline_gui.ui.fonts import Fonts


class Plot(pg.GraphicsView):  # type: ignore[misc]
    """`view` between a left and a bottom axis. `take` takes what lies at a position, if it can be pulled."""

    def __init__(self, parent: QWidget, take: Callable[[QPointF], bool]) -> None:
        super().__init__(parent)
        # Tick labels reach past their axis; painting only what an axis covers would leave parts of them behind.
        self.setViewportUpdateMode(pg.GraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view = RooflineView(take)
        self._x_axis, self._y_axis = DecadeAxis("bottom"), DecadeAxis("left")
        for axis in (self._x_axis, self._y_axis):
            axis.linkToView(self.view)
        self.centralLayout.setContentsMargins(4, 12, 18, 2)
        self.centralLayout.setSpacing(0)
        self.centralLayout.addItem(self._y_axis, 0, 0)
        self.centralLayout.addItem(self.view, 0, 1)
        self.centralLayout.addItem(self._x_axis, 1, 1)

    def dress(self, fonts: Fonts, palette: Palette, style: Style) -> None:
        """Set type and colours."""
        self.setBackground(QColor(palette.window))
        for axis in (self._x_axis, self._y_axis):
            axis.dress(fonts, palette, style)

    def set_titles(self, caption: Caption) -> None:
        """Name the axes."""
        self._x_axis.set_title(caption.x_title)
        self._y_axis.set_title(caption.y_title)

    @property
    def area(self) -> Viewport:
        """What the view shows, on its own pixels."""
        rect = self.view.rect()
        return Viewport(self.view.frame, 0.0, 0.0, max(1.0, rect.width()), max(1.0, rect.height()))

    @property
    def place(self) -> QRect:
        """Where the view lies in this widget."""
        rect: QRect = self.mapFromScene(self.view.sceneBoundingRect()).boundingRect()
        return rect
