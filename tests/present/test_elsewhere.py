"""Words for runs that are judged on another machine than the one that they were measured on."""

from dataclasses import replace

from roofline_gui.model.devices import Elsewhere, judged_elsewhere
from roofline_gui.model.document import Document
from roofline_gui.model.source import Source
from roofline_gui.present.elsewhere import elsewhere_caption, elsewhere_text
from roofline_gui.present.picture.scene import scene
from roofline_gui.present.picture.shown import work_out
from tests.model.builders import ROUND
from tests.model.profiles import profile

OLD = replace(ROUND, id="old", name="Old GPU", device_names=("NVIDIA Old",))
NEW = replace(ROUND, id="new", name="New GPU", device_names=("NVIDIA New",))


def made(*devices: str) -> Document:
    return Document(
        sources=tuple(Source(profile(f"{d}.csv", device=d), f"{d}.csv") for d in devices), machine=OLD, title="T"
    )


def found(document: Document) -> tuple[Elsewhere, ...]:
    return judged_elsewhere(document, (OLD, NEW))


def test_one_run_is_told_in_a_sentence() -> None:
    (one,) = found(made("NVIDIA New"))
    assert elsewhere_text(one) == (
        "NVIDIA New.csv was measured on NVIDIA New and is judged on Old GPU: its fractions of roof are those of a "
        "machine that it did not run on."
    )


def test_a_caption_names_each_pair_once() -> None:
    assert elsewhere_caption(()) == ""
    runs = found(made("NVIDIA New", "NVIDIA New", "New"))
    assert elsewhere_caption(runs) == "Measured on NVIDIA New, judged on Old GPU; measured on New, judged on Old GPU"


def test_a_picture_says_so_first() -> None:
    told = scene(work_out(made("NVIDIA New"), known=(OLD, NEW))).caption.subtitle
    assert told.startswith("Measured on NVIDIA New, judged on Old GPU. ")
    assert "judged" not in scene(work_out(made("NVIDIA Old"), known=(OLD, NEW))).caption.subtitle
