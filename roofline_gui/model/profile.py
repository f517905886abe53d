"""An imported profile: launches, the ledger, and the ceilings that the profiler itself reported."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_gui.model.launches import Launches
from roofline_gui.model.machine import Machine
from roofline_gui.model.read_options import ReadOptions

if TYPE_CHECKING:  # the first file comes after the first paint
    from roofline_gui.model.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that holds nothing usable: `what` it is (one sentence), what to do (`advice`), a `command` where it helps.

    `detail` quotes the decisive line with its number, or is empty.
    """

    name: str
    what: str
    advice: str
    command: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """One file's worth of launches.

    name: shown to people (file name). path: where it was read, empty for text from elsewhere.
    devices: distinct (display name, compute capability) seen, either may be empty.
    own_ceilings: a machine made of the profiler's own peak counters at the clock of the run, None without them.
    profiler: "Nsight Compute" and version where known.
    options: what the user decided about reading it.
    """

    name: str
    path: str
    launches: Launches
    ledger: "Ledger"
    devices: tuple[tuple[str, str], ...] = ()
    own_ceilings: Machine | None = None
    profiler: str = "Nsight Compute"
    options: ReadOptions = field(default_factory=ReadOptions)
