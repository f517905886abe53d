"""What the picture shows of a session."""

from typing import TYPE_CHECKING

from roofline_gui.present.shown import Shown
from roofline_gui.session.session import Session

if TYPE_CHECKING:
    from roofline_gui.model.ideals import Held


def shown_by(session: Session) -> Shown:
    """Its document with all that was worked out of it, what is selected and what is chosen."""
    document = session.document
    estimates = forecast = None
    chosen: frozenset[int] = frozenset()
    held: tuple[Held, ...] = ()
    if document.kernels:
        desk = session.kernel_desk
        estimates, chosen, held = desk.estimates, frozenset(desk.chosen_rows()), desk.held
    if document.what_if.changes_something:
        forecast = session.what_if_desk.forecast
    elsewhere = session.source_desk.elsewhere
    return Shown(document, session.analysis, estimates, forecast, session.selection, chosen, elsewhere, held)
