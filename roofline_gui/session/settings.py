"""What the program remembers between two runs."""

from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from roofline_gui.model.diagnosis import Thresholds

MOST_RECENT_FILES = 8


class Theme(StrEnum):
    """Which colours the window has."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Settings:
    """Typed access to a `QSettings` store. What is stored but unreadable counts as not stored."""

    def __init__(self, store: QSettings) -> None:
        self._store = store

    @property
    def are_kept(self) -> bool:
        """Whether what is set now is there at the next start."""
        return self._store.isWritable()

    @property
    def place(self) -> str:
        """Where they are kept."""
        return self._store.fileName()

    @property
    def theme(self) -> Theme:
        """The chosen theme."""
        stored = str(self._store.value("theme", ""))
        return Theme(stored) if stored in set(Theme) else Theme.SYSTEM

    @theme.setter
    def theme(self, theme: Theme) -> None:
        self._store.setValue("theme", theme.value)

    @property
    def recent_files(self) -> tuple[Path, ...]:
        """Files opened before, newest first."""
        stored = self._store.value("recent_files", [])
        texts = stored if isinstance(stored, list) else [stored]  # one entry comes back as plain text
        return tuple(Path(str(t)) for t in texts if t)[:MOST_RECENT_FILES]

    def add_recent_files(self, paths: tuple[Path, ...]) -> None:
        """Put `paths` first."""
        kept = [p for p in self.recent_files if p not in paths]
        self._store.setValue("recent_files", [str(p) for p in (*paths, *kept)][:MOST_RECENT_FILES])

    def clear_recent_files(self) -> None:
        """Forget all files."""
        self._store.remove("recent_files")

    @property
    def thresholds(self) -> Thresholds:
        """The limits of verdicts that a new document starts with."""
        usual = Thresholds()
        try:
            return Thresholds(
                near=float(str(self._store.value("thresholds/near", usual.near))),
                far=float(str(self._store.value("thresholds/far", usual.far))),
            )
        except ValueError:
            return usual

    @thresholds.setter
    def thresholds(self, thresholds: Thresholds) -> None:
        self._store.setValue("thresholds/near", thresholds.near)
        self._store.setValue("thresholds/far", thresholds.far)

    @property
    def hint_dismissed(self) -> bool:
        """Whether the hint of the first start was put away."""
        return self._is_on("hint_dismissed", usually=False)

    @hint_dismissed.setter
    def hint_dismissed(self, dismissed: bool) -> None:
        self._turn("hint_dismissed", dismissed)

    @property
    def what_if_shown(self) -> bool:
        """Whether the sliders of the what-if stand under the canvas."""
        return self._is_on("what_if/shown", usually=True)

    @what_if_shown.setter
    def what_if_shown(self, shown: bool) -> None:
        self._turn("what_if/shown", shown)

    @property
    def what_if_unfolded(self) -> bool:
        """Whether their second line is there too."""
        return self._is_on("what_if/unfolded", usually=False)

    @what_if_unfolded.setter
    def what_if_unfolded(self, unfolded: bool) -> None:
        self._turn("what_if/unfolded", unfolded)

    @property
    def folder(self) -> str:
        """The folder of the last file that was opened or saved, empty at first."""
        return str(self._store.value("folder", ""))

    @folder.setter
    def folder(self, folder: str) -> None:
        self._store.setValue("folder", folder)

    def layout(self, name: str) -> QByteArray:
        """The stored state of a window, header or splitter called `name`; empty if there is none."""
        stored = self._store.value(f"layout/{name}")
        return stored if isinstance(stored, QByteArray) else QByteArray()

    def set_layout(self, name: str, state: QByteArray) -> None:
        """Remember the state of `name`."""
        self._store.setValue(f"layout/{name}", state)

    def pane_size(self, side: str) -> int:
        """How wide, or high, the panes at `side` of the window were, pixels; 0 if that is not known."""
        stored = str(self._store.value(f"pane_size/{side}", ""))
        return int(stored) if stored.isdecimal() else 0

    def set_pane_size(self, side: str, pixels: int) -> None:
        """Remember how wide, or high, the panes at `side` are."""
        self._store.setValue(f"pane_size/{side}", pixels)

    def _is_on(self, key: str, *, usually: bool) -> bool:
        return str(self._store.value(key, "true" if usually else "false")) == "true"

    def _turn(self, key: str, on: bool) -> None:
        self._store.setValue(key, "true" if on else "false")
