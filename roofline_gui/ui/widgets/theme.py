"""The look of the window: one Qt palette and one style sheet made of a `Palette`, following the system or set."""

from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from roofline_gui.present.palette import DARK, LIGHT, Palette
from roofline_gui.resources import resource_path
from roofline_gui.session.settings import Settings, Theme
from roofline_gui.ui.fonts import font_family, keep_letters

TEXT = 13  # pixels


class ColourScheme(Protocol):
    """The part of `QStyleHints` that tells light from dark."""

    colorSchemeChanged: SignalInstance  # noqa: N815 - Qt's name

    def colorScheme(self) -> Qt.ColorScheme:  # noqa: N802 - Qt's name
        """Light, dark or unknown."""
        ...


class ThemeSwitch(QObject):
    """Knows which palette holds and tells when it changes. `system` says what the system wants."""

    changed = Signal(object)

    def __init__(self, application: QApplication, settings: Settings, system: ColourScheme | None = None) -> None:
        super().__init__(application)
        self._system: ColourScheme = system or application.styleHints()
        self._application = application
        self._settings = settings
        self.palette = self._wanted()
        self._dress()
        self._system.colorSchemeChanged.connect(self._update)

    @property
    def theme(self) -> Theme:
        """The chosen theme."""
        return self._settings.theme

    def choose(self, theme: Theme) -> None:
        """Follow the system, or stay light or dark."""
        self._settings.theme = theme
        self._update()

    def _wanted(self) -> Palette:
        if self.theme is Theme.SYSTEM:
            return DARK if self._system.colorScheme() is Qt.ColorScheme.Dark else LIGHT
        return DARK if self.theme is Theme.DARK else LIGHT

    def _update(self) -> None:
        wanted = self._wanted()
        if wanted is not self.palette:
            self.palette = wanted
            self._dress()
            self.changed.emit(wanted)

    def _dress(self) -> None:
        self._application.setPalette(qt_palette(self.palette))
        self._application.setStyleSheet(style_sheet(self.palette))


def prepare(application: QApplication) -> None:
    """Give `application` its names, style and typeface."""
    application.setApplicationName("roofline-gui")
    application.setApplicationDisplayName("Roofline")
    application.setOrganizationName("roofline-gui")
    application.setDesktopFileName("roofline-gui")
    application.setStyle("Fusion")
    font = QFont(font_family())
    font.setPixelSize(TEXT)
    font.setFeature(QFont.Tag("tnum"), 1)  # digits of one width, so that columns of numbers line up
    keep_letters(font)
    application.setFont(font)


def qt_palette(palette: Palette) -> QPalette:
    """Colours of everything that the style draws by itself."""
    role = QPalette.ColorRole
    colours = {
        role.Window: palette.surface,
        role.WindowText: palette.text,
        role.Base: palette.field,
        role.AlternateBase: palette.surface,
        role.Text: palette.text,
        role.Button: palette.surface,
        role.ButtonText: palette.text,
        role.BrightText: palette.bad,
        role.ToolTipBase: palette.surface,
        role.ToolTipText: palette.text,
        role.PlaceholderText: palette.muted,
        role.Highlight: palette.accent,
        role.HighlightedText: palette.accent_text,
        role.Link: palette.accent,
        role.LinkVisited: palette.accent,
        role.Light: palette.border,
        role.Midlight: palette.border,
        role.Mid: palette.border,
        role.Dark: palette.border,
        role.Shadow: palette.border,
        role.Accent: palette.accent,
    }
    made = QPalette()
    for which, colour in colours.items():
        made.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(blend(palette.muted, palette.surface, 0.55)))
    return made


def blend(front: str, back: str, share: float) -> str:
    """The colour of `front` laid over `back` with the opacity `share`, #RRGGBB."""
    mixed = [round(int(front[i : i + 2], 16) * share + int(back[i : i + 2], 16) * (1 - share)) for i in (1, 3, 5)]
    return "#" + "".join(f"{c:02X}" for c in mixed)


