"""The dialog itself: a model on the left, the step and what it asks of the machine on the right."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from roofline_gui.io.hf_config import ConfigError, read_config
from roofline_gui.io.model_input import ModelInput
from roofline_gui.model.estimates import WHOLE_STEP
from roofline_gui.model.machine import Machine
from roofline_gui.model.step_totals import given_totals
from roofline_gui.model.units import QuantityError
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.examples import MACHINE
from roofline_gui.model.workload.parameters import ParameterError
from roofline_gui.model.workload.step_draft import StepDraft, read_step_draft, step_draft_of
from roofline_gui.session.kernels import Chosen
from roofline_gui.session.model_choices import (
    ModelChoice,
    bundled_choices,
    choice_of_entry,
    choice_of_file,
    first_choice,
)
from roofline_gui.session.session import Session
from roofline_gui.ui.widgets.file_dialogs import FileDialogs
from roofline_gui.ui.widgets.text import label
from roofline_gui.ui.workload_dialog.form import StepForm
from roofline_gui.ui.workload_dialog.model_list import ModelList
from roofline_gui.ui.workload_dialog.preview import Preview

_SIZE = (860, 570)
_SHOWN_BEFORE = "Shown is what was there before."


class WorkloadDialog(QDialog):
    """Asks for a whole model step: which model, what it does, how much of it at once and in which types. When accepted
    the step is added to the document of `session`, or changed where it is `entry` already. `models` were opened.
    """

    def __init__(
        self,
        session: Session,
        entry: StepEntry | None = None,
        models: Sequence[ModelInput] = (),
        files: FileDialogs | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Whole model" if entry is None else f"Change {entry.name}")
        self.resize(*_SIZE)
        self.setAcceptDrops(True)
        self._session = session
        self._before = entry
        self._files = files or FileDialogs()
        self._entry: StepEntry | None = None
        self._models = ModelList()
        opened = tuple(choice_of_file(model) for model in models)
        choices, chosen = _choices(entry, opened, self._usual_machine)
        draft = StepDraft(chosen.architecture) if entry is None else step_draft_of(entry)
        self._form = StepForm(draft, session.machine_desk.choices, self._usual_machine)
        self._form.show_machine_box(session.document.machine is None)
        self._preview = Preview()
        self._wrong = label("", wraps=True)
        self._wrong.setProperty("state", "bad")
        self._accept = QPushButton("&Add" if entry is None else "&Change")
        self._lay_out()
        self._models.show_choices(choices, chosen)
        if models:
            self._models.show_path(models[0].path)
        self._models.chosen.connect(self._refresh)
        self._models.path_entered.connect(lambda text: self.open_config(Path(text).expanduser()))
        self._models.browse_wanted.connect(self._browse)
        self._form.changed.connect(self._refresh)
        self._refresh()

    @property
    def machine(self) -> Machine | None:
        """The machine that the step is shown on."""
        chosen, document = self._form.machine_box.machine, self._session.document
        return None if chosen is None else chosen.with_ceilings(document.ceilings)

    @property
    def entry(self) -> StepEntry | None:
        """The step as it is set up, None while something about it cannot be used."""
        return self._entry

    def accept(self) -> None:
        """Add the step, or change it."""
        if self._entry is None:
            return
        desk = self._session.kernel_desk
        if self._before is None:
            added = desk.add_all(f"Add {self._entry.name}", [self._entry], self._form.machine_box.machine)
            desk.choose(Chosen(entry, WHOLE_STEP) for entry in added)
        else:
            desk.put(self._entry)
        super().accept()

    def open_config(self, path: Path) -> None:
        """Take the model that a `config.json`, or the one in a folder, describes; or say what is wrong with it."""
        try:
            model = ModelInput(path, read_config(path))
        except ConfigError as error:
            self._models.show_path(path, error.reason)
            self._refresh()
            return
        self._models.show_path(path)
        self._models.add_first(choice_of_file(model))

    # Building

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(14)
        right.addWidget(self._form)
        right.addWidget(self._preview, 1)
        sides = QHBoxLayout()
        sides.setSpacing(20)
        sides.addWidget(self._models, 4)
        sides.addLayout(right, 5)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self._accept, QDialogButtonBox.ButtonRole.AcceptRole)
        self._accept.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        bottom = QHBoxLayout()
        bottom.addWidget(self._wrong, 1)
        bottom.addWidget(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(14)
        column.addLayout(sides, 1)
        column.addLayout(bottom)
        for child in self.findChildren(QWidget):
            child.setAcceptDrops(False)  # they would take a dropped file as text

    @property
    def _usual_machine(self) -> Machine | None:
        """The machine of the document; where it has none, the one that the worked examples are about."""
        session = self._session
        return session.document.machine or next((m for m in session.machines if m.id == MACHINE), None)

    # Following what is typed

    def _refresh(self) -> None:
        draft = self._form.draft(self._models.choice.architecture)
        outcome = read_step_draft(draft, self._before)
        self._form.show_answer(draft, outcome.problems)
        self._entry, wrong = outcome.entry, ""
        if self._models.is_path_wrong:
            self._entry, wrong = None, "Correct the path of the configuration, or choose a model. " + _SHOWN_BEFORE
        elif outcome.problems:
            wrong = f"Correct the {' and the '.join(outcome.problems)}. {_SHOWN_BEFORE}"
        elif self._entry is not None:
            try:
                self._preview.show_totals(given_totals(self._entry, self.machine))
            except (ParameterError, QuantityError) as error:
                self._entry, wrong = None, f"This step cannot be calculated: {error}"
        self._wrong.setText(wrong)
        self._preview.setEnabled(self._entry is not None)
        self._accept.setEnabled(self._entry is not None)

    def _browse(self) -> None:
        settings = self._session.settings
        path = self._files.choose_config(self, settings.folder)
        if path is not None:
            settings.folder = str(path.parent)
            self.open_config(path)

    # Qt's events

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a file or folder."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first one."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.open_config(paths[0])


def ask_workload(
    parent: QWidget | None,
    session: Session,
    entry: StepEntry | None = None,
    models: Sequence[ModelInput] = (),
    files: FileDialogs | None = None,
) -> WorkloadDialog:
    """Show the dialog over `parent` without blocking; see `WorkloadDialog`."""
    dialog = WorkloadDialog(session, entry, models, files, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


def _choices(
    entry: StepEntry | None, opened: Sequence[ModelChoice], machine: Machine | None
) -> tuple[Sequence[ModelChoice], ModelChoice]:
    """The models to choose from, and the one that is taken at first."""
    bundled = bundled_choices()
    if entry is None:
        return (*opened, *bundled), opened[0] if opened else first_choice(bundled, machine)
    own = choice_of_entry(entry, bundled)
    return bundled if own in bundled else (own, *bundled), own
