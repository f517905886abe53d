"""How long a document of 50,000 launches takes to save and to open, how large it is, and how long other threads wait.

The launches are those of a capture, repeated; times and traffic are spread by some percent, as if measured repeatedly.
Saving and opening run in a worker thread, as in the program, while the main thread ticks like a user interface.

Run: python -m tests.benchmarks.document_time [LAUNCHES]
"""

import dataclasses
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from roofline_gui.io.document_file import put_into_picture, read_document, write_document
from roofline_gui.io.machines import load_catalogue, resolve
from roofline_gui.io.ncu import read_profile
from roofline_gui.model.demand import Floats
from roofline_gui.model.document import Document
from roofline_gui.model.launches import Launches, Texts
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source

CAPTURE = Path(__file__).parents[1] / "data" / "h200" / "decode-fp8-recommended-raw.csv"
RUNS = 5
TICK = 0.002  # s


def document_of(launches: int) -> Document:
    """A document with one source of so many launches."""
    profile = read_profile(CAPTURE)
    assert isinstance(profile, Profile)
    random = np.random.default_rng(1)
    few = profile.launches
    many = few.take(np.arange(launches) % len(few))

    def spread(values: Floats) -> Floats:
        return np.round(values * random.normal(1, 0.03, launches), 12)

    demand = dataclasses.replace(
        many.demand,
        time=spread(many.demand.time),
        bytes={level: np.round(spread(values)) for level, values in many.demand.bytes.items()},
    )
    evidence = {item: np.round(spread(values), 2) for item, values in many.evidence.items()}
    ids = Texts.of([str(i) for i in range(launches)])
    varied: Launches = dataclasses.replace(many, demand=demand, evidence=evidence, launch_id=ids)
    source = Source(dataclasses.replace(profile, launches=varied), profile.name)
    return Document(profile.name, (source,), resolve(load_catalogue().machines, "h200-sxm"))


def measure(action: Callable[[], object]) -> tuple[float, float]:
    """Median time of `action` in a worker thread, s, and the longest time that the main thread had to wait, s."""
    times, waits = [], []
    for _ in range(RUNS):
        start = time.perf_counter()
        worker = threading.Thread(target=action)
        worker.start()
        longest, last = 0.0, time.perf_counter()
        while worker.is_alive():
            time.sleep(TICK)
            now = time.perf_counter()
            longest, last = max(longest, now - last - TICK), now
        times.append(time.perf_counter() - start)
        waits.append(longest)
    return statistics.median(times), max(waits)


def main() -> None:
    launches = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    document = document_of(launches)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.roofline"
        saved = measure(lambda: write_document(path, document))
        opened = measure(lambda: read_document(path))
        size = path.stat().st_size
    print(f"{launches:,} launches: {size / 1e6:.1f} MB, {size / launches:.0f} B per launch")
    for name, (median, wait) in (("save", saved), ("open", opened)):
        print(f"{name}: {median:.2f} s, other threads wait {1e3 * wait:.0f} ms at most (limit 100)")
    picture = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\0IEND\xaeB`\x82"
    packed, wait = measure(lambda: put_into_picture(picture, document))
    carried = len(put_into_picture(picture, document))
    print(f"carried by a picture: {carried / 1e6:.1f} MB, {packed:.2f} s, other threads wait {1e3 * wait:.0f} ms")


if __name__ == "__main__":
    main()
