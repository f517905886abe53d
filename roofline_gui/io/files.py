"""Files that are written at once: an interrupted run leaves the old file."""

import contextlib
import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Write `text` as UTF-8 to a new file beside `path` and put it in its place.

    Raises:
        OSError: the file cannot be written; the old one, if any, is unchanged.
    """
    with tempfile.NamedTemporaryFile(
        "w", dir=path.parent, prefix=f".{path.name}.", delete=False, encoding="utf-8", errors="replace", newline=""
    ) as stream:
        new = Path(stream.name)
        try:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
            mask = os.umask(0)
            os.umask(mask)
            new.chmod(0o666 & ~mask)  # temporary files are private at first
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()
            raise
    try:
        new.replace(path)
    except OSError:
        new.unlink()
        raise
