"""What the picture shows of a session."""

from roofline_gui.present.shown import Shown
from roofline_gui.session.session import Session


def shown_by(session: Session) -> Shown:
    """Its document with all that was worked out of it, what is selected and what is chosen."""
    document = session.document
    estimates = forecast = None
    chosen: frozenset[int] = frozenset()
    if document.kernels:
        estimates, chosen = session.kernel_desk.estimates, frozenset(session.kernel_desk.chosen_rows())
    if document.what_if.changes_something:
        forecast = session.what_if_desk.forecast
    elsewhere = session.source_desk.elsewhere
    return Shown(document, session.analysis, estimates, forecast, session.selection, chosen, elsewhere)
