"""The HTML report: complete, escaped, self-contained."""

import re
from html.parser import HTMLParser

from roofline_gui.model.analysis import analyse
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source
from roofline_gui.present.html_report import html_report
from tests.present.builders import MACHINE, launches

HOSTILE = "<b>bold</b>&amp;<img src=x onerror=alert(1)>(float *)"


class Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def report() -> str:
    found = launches(
        [HOSTILE, "copy", "no_traffic"],
        [200e-6, 100e-6, 1e-3],
        {Precision.FP32: [75e6, 0.0, 1e6]},
        {Level.DRAM: [900e6, 0.4e9, float("nan")]},
    )
    ledger = Ledger(read=3, notes=("FP64 was not counted.",))
    source = Source(Profile("a <run>.csv", "", found, ledger), "a <run>.csv")
    document = Document("a <run>.csv", (source,), MACHINE, Grouping.LAUNCH)
    analysis = analyse(document)
    assert analysis is not None
    return html_report(document, analysis, b"PNG")


def test_names_are_text_and_nothing_else() -> None:
    text = report()
    page = Texts()
    page.feed(text)
    assert page.tags.count("img") == 1  # the picture
    assert "b" not in page.tags
    assert "script" not in page.tags
    assert HOSTILE in "".join(page.texts)
    assert "a <run>.csv" in "".join(page.texts)


def test_nothing_is_loaded_from_elsewhere() -> None:
    sources = re.findall(r'(?:src|href)="([^"]+)"', report())
    assert sources == ["data:image/png;base64,UE5H"]


def test_table_verdicts_ledger_and_provenance_are_in_it() -> None:
    page = Texts()
    page.feed(report())
    text = " ".join(page.texts)
    assert "90 %" in text  # 4.5 of 5 TB/s
    assert "Memory-bound, at the roof" in text
    assert "No FLOP: judged by bandwidth, 80 % of HBM" in text
    assert "3 launches read, 1 drawn, 2 not drawn" in text
    assert "no DRAM traffic counters" in text
    assert "FP64 was not counted." in text
    assert "test sheet" in text
    assert "Done from 80 % of roof, far below under 25 %." in text
