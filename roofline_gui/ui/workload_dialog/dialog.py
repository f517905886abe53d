"""The dialog itself: a model on the left, the step and what it asks of the machine on the right."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from roofline_gui.io.hf_config import ConfigError, read_config
from roofline_gui.io.model_input import ModelInput
from roofline_gui.model.estimates import WHOLE_STEP
from roofline_gui.model.machine import Machine
from roofline_gui.model.step_totals import given_totals
from roofline_gui.model.units import QuantityError
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.examples import MACHINE
from roofline_gui.model.workload.formula import BATCH_SIZE
from roofline_gui.model.workload.parameters import ParameterError
from roofline_gui.model.workload.step import CONTEXT, TOKENS
from roofline_gui.model.workload.step_draft import StepDraft, read_step_draft, step_draft_of
from roofline_gui.session.kernels import Chosen
from roofline_gui.session.model_choices import bundled_choices, choice_of_entry, choice_of_file, first_choice
from roofline_gui.session.session import Session
from roofline_gui.ui.widgets.file_dialogs import FileDialogs
from roofline_gui.ui.widgets.machine_box import MachineBox
from roofline_gui.ui.widgets.text import label
from roofline_gui.ui.workload_dialog.fields import CountField
from roofline_gui.ui.workload_dialog.model_list import ModelList
from roofline_gui.ui.workload_dialog.preview import Preview
from roofline_gui.ui.workload_dialog.types_box import TypesBox

_PHASES = ("Decode: one new token per sequence", "Prefill: a whole prompt")
_SIZE = (860, 570)


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
        self._machine = MachineBox("Machine", "The machine that the document is to be judged on")
        self._models = ModelList()
        self._name = QLineEdit()
        self._name.setAccessibleName("Name")
        self._name.setToolTip("What the step is called in the picture and in tables")
        self._phase = QComboBox()
        self._phase.addItems(_PHASES)
        self._phase.setAccessibleName("What the model does")
        self._context = CountField("Context", "Tokens in the KV cache of each sequence, for example 4096 or 2^17")
        self._tokens = CountField("Prompt", "Tokens of the prompt of each sequence")
        self._batch = CountField("Batch", "Sequences at once; the batch slider moves it later")
        self._types = TypesBox()
        self._preview = Preview()
        self._wrong = label("", wraps=True)
        self._wrong.setProperty("state", "bad")
        self._accept = QPushButton("&Add" if entry is None else "&Change")
        self._form = QFormLayout()
        self._lay_out()
        self._fill(models)
        self._connect()
        self._refresh()

    @property
    def machine(self) -> Machine | None:
        """The machine that the step is shown on."""
        machine, ceilings = self._machine.machine, self._session.document.ceilings
        return None if machine is None else machine.with_ceilings(ceilings)

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
            added = desk.add_all(f"Add {self._entry.name}", [self._entry], self._machine.machine)
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
            return
        self._models.show_path(path)
        self._models.add_first(choice_of_file(model))

    # Building

    def _lay_out(self) -> None:
        form = self._form
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(8)
        form.addRow("&Step", self._phase)
        for text, field in (
            ("&Context, tokens", self._context),
            ("&Prompt, tokens", self._tokens),
            ("&Batch", self._batch),
        ):
            form.addRow(text, field)
            form.addRow("", field.hint)
        form.addRow("S&tored as", self._types)
        form.addRow("&Name", self._name)
        form.addRow("&On", self._machine)
        right = QVBoxLayout()
        right.setSpacing(14)
        right.addLayout(form)
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

    def _fill(self, models: Sequence[ModelInput]) -> None:
        given = self._session.document.machine
        usual = next((m for m in self._session.machines if m.id == MACHINE), None)
        self._machine.show_choices(self._session.machine_desk.choices, given or usual)
        self._form.setRowVisible(self._machine, given is None)
        bundled = bundled_choices()
        if self._before is not None:
            chosen, draft = choice_of_entry(self._before, bundled), step_draft_of(self._before)
            choices = bundled if chosen in bundled else (chosen, *bundled)
        else:
            opened = tuple(choice_of_file(model) for model in models)
            choices = (*opened, *bundled)
            chosen = opened[0] if opened else first_choice(bundled, self.machine)
            draft = StepDraft(chosen.architecture)
        if models:
            self._models.show_path(models[0].path)
        self._models.show_choices(choices, chosen)
        self._phase.setCurrentIndex(0 if draft.decode else 1)
        self._context.setText(draft.context)
        self._tokens.setText(draft.tokens)
        self._batch.setText(draft.batch)
        self._types.show_types(draft.weights, draft.activations, draft.kv)
        self._name.setText(draft.name)

    def _connect(self) -> None:
        self._models.chosen.connect(self._refresh)
        self._models.path_entered.connect(lambda text: self.open_config(Path(text).expanduser()))
        self._models.browse_wanted.connect(self._browse)
        self._phase.currentIndexChanged.connect(self._refresh)
        self._types.changed.connect(self._refresh)
        self._machine.picked.connect(self._refresh)
        for field in (self._context, self._tokens, self._batch, self._name):
            field.textChanged.connect(self._refresh)

    # Following what is typed

    def _draft(self) -> StepDraft:
        weights, activations, kv = self._types.types
        return StepDraft(
            self._models.choice.architecture,
            decode=self._phase.currentIndex() == 0,
            context=self._context.text(),
            tokens=self._tokens.text(),
            batch=self._batch.text(),
            weights=weights,
            activations=activations,
            kv=kv,
            name=self._name.text(),
        )

    def _refresh(self) -> None:
        draft = self._draft()
        for field, shown in ((self._context, draft.decode), (self._tokens, not draft.decode)):
            self._form.setRowVisible(field, shown)
        self._name.setPlaceholderText(draft.own_name)
        outcome = read_step_draft(draft, self._before)
        for field, parameter in ((self._context, CONTEXT), (self._tokens, TOKENS), (self._batch, BATCH_SIZE)):
            field.explain(outcome.problems.get(parameter.name, ""))
        self._entry, wrong = outcome.entry, ""
        if outcome.problems:
            wrong = f"Correct the {' and the '.join(outcome.problems)}. Shown is what was typed before."
        elif self._entry is not None:
            try:
                self._preview.show_totals(given_totals(self._entry, self.machine))
            except (ParameterError, QuantityError) as error:
                self._entry, wrong = None, f"This step cannot be calculated: {error}"
        self._wrong.setText(wrong)
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
