"""What a session does with machines: choosing, editing, keeping, importing and comparing them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from roofline_gui.model.document import choose_machine, compare_with, use_ceilings
from roofline_gui.model.machine import CeilingSet, Figure, Level, Machine
from roofline_gui.model.machine_checks import Suspect, check_machine
from roofline_gui.model.machine_clock import machine_of_profile, scale_to_clock
from roofline_gui.model.machine_edits import Part, Slot, figure_at, own_copy, put_figure, remove_figure
from roofline_gui.model.profile import Profile
from roofline_gui.model.units import Unit, format_quantity
from roofline_gui.present.machine.words import clock_note, slot_name
from roofline_gui.session.messages import Message, Severity

if TYPE_CHECKING:
    from roofline_gui.io.ceilings import Configuration, Reading
    from roofline_gui.io.machine_input import MachineInput
    from roofline_gui.io.user_machines import UserMachines
    from roofline_gui.session.session import Session


@dataclass(frozen=True, slots=True)
class MachineChoice:
    """Machines of one origin that can be chosen."""

    title: str
    machines: tuple[Machine, ...]


class MachineDesk(QObject):
    """Edits of the document's machine as undo steps of `session`, and the user's own machines. `open_store` tells where
    these lie; without it none are kept.

    A machine of the catalogue or of a profile is never changed: its first edit makes a copy. own_changed: other
    machines are kept. ceilings_read(Reading): a benchmark's output was opened and waits for a decision.
    """

    own_changed = Signal()
    ceilings_read = Signal(object)

    def __init__(self, session: "Session", open_store: "Callable[[], UserMachines] | None") -> None:
        super().__init__(session)
        self._session = session
        self._open_store = open_store
        self._own: tuple[Machine, ...] | None = None

    @cached_property
    def _store(self) -> "UserMachines | None":
        return None if self._open_store is None else self._open_store()

    # What there is

    @property
    def machine(self) -> Machine | None:
        """The machine of the document."""
        return self._session.document.machine

    @property
    def own(self) -> tuple[Machine, ...]:
        """The machines in the user's folder; files that could not be used are told once."""
        if self._own is None:
            self._own = ()
            if self._store is not None:
                kept = self._store.load()
                self._own = kept.machines
                for problem in kept.problems:
                    self._tell_fault("A machine of yours could not be used. The file stays as it is.", problem)
        return self._own

    @property
    def profiled(self) -> tuple[Machine, ...]:
        """The ceilings that the open profiles carry."""
        carried = (s.profile.own_ceilings for s in self._session.document.sources)
        return tuple(dict.fromkeys(m for m in carried if m is not None))

    @property
    def choices(self) -> tuple[MachineChoice, ...]:
        """All machines by origin; the document's comes first where it is none of the others."""
        origins = [
            MachineChoice("Your machines", self.own),
            MachineChoice("From the profile", self.profiled),
            MachineChoice("Catalogue", self._session.catalogue.machines),
        ]
        here = () if self.machine is None else (self.machine,)
        if not any(m in o.machines for m in here for o in origins):
            origins.insert(0, MachineChoice("In this document", here))
        return tuple(o for o in origins if o.machines)

    @property
    def is_changeable(self) -> bool:
        """Whether the document's machine is the user's, so that edits do not make a copy of it."""
        return self.machine is not None and self.machine not in (*self._session.catalogue.machines, *self.profiled)

    @property
    def is_unsaved(self) -> bool:
        """Whether the document's machine would be lost with the document."""
        return self.is_changeable and self.machine not in self.own

    def suspects(self) -> tuple[Suspect, ...]:
        """What about the document's machine is probably a mistake."""
        return () if self.machine is None else check_machine(self.machine, self._session.catalogue.machines)

    @property
    def was_saved(self) -> bool:
        """Whether the user's folder holds a machine with the id of the document's, perhaps as it was before."""
        return self.machine is not None and any(m.id == self.machine.id for m in self.own)

    def boost_clock(self) -> float | None:
        """The clock that the catalogue tells for the document's device, Hz, None where it is unknown."""
        from roofline_gui.model.devices import find_by_device

        names = () if self.machine is None else self.machine.device_names
        known = next((k for n in names if (k := find_by_device(self._session.catalogue.machines, n)) is not None), None)
        return None if known is None or known.clock is None else known.clock.value

    # Edits

    def choose(self, machine: Machine) -> None:
        """Judge the document on `machine`."""
        if machine != self.machine:
            self._session.edit(f"Machine {machine.name}", choose_machine(self._session.document, machine))

    def change(self, text: str, edit: Callable[[Machine], Machine], merge: str | None = None) -> None:
        """Apply `edit` to the document's machine as an undo step called `text`; steps in a row with the same `merge`
        key become one.

        Raises:
            MachineEditError: what `edit` raises; nothing has changed then.
        """
        if self.machine is None:
            return
        changed = edit(self.machine)
        if changed == self.machine:
            return
        if not self.is_changeable:
            changed = edit(own_copy(self.machine, "edited", self._taken()))
        self._session.edit(text, choose_machine(self._session.document, changed), merge)

    def put(self, slot: Slot, figure: Figure, merge: str | None = None) -> None:
        """Put `figure` into `slot`, adding a level or ceiling that is not there yet."""
        if self.machine is None:
            return
        verb = "Add" if figure_at(self.machine, slot) is None else "Change"
        text = f"{verb} {self.machine.name} {slot_name(self.machine, slot)}"
        self.change(text, lambda machine: put_figure(machine, slot, figure), merge)

    def remove(self, slot: Slot) -> None:
        """Take the figure in `slot` away, and with a bandwidth or peak its whole level or ceiling.

        Raises:
            MachineEditError: nothing could be judged without it.
        """
        if self.machine is not None:
            text = f"Remove {self.machine.name} {slot_name(self.machine, slot)}"
            self.change(text, lambda machine: remove_figure(machine, slot))

    def duplicate(self) -> None:
        """Go on with a copy of the document's machine."""
        if self.machine is not None:
            copy = own_copy(self.machine, "copy", self._taken())
            self._session.edit(f"Duplicate {self.machine.name}", choose_machine(self._session.document, copy))

    def scale_to(self, clock: float) -> None:
        """Scale what follows the clock to `clock`, Hz."""
        if self.machine is not None:
            text = f"Scale {self.machine.name} to {format_quantity(clock, Unit.HERTZ)}"
            self.change(text, lambda machine: scale_to_clock(machine, clock))

    def use(self, which: CeilingSet) -> None:
        """Let verdicts use the theoretical or the measured ceilings."""
        document = self._session.document
        if which is not document.ceilings:
            self._session.edit(f"Judge by {which.value} ceilings", use_ceilings(document, which))

    def compare(self, machine: Machine | None) -> None:
        """Draw the ceilings of `machine` beside those of the document's; None draws these alone."""
        document = self._session.document
        if machine != document.view.compared:
            text = "End the comparison" if machine is None else f"Compare with {machine.name}"
            self._session.edit(text, compare_with(document, machine))

    # From profiles and benchmarks

    def make_from_profile(self, profile: Profile) -> None:
        """Make a machine of the ceilings that `profile` carries, at the clock of its run."""
        from roofline_gui.io.profile_machine import machine_of

        if profile.own_ceilings is None:
            return
        known = machine_of(profile, self._session.catalogue.machines)
        known = None if known is profile.own_ceilings else known
        made = machine_of_profile(profile.own_ceilings, known)
        self._session.edit(f"Make {made.name} from {profile.name}", choose_machine(self._session.document, made))
        if note := clock_note(profile.own_ceilings, known):
            self._session.tell(Message(Severity.NOTE, *note))

    def take_measured(self, base: Machine | None, reading: "Reading", configuration: "Configuration") -> None:
        """Put what a benchmark measured beside the figures of `base`, or make a machine of it alone.

        Raises:
            IncompleteMachineError: there is no base, and too little was measured for a machine.
        """
        from roofline_gui.io.ceilings import assign, machine_with

        document = self._session.document
        if base is None:
            made = machine_with(None, reading, configuration)
            self._session.edit(f"Make {made.name}", choose_machine(document, made))
            return
        changeable = base == self.machine and self.is_changeable
        made = base if changeable else own_copy(base, "measured", self._taken())
        for assignment in assign(base, reading, configuration):
            if assignment.used:
                part = Part.BANDWIDTH if isinstance(assignment.target, Level) else Part.PEAK
                there = figure_at(base, Slot(part, assignment.target)) is not None
                figure = replace(assignment.figure, alternatives=())
                made = put_figure(made, Slot(part, assignment.target, measured=there), figure, assignment.measured.name)
        self._session.edit(f"Measured ceilings of {base.name}", choose_machine(document, made))

    def take_files(self, found: "dict[Path, MachineInput]") -> None:
        """Go on with files that are no profiles: choose machines, ask what to do with measured ceilings."""
        from roofline_gui.io.machines import MachineFileError

        for path, content in found.items():
            if isinstance(content, Machine):
                self.choose(content)
                self._session.said.emit(f"Opened {content.name} from {path.name}")
            elif isinstance(content, MachineFileError):
                self._tell_fault(f"{path.name}: this machine cannot be used.", content)
            else:
                self.ceilings_read.emit(content)

    # Files

    def save(self) -> None:
        """Keep the document's machine in the user's folder."""
        if self.machine is None or self._store is None:
            return
        store, machine = self._store, self.machine
        if self._write(lambda: store.save(machine)):
            self._own = None
            self.own_changed.emit()

    def save_to(self, path: Path) -> None:
        """Write the document's machine to a file."""
        from roofline_gui.io.machines import save_machine

        machine = self.machine
        if machine is None:
            return

        def write() -> Path:
            save_machine(path, machine)
            return path

        self._write(write)

    def forget(self, machine: Machine) -> None:
        """Take `machine` out of the user's folder; its file is moved to the removed ones."""
        if self._store is None:
            return
        try:
            moved = self._store.remove(machine)
        except OSError as error:
            self._session.tell(Message(Severity.ERROR, f"{machine.name} was not removed.", _reason(error)))
            return
        self._own = None
        self._session.said.emit(f"{machine.name} removed; its file is {moved}")
        self.own_changed.emit()

    def _write(self, write: Callable[[], Path]) -> bool:
        from roofline_gui.io.machines import MachineFileError

        try:
            path = write()
        except (MachineFileError, OSError) as error:
            reason = _reason(error) if isinstance(error, OSError) else str(error)
            self._session.tell(Message(Severity.ERROR, "The machine was not saved.", reason))
            return False
        self._session.said.emit(f"Saved {path}")
        return True

    def _taken(self) -> set[str]:
        return {m.id for choice in self.choices for m in choice.machines}

    def _tell_fault(self, title: str, fault: Exception) -> None:
        self._session.tell(Message(Severity.ERROR, title, str(fault)))


def open_user_machines() -> "UserMachines":
    """The machines in the user's data folder."""
    from roofline_gui.io.user_machines import UserMachines, user_folder  # imports what the first paint can spare

    return UserMachines(user_folder())


def _reason(error: OSError) -> str:
    return f"{error.filename or ''}: {error.strerror}".lstrip(": ")
