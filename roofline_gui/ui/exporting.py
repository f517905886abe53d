"""Export picture, export table: what the window shows as files for others."""

from pathlib import Path

from PySide6.QtWidgets import QDialog, QWidget

from roofline_gui.model.document import rename
from roofline_gui.present.palette import Palette
from roofline_gui.present.picture.axis import Frame
from roofline_gui.session.messages import Message, Severity
from roofline_gui.session.session import Session
from roofline_gui.session.showing import shown_by
from roofline_gui.ui.widgets.file_dialogs import FileDialogs


class Exporting:
    """Exports of what `window` shows of its session; `dialogs` asks for names."""

    def __init__(self, window: QWidget, session: Session, dialogs: FileDialogs) -> None:
        self._window = window
        self._session = session
        self._dialogs = dialogs

    def export_picture(self, palette: Palette, frame: Frame) -> None:
        """Ask for options and a name, and write the picture; `frame` is the part that the window shows."""
        from roofline_gui.ui.export_dialog import ExportDialog  # for the time after the first paint
        from roofline_gui.ui.picture import PictureError, render_image, write_picture

        session = self._session
        dialog = ExportDialog(session.document.title, palette, self._window)
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return
        options = dialog.options
        if options.title != session.document.title:
            session.edit("Change the title", rename(session.document, options.title))
        document = session.document
        path = self._dialogs.choose_target(self._window, "Save picture", self._suggested(".png"), "PNG picture (*.png)")
        if path is None:
            return
        session.settings.folder = str(path.parent)

        def fail(error: Exception) -> None:
            session.tell(Message(Severity.ERROR, "The picture was not saved.", str(error)))

        try:
            image = render_image(
                shown_by(session),
                options.size,
                options.scale,
                options.palette,
                options.transparent,
                frame if options.as_seen else None,
            )
        except PictureError as error:
            fail(error)
            return
        session.runner.start(
            f"Save {path.name}",
            lambda progress: write_picture(path, image, document if options.with_document else None),
            lambda result: session.said.emit(f"Saved {path}"),
            fail,
        )

    def export_table(self) -> None:
        """Ask for a name and write the table."""
        path = self._dialogs.choose_target(self._window, "Save table", self._suggested(".csv"), "CSV table (*.csv)")
        if path is not None:
            from roofline_gui.session.exports import export_performance_table

            self._session.settings.folder = str(path.parent)
            export_performance_table(self._session, path)

    def export_calculated(self) -> None:
        """Ask for a name and write the table of calculated kernels."""
        suggested, kinds = self._suggested("-calculated.csv"), "CSV table (*.csv)"
        path = self._dialogs.choose_target(self._window, "Save calculated table", suggested, kinds)
        if path is not None:
            from roofline_gui.session.exports import export_calculated_table

            self._session.settings.folder = str(path.parent)
            export_calculated_table(self._session, path)

    def _suggested(self, suffix: str) -> str:
        profiles = self._session.document.profiles
        stem = Path(profiles[0].name).stem if profiles else "profile"
        folder = self._session.settings.folder or Path.home()
        return str(Path(folder) / f"{stem}-roofline{suffix}")
