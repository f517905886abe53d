"""The pane itself: the head, all figures, and below them the figure that is looked at."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QMenu, QVBoxLayout, QWidget

from roofline_gui.model.document import Document, only_what_if_differs
from roofline_gui.model.machine import CeilingSet, Figure, Kind, Machine
from roofline_gui.model.machine_edits import BY_HAND, MachineEditError, Slot, figure_at, put_figure, supersede
from roofline_gui.present.machine.rows import figure_sections
from roofline_gui.present.machine.words import slot_name
from roofline_gui.present.palette import Palette
from roofline_gui.session.session import Session
from roofline_gui.ui.machine.figures import FigureTree
from roofline_gui.ui.machine.head import MachineHead
from roofline_gui.ui.machine.inspector import FigureInspector
from roofline_gui.ui.widgets.file_dialogs import FileDialogs

if TYPE_CHECKING:
    from roofline_gui.io.ceilings import Reading
    from roofline_gui.ui.machine.comparison_dialog import ComparisonDialog

MACHINE_FILE = "Machine (*.json)"


class MachinePane(QWidget):
    """Shows and edits the document's machine. `actions` are the commands of the window, of which this pane runs those
    about machines; `menu` holds them.
    """

    def __init__(
        self,
        session: Session,
        palette: Palette,
        actions: Mapping[str, QAction],
        menu: QMenu,
        files: FileDialogs | None = None,
    ) -> None:
        super().__init__()
        self.setObjectName("pane")
        self.setMinimumWidth(240)
        self._session = session
        self._desk = session.machine_desk
        self._palette = palette
        self._actions = actions
        self._files = files or FileDialogs()
        self._comparison: ComparisonDialog | None = None
        self._head = MachineHead(self._desk, menu, palette)
        self._figures = FigureTree(palette)
        self._inspector = FigureInspector(palette)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._figures, 1)
        layout.addWidget(self._inspector)
        self._connect()
        self._refresh()

    def set_colours(self, palette: Palette) -> None:
        """Draw in the colours of `palette`."""
        self._palette = palette
        for part in (self._head, self._figures, self._inspector):
            part.set_colours(palette)
        if self._comparison is not None:
            self._comparison.set_colours(palette)

    def _connect(self) -> None:
        self._session.document_changed.connect(self._follow)
        self._desk.own_changed.connect(self._refresh)
        self._desk.ceilings_read.connect(self._ask_about_measured)
        self._head.comparison_wanted.connect(self.compare)
        self._head.slot_wanted.connect(self._edit_slot)
        self._figures.chosen.connect(lambda slot: self._show_figure())
        self._figures.edit_wanted.connect(self._edit_slot)
        self._figures.removal_wanted.connect(self._remove)
        self._inspector.edited.connect(self._put)
        self._inspector.settled.connect(self._session.end_merge)
        self._inspector.removal_wanted.connect(self._remove)
        self._inspector.measured_wanted.connect(self._add_measured)
        self._inspector.derivation_wanted.connect(self._derive)
        self._inspector.closed.connect(self._leave_figure)
        runs: dict[str, Callable[[], object]] = {
            "machine_add": self.add,
            "machine_duplicate": self._desk.duplicate,
            "machine_properties": self.edit_properties,
            "machine_clock": self.scale_to_clock,
            "machine_profile": self.make_from_profile,
            "machine_open": self.open_files,
            "machine_save": self._desk.save,
            "machine_save_as": self.save_to_file,
            "machine_compare": self.compare,
            "machine_measured": self._use_measured,
            "machine_forget": self.forget,
        }
        for name, run in runs.items():
            self._actions[name].triggered.connect(lambda checked=False, run=run: run())

    # Following

    def _follow(self, old: Document, new: Document) -> None:
        if not only_what_if_differs(old, new):
            self._refresh()

    def _refresh(self) -> None:
        desk, document = self._desk, self._session.document
        machine = document.machine
        suspects = desk.suspects()
        self._head.show_document(document, suspects)
        self._figures.show_sections(() if machine is None else figure_sections(machine, suspects))
        self._show_figure()
        for name in ("add", "duplicate", "properties", "save_as", "compare"):
            self._actions[f"machine_{name}"].setEnabled(machine is not None)
        self._actions["machine_clock"].setEnabled(machine is not None and machine.clock is not None)
        self._actions["machine_profile"].setEnabled(bool(desk.profiled))
        self._actions["machine_save"].setEnabled(desk.is_unsaved)
        self._actions["machine_forget"].setEnabled(machine is not None and machine in desk.own)
        self._actions["machine_measured"].setEnabled(machine is not None and machine.has_measured)
        self._actions["machine_measured"].setChecked(document.ceilings is CeilingSet.MEASURED)

    def _show_figure(self) -> None:
        self._inspector.show_figure(self._desk.machine, self._figures.slot, self._desk.suspects())
        item = self._figures.currentItem()
        if self._figures.slot is not None and item is not None:
            self._figures.scrollToItem(item)

    # Figures

    def _edit_slot(self, slot: Slot) -> None:
        self._figures.select_slot(slot)
        self._inspector.edit_value()

    def _leave_figure(self) -> None:
        self._figures.setFocus(Qt.FocusReason.OtherFocusReason)

    def _put(self, slot: Slot, figure: Figure, merge: str) -> None:
        self._desk.put(slot, figure, merge or None)

    def _remove(self, slot: Slot) -> None:
        try:
            self._desk.remove(slot)
        except MachineEditError as error:
            self._inspector.say(str(error))

    def _add_measured(self, slot: Slot) -> None:
        self.add(replace(slot, measured=True))

    def add(self, slot: Slot | None = None) -> None:
        """Ask for a new figure; `slot` is taken where it is given."""
        from roofline_gui.ui.machine.add_dialog import AddDialog

        machine = self._desk.machine
        if machine is None:
            return
        dialog = AddDialog(machine, slot, self)

        def put() -> None:
            chosen, value, name = dialog.slot, dialog.value, dialog.name
            if value is None:
                return
            figure = Figure(value, Kind.MEASURED if chosen.measured else Kind.USER, BY_HAND)
            self._desk.change(
                f"Add {machine.name} {slot_name(machine, chosen)}", lambda m: put_figure(m, chosen, figure, name)
            )
            self._figures.select_slot(chosen)

        _ask(dialog, put)

    def _derive(self, slot: Slot) -> None:
        from roofline_gui.ui.machine.derive_dialog import DeriveDialog

        machine = self._desk.machine
        if machine is None:
            return
        dialog = DeriveDialog(machine, slot, self)

        def put() -> None:
            before = figure_at(machine, slot)
            if dialog.figure is not None and before is not None:
                self._desk.put(slot, supersede(before, dialog.figure))

        _ask(dialog, put)

    # Commands

    def edit_properties(self) -> None:
        """Ask for name, chip, names of levels, notes."""
        from roofline_gui.ui.machine.properties_dialog import PropertiesDialog

        machine = self._desk.machine
        if machine is not None:
            dialog = PropertiesDialog(machine, self)
            _ask(dialog, lambda: self._desk.change(f"Properties of {machine.name}", dialog.apply))

    def scale_to_clock(self) -> None:
        """Ask for a clock and scale the ceilings to it."""
        from roofline_gui.ui.machine.clock_dialog import ClockDialog

        machine = self._desk.machine
        if machine is None or machine.clock is None:
            return
        dialog = ClockDialog(machine, self._desk.boost_clock(), self)

        def scale() -> None:
            if dialog.clock is not None:
                self._desk.scale_to(dialog.clock)

        _ask(dialog, scale)

    def make_from_profile(self) -> None:
        """Make a machine of the ceilings of the profile that is chosen as machine, else of the first that has some."""
        carried = [s.profile for s in self._session.document.sources if s.profile.own_ceilings is not None]
        chosen = next((p for p in carried if p.own_ceilings == self._desk.machine), carried[0] if carried else None)
        if chosen is not None:
            self._desk.make_from_profile(chosen)

    def open_files(self) -> None:
        """Ask for machine files or the output of benchmarks, and open them."""
        settings = self._session.settings
        paths = self._files.choose_machines(self, settings.folder)
        if paths:
            settings.folder = str(paths[0].parent)
            self._session.open(paths)

    def save_to_file(self) -> None:
        """Ask for a name and write the machine there."""
        machine, settings = self._desk.machine, self._session.settings
        if machine is None:
            return
        suggestion = str(Path(settings.folder or Path.home()) / f"{machine.id}.json")
        path = self._files.choose_target(self, "Save machine", suggestion, MACHINE_FILE)
        if path is not None:
            settings.folder = str(path.parent)
            self._desk.save_to(path)

    def compare(self) -> None:
        """Show two machines side by side."""
        from roofline_gui.ui.machine.comparison_dialog import ComparisonDialog

        if self._comparison is None:
            self._comparison = ComparisonDialog(self._session, self._palette, self)
        self._comparison.show()
        self._comparison.activateWindow()

    def forget(self) -> None:
        """Take the machine out of the user's folder; the document keeps it."""
        machine: Machine | None = self._desk.machine
        if machine is not None:
            self._desk.forget(machine)

    def _use_measured(self) -> None:
        chosen = self._actions["machine_measured"].isChecked()
        self._desk.use(CeilingSet.MEASURED if chosen else CeilingSet.THEORETICAL)

    def _ask_about_measured(self, reading: "Reading") -> None:
        from roofline_gui.ui.machine.measured_dialog import MeasuredDialog

        MeasuredDialog(self._desk, reading, self._palette, self).open()


def _ask(dialog: QDialog, accept: Callable[[], None]) -> None:
    """Show `dialog` without blocking, and go on when it is accepted."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.accepted.connect(accept)
    dialog.open()
