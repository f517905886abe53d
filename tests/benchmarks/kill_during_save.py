"""Kills the program while it saves, a hundred times: the file is whole each time, the old version or the new one.

A child process writes two documents in turn without a pause, and is killed at a random moment. They are encoded before,
so that nearly every kill hits a file that is being written.

Run: python -m tests.benchmarks.kill_during_save [TIMES]
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from roofline_gui.io.document_file import decode_document, encode_document, write_document
from roofline_gui.model.document import rename
from tests.benchmarks.document_time import document_of

LAUNCHES = 20_000
LONGEST = 0.2  # s from the first save to the kill, some ten saves
SAVING = """
import sys
from pathlib import Path
from roofline_gui.io.files import write_atomically
target, *sources = map(Path, sys.argv[1:])
texts = [source.read_bytes() for source in sources]
print("ready", flush=True)
while True:
    for text in texts:
        write_atomically(target, text)
"""


def kill_once(target: Path, sources: list[Path], after: float) -> None:
    """Start to save, and kill the process `after` some seconds."""
    command = [sys.executable, "-c", SAVING, str(target), *map(str, sources)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(after)
        os.kill(process.pid, signal.SIGKILL)


def main() -> int:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rng = random.Random(1)
    document = document_of(LAUNCHES)
    versions = [rename(document, "old"), rename(document, "new")]
    whole = {encode_document(version): version.title for version in versions}
    found = {"old": 0, "new": 0, "neither": 0}
    in_the_middle = 0
    with tempfile.TemporaryDirectory() as folder:
        sources = [Path(folder) / f"{version.title}.roofline" for version in versions]
        for path, version in zip(sources, versions, strict=True):
            write_document(path, version)
        target = Path(folder) / "target" / "a.roofline"
        target.parent.mkdir()
        write_document(target, versions[0])
        for _ in range(times):
            kill_once(target, sources, rng.uniform(0, LONGEST))
            data = target.read_bytes()
            found[whole.get(data, "neither")] += 1
            decode_document(data)
            unfinished = [path for path in target.parent.iterdir() if path != target]
            in_the_middle += bool(unfinished)
            for path in unfinished:
                path.unlink()
    print(f"killed {times} times, {in_the_middle} times before a save was complete")
    print(f"the file was the old one {found['old']} times, the new one {found['new']}, damaged {found['neither']}")
    return 1 if found["neither"] else 0


if __name__ == "__main__":
    sys.exit(main())
