"""Files that are written at once: an interrupted run leaves the old file."""

import contextlib
import os
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What tells a file from a later version of itself. Programs that replace a file give it another `inode`."""

    size: int
    modified_ns: int
    inode: int

    @staticmethod
    def of(state: os.stat_result) -> "Fingerprint":
        """The fingerprint of a file in this state."""
        return Fingerprint(state.st_size, state.st_mtime_ns, state.st_ino)


def fingerprint(path: Path) -> Fingerprint | None:
    """The fingerprint of a file as it is now, None where there is none to look at."""
    try:
        return Fingerprint.of(path.stat())
    except OSError:
        return None


def write_atomically(path: Path, data: str | bytes) -> Fingerprint:
    """Write `data` (text as UTF-8) to a new file beside `path` and put it in its place.

    A link is followed, and a file that is replaced keeps its permissions.

    Raises:
        OSError: the file cannot be written; the old one, if any, is unchanged.
    """
    target = path.resolve()
    written = data if isinstance(data, bytes) else data.encode("utf-8", errors="replace")
    with tempfile.NamedTemporaryFile("wb", dir=target.parent, prefix=f".{target.name[:40]}.", delete=False) as stream:
        new = Path(stream.name)
        try:
            stream.write(written)
            stream.flush()
            os.fsync(stream.fileno())
            new.chmod(_permissions(target))
            made = Fingerprint.of(os.fstat(stream.fileno()))
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()
            raise
    try:
        new.replace(target)
    except OSError:
        new.unlink()
        raise
    return made


def _permissions(target: Path) -> int:
    """Those of the file that is replaced, else the usual ones (temporary files are private at first)."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
