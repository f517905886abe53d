"""What showing a document takes longest, worked out beside the window; and what it depends on."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.document import Document

if TYPE_CHECKING:
    from roofline_gui.present.ledger import LedgerView


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A document and what showing it takes longest, worked out beside the window."""

    document: Document
    analysis: Analysis | None
    ledger: "LedgerView"


def analysis_key(document: Document) -> object:
    """What an analysis depends on: two documents with equal keys have the same one."""
    return document.shown, document.machine, document.ceilings, document.grouping, document.thresholds


def ledger_key(document: Document) -> object:
    """What a ledger depends on: limits of verdicts change nothing in it."""
    return document.shown, document.machine, document.grouping


def prepare(document: Document) -> Prepared:
    """Work out what the window shows of `document`; for another thread."""
    from roofline_gui.present.ledger import ledger_view  # for the time after the first paint

    analysis = analyse(document)
    return Prepared(document, analysis, ledger_view(document.shown, analysis))
