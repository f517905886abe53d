"""What a reader of one tool's output consists of."""

from collections.abc import Callable
from dataclasses import dataclass

from roofline_gui.io.ceilings.reading import Reading
from roofline_gui.io.ceilings.source import Source


@dataclass(frozen=True, slots=True)
class Format:
    """How one tool's output is recognised, by content alone, and read.

    `read` is called only with what `recognises` accepted. It never fails: what cannot be used gives a reading without
    configurations whose notes say why.
    """

    tool: str
    recognises: Callable[[Source], bool]
    read: Callable[[Source], Reading]
