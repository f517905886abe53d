"""What an import read and how, so that nothing is lost in silence."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SkippedLine:
    """A line of the file that is no data: its number (from 1) and text."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class UnreadValue:
    """A value that could not be read: which launch (index), which counter, and the reason."""

    launch: int
    counter: str
    reason: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """The account of one import.

    read: launches found. layout: "wide", "long" … number_format: how numbers were read. definitions: per level, which
    of the definitions in use the file gave. notes: remarks for the reader. skipped: lines around the table (at most the
    first few hundred; `skipped_count` counts all). unread: values that were no numbers.
    missing: quantities that the file has no counter for, with the metric that would give it.
    """

    read: int
    layout: str = ""
    number_format: str = ""
    definitions: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    skipped: tuple[SkippedLine, ...] = ()
    skipped_count: int = 0
    unread: tuple[UnreadValue, ...] = ()
    missing: tuple[tuple[str, str], ...] = ()