def style_sheet(palette: Palette) -> str:
    """The style sheet of the whole program."""
    hover = blend(palette.text, palette.surface, 0.07)
    pressed = blend(palette.text, palette.surface, 0.13)
    chosen = blend(palette.accent, palette.field, 0.22)
    icons = resource_path("icons").as_posix()
    tone = "dark" if palette.is_dark else "light"
    return f"""
* {{ outline: none; }}
QMainWindow, QDialog {{ background: {palette.surface}; }}
QMainWindow::separator {{ background: {palette.border}; width: 1px; height: 1px; }}
QMainWindow::separator:hover {{ background: {palette.accent}; }}
QToolTip {{ background: {palette.field}; color: {palette.text}; border: 1px solid {palette.border}; padding: 4px 6px; }}

QMenuBar {{ background: {palette.surface}; border-bottom: 1px solid {palette.border}; padding: 1px 4px; }}
QMenuBar::item {{ padding: 4px 9px; border-radius: 4px; background: transparent; }}
QMenuBar::item:selected {{ background: {hover}; }}
QMenu {{ background: {palette.field}; border: 1px solid {palette.border}; padding: 4px; }}
QMenu::item {{ padding: 5px 26px 5px 10px; border-radius: 4px; }}
QMenu::item:selected {{ background: {palette.accent}; color: {palette.accent_text}; }}
QMenu::item:disabled {{ color: {blend(palette.muted, palette.field, 0.6)}; background: transparent; }}
QMenu::separator {{ height: 1px; background: {palette.border}; margin: 4px 6px; }}
QMenu::icon {{ padding-left: 6px; }}

QStatusBar {{ background: {palette.surface}; border-top: 1px solid {palette.border}; color: {palette.muted}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ color: {palette.muted}; padding: 1px 6px; }}

QDockWidget {{ titlebar-close-icon: none; titlebar-normal-icon: none; }}
#pane, #central, #toolbar {{ background: {palette.surface}; }}
#toolbar {{ border-bottom: 1px solid {palette.border}; }}
#paneTitle {{ color: {palette.muted}; font-weight: 600; padding-left: 2px; }}
QTabBar {{ background: {palette.surface}; qproperty-drawBase: 0; }}
QTabBar::tab {{ background: transparent; color: {palette.muted}; padding: 6px 12px 5px; border: none;
    border-bottom: 2px solid transparent; }}
QTabBar::tab:selected {{ color: {palette.text}; border-bottom-color: {palette.accent}; }}
QTabBar::tab:hover:!selected {{ color: {palette.text}; }}

QLabel[role="heading"] {{ font-weight: 600; }}
QLabel[role="title"] {{ font-weight: 600; font-size: 15px; }}
QLabel[role="section"] {{ color: {palette.muted}; font-weight: 600; }}
QLabel[role="muted"] {{ color: {palette.muted}; }}
#advice {{ background: {palette.field}; border: 1px solid {palette.border}; border-left: 3px solid {palette.accent};
    border-radius: 4px; padding: 8px 10px; }}

QPushButton, QToolButton[role="button"], QComboBox {{ background: {palette.field}; border: 1px solid {palette.border};
    border-radius: 5px; padding: 4px 11px; }}
QComboBox {{ padding: 4px 6px 4px 9px; }}
QPushButton:hover, QComboBox:hover, QToolButton[role="button"]:hover {{ border-color: {palette.muted}; }}
QPushButton:pressed {{ background: {pressed}; }}
QPushButton:focus, QComboBox:focus, QLineEdit:focus, QAbstractSpinBox:focus {{ border-color: {palette.accent}; }}
QPushButton:default {{ background: {palette.accent}; color: {palette.accent_text}; border-color: {palette.accent}; }}
QPushButton:disabled, QComboBox:disabled {{ color: {blend(palette.muted, palette.surface, 0.6)};
    background: {palette.surface}; }}
QComboBox::drop-down {{ border: none; width: 20px; }}
QComboBox::down-arrow {{ image: url("{icons}/chevron-down-{tone}.svg"); width: 12px; height: 12px; }}
QComboBox QAbstractItemView {{ background: {palette.field}; border: 1px solid {palette.border}; padding: 3px; }}
QComboBox QAbstractItemView::item {{ min-height: 24px; padding: 0 6px; }}
QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: 5px; padding: 4px; }}
QToolButton:hover {{ background: {hover}; }}
QToolButton:pressed {{ background: {pressed}; }}
QToolButton:focus {{ border-color: {palette.accent}; }}
QToolButton:checked {{ background: {chosen}; }}
QLineEdit, QAbstractSpinBox {{ background: {palette.field}; border: 1px solid {palette.border}; border-radius: 5px;
    padding: 4px 7px; selection-background-color: {palette.accent}; selection-color: {palette.accent_text}; }}
QAbstractSpinBox {{ padding: 3px 4px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ border: none; width: 16px; background: transparent; }}
QAbstractSpinBox::up-arrow {{ image: url("{icons}/chevron-up-{tone}.svg"); width: 10px; height: 10px; }}
QAbstractSpinBox::down-arrow {{ image: url("{icons}/chevron-down-{tone}.svg"); width: 10px; height: 10px; }}
QPlainTextEdit {{ background: {palette.field}; border: 1px solid {palette.border}; border-radius: 5px; padding: 4px; }}

QTableView, QTreeView, QListView {{ background: {palette.field}; alternate-background-color: {palette.surface};
    border: none; gridline-color: {palette.grid_minor}; selection-background-color: {chosen};
    selection-color: {palette.text}; }}
QTableView:focus {{ border: none; }}
QTableView::item {{ padding: 0 6px; border: none; }}
QTreeView::item {{ padding: 3px 4px; border: none; }}
QTreeView::item:selected, QTableView::item:selected {{ background: {chosen}; color: {palette.text}; }}
QLineEdit[state="bad"], QComboBox[state="bad"], QAbstractSpinBox[state="bad"] {{ border-color: {palette.bad}; }}
QLabel[state="bad"] {{ color: {palette.bad}; }}
#bubble {{ background: {palette.field}; color: {palette.bad}; border: 1px solid {palette.bad}; border-radius: 5px;
    padding: 4px 8px; }}
QLabel[role="warning"] {{ color: {palette.warn}; }}
#kernelForm QLabel, #kernelForm QLineEdit, #kernelForm QComboBox, #kernelForm QToolButton {{ font-size: 12px; }}
#kernelForm QLineEdit, #kernelForm QComboBox {{ padding: 2px 6px; }}
#kernelForm QToolButton[role="button"] {{ padding: 2px 8px; }}
#kernelForm QLabel:disabled, #keyFigures QLabel:disabled, #preview QLabel:disabled {{
    color: {blend(palette.muted, palette.surface, 0.6)}; }}
#keyFigures {{ background: {palette.surface}; border-top: 1px solid {palette.border}; }}
#keyFigures QLabel {{ font-size: 12px; }}
QSplitter::handle:vertical {{ height: 5px; border-top: 1px solid {palette.border}; }}
QSplitter::handle:vertical:hover {{ border-top-color: {palette.accent}; }}
#inspector {{ background: {palette.surface}; border-top: 1px solid {palette.border}; }}
#inspector QLabel, #inspector QLineEdit, #inspector QComboBox, #inspector QToolButton {{ font-size: 12px; }}
#inspector QLineEdit, #inspector QComboBox {{ padding: 2px 6px; }}
#inspector QToolButton[role="button"], #machineHead QToolButton[role="button"] {{ padding: 2px 8px; }}
QToolButton[role="link"] {{ color: {palette.accent}; padding: 1px 0; border: none; }}
QToolButton[role="link"]:checked {{ background: transparent; }}
QToolButton[role="link"]:hover, QToolButton[role="link"]:focus {{ text-decoration: underline; }}
QToolButton[role="warning"] {{ color: {palette.warn}; padding: 1px 0; border: none; }}
QToolButton[role="warning"]:hover, QToolButton[role="warning"]:focus {{ text-decoration: underline; }}
#menuButton::menu-indicator {{ image: none; width: 0; }}
#figures {{ font-size: 12px; }}
#figures::item {{ padding: 3px 2px; }}
QHeaderView {{ background: {palette.surface}; border: none; }}
QHeaderView::section {{ background: {palette.surface}; color: {palette.muted}; border: none;
    border-bottom: 1px solid {palette.border}; padding: 5px 6px; font-weight: 600; }}
QHeaderView::section:hover {{ color: {palette.text}; }}
QHeaderView::up-arrow {{ image: url("{icons}/chevron-up-{tone}.svg"); width: 10px; height: 10px; }}
QHeaderView::down-arrow {{ image: url("{icons}/chevron-down-{tone}.svg"); width: 10px; height: 10px; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QScrollArea, QScrollArea > QWidget > QWidget#content {{ background: transparent; border: none; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle {{ background: {blend(palette.muted, palette.surface, 0.4)}; border-radius: 3px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {palette.muted}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{ background: none;
    border: none; width: 0; height: 0; }}
QProgressBar {{ background: {palette.field}; border: 1px solid {palette.border}; border-radius: 4px;
    max-height: 10px; }}
QProgressBar::chunk {{ background: {palette.accent}; border-radius: 3px; }}
QCheckBox::indicator {{ width: 14px; height: 14px; border: 1px solid {palette.muted}; border-radius: 3px;
    background: {palette.field}; }}
QCheckBox::indicator:checked {{ background: {palette.accent}; border-color: {palette.accent};
    image: url("{icons}/check-{tone}.svg"); }}
QCheckBox:focus {{ color: {palette.accent}; }}

#message {{ background: {palette.field}; border-bottom: 1px solid {palette.border}; }}
#message[severity="error"] {{ background: {blend(palette.bad, palette.field, 0.10)}; }}
#message[severity="note"] {{ background: {blend(palette.warn, palette.field, 0.10)}; }}
#message[severity="hint"] {{ background: {blend(palette.accent, palette.field, 0.10)}; }}
#whatIfStrip {{ background: {palette.surface}; border-top: 1px solid {palette.border}; }}
#whatIfStrip QLabel, #whatIfStrip QComboBox, #whatIfStrip QAbstractSpinBox, #whatIfStrip QToolButton {{
    font-size: 12px; }}
#whatIfStrip QComboBox {{ padding: 1px 4px 1px 7px; }}
#whatIfStrip QAbstractSpinBox {{ padding: 1px 3px; }}
#whatIfBar {{ background: {blend(palette.what_if, palette.field, 0.14)}; border: none;
    border-left: 4px solid {palette.what_if}; border-bottom: 1px solid {palette.border}; }}
#whatIfBar QPushButton {{ padding: 3px 10px; }}
#command {{ font-family: monospace; }}
"""
