"""What the picture shows of a session."""

from typing import TYPE_CHECKING

from roofline_gui.present.picture.shown import Shown
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
    # A recorded series has its own trail; that of its prediction is shown while one looks at another batch.
    has_law = document.what_if.batch is not None or any(source.laws for source in document.shown)
    return Shown(
        document=document,
        analysis=session.analysis,
        estimates=estimates,
        forecast=forecast,
        selection=session.selection,
        chosen=chosen,
        elsewhere=session.source_desk.elsewhere,
        held=held,
        measured=session.what_if_desk.measured if session.selection and has_law else None,
    )
