"""Options of an exported picture."""

from dataclasses import dataclass

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.present.palette import PALETTES, Palette
from roofline_gui.present.typed_number import TypedNumber
from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.number_box import NumberBox
from roofline_gui.ui.widgets.text import label

PRESETS = (
    ("Slide, 1600 × 900", (1600, 900)),
    ("Full HD, 1920 × 1080", (1920, 1080)),
    ("4K, 3840 × 2160", (3840, 2160)),
)
_SIDE = TypedNumber(200, 10_000, whole=True, step=20)  # pixels
_SCALE = TypedNumber(0.5, 4, unit="×", step=0.5)


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """Title, size in layout pixels, device pixels for each, colours; whether the background is left out.

    as_seen: the part that the window shows, else the machine's frame. with_document: the file carries the document, and
    opens again in the program.
    """

    title: str
    size: tuple[int, int]
    scale: float
    palette: Palette
    transparent: bool
    as_seen: bool
    with_document: bool


class ExportDialog(QDialog):
    """Asks for the options of a picture; `options` holds them when accepted. `title` is the one that it has so far."""

    def __init__(self, title: str, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export picture")
        self._title = QLineEdit(title)
        self._title.setCursorPosition(0)
        self._title.setAccessibleName("Title")
        self._title.setToolTip("Stands above the picture, and stays the title of this document")
        self._preset = ComboBox()
        for name, size in PRESETS:
            self._preset.addItem(name, size)
        self._preset.addItem("Custom")
        self._width, self._height = _pixels("Width"), _pixels("Height")
        self._scale = NumberBox(_SCALE, "Scale", "Pixels of the file for each one of the size", live=True)
        self._scale.show_value(1.0)
        self._theme = ComboBox()
        for known in PALETTES.values():
            self._theme.addItem(known.name.capitalize(), known.name)
        self._theme.setCurrentIndex(self._theme.findData(palette.name))
        self._transparent = QCheckBox("Transparent background")
        self._as_seen = QCheckBox("Only the part that the window shows")
        self._with_document = QCheckBox("Carry the document: the picture opens in this program")
        self._with_document.setToolTip("The file holds the profile, too. Leave it out of pictures for strangers.")
        self._with_document.setChecked(True)
        self._result = label("", "muted")
        self._build()
        self._preset.currentIndexChanged.connect(self._choose_preset)
        for box in (self._width, self._height, self._scale):
            box.entered.connect(lambda number: self._show_result())
            box.checked.connect(self._offer_save)
        self._choose_preset()

    @property
    def options(self) -> PictureOptions:
        """What was chosen."""
        return PictureOptions(
            " ".join(self._title.text().split()),
            (int(self._width.value or 0), int(self._height.value or 0)),
            self._scale.value or 1.0,
            PALETTES[self._theme.currentData()],
            self._transparent.isChecked(),
            self._as_seen.isChecked(),
            self._with_document.isChecked(),
        )

    def _build(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(8)
        form.addRow("T&itle", self._title)
        form.addRow("&Size", self._preset)
        sides = QHBoxLayout()
        sides.addWidget(self._width)
        sides.addWidget(label("×", "muted"))
        sides.addWidget(self._height)
        form.addRow("", sides)
        form.addRow("S&cale", self._scale)
        form.addRow("", self._result)
        form.addRow("&Theme", self._theme)
        form.addRow("", self._transparent)
        form.addRow("", self._as_seen)
        form.addRow("", self._with_document)
        buttons = QDialogButtonBox()
        self._save = buttons.addButton("&Save as…", QDialogButtonBox.ButtonRole.AcceptRole)
        self._save.setDefault(True)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(16)
        column.addLayout(form)
        column.addWidget(buttons)

    def _choose_preset(self) -> None:
        size = self._preset.currentData()
        custom = size is None
        for box, side in ((self._width, 0), (self._height, 1)):
            box.setEnabled(custom)
            if not custom:
                box.show_value(size[side])
        self._show_result()

    def _show_result(self) -> None:
        options = self.options
        width, height = (round(side * options.scale) for side in options.size)
        self._result.setText(f"The file has {width:,} × {height:,} pixels")

    def _offer_save(self) -> None:
        self._save.setEnabled(not any(box.problem for box in (self._width, self._height, self._scale)))


def _pixels(name: str) -> NumberBox:
    return NumberBox(_SIDE, f"{name} in pixels", live=True)
