"""Titles of pictures: kept short where they only list files, made of kernels where there are no files."""

from dataclasses import replace

import pytest

from roofline_gui.model.document import Document, title_of
from roofline_gui.model.source import Source
from roofline_gui.present.picture.scene import scene
from roofline_gui.present.picture.shown import Shown
from tests.present.pictures import calculated, gemm, llama, measured_at, shown, stays


def opened(*names: str) -> Document:
    """A document of files that are called so, under the title that it has by itself."""
    (source,) = measured_at([(10.0, 4e13)]).sources
    sources = tuple(Source(replace(source.profile, name=name), name) for name in names)
    return Document(title_of(sources), sources)


@pytest.mark.parametrize(
    ("names", "title"),
    [
        (("a.csv",), "a.csv"),
        (("a.csv", "b.csv", "c.csv"), "a.csv, b.csv, c.csv"),
        (("a.csv", "b.csv", "c.csv", "d.csv"), "a.csv, b.csv and 2 more"),
        (("a.csv", "a.csv", "b.csv"), "a.csv, b.csv"),
    ],
)
def test_a_title_that_lists_files_names_two_of_many(names: tuple[str, ...], title: str) -> None:
    assert scene(Shown(opened(*names))).caption.title == title


def test_a_title_that_was_given_stays() -> None:
    document = replace(opened("a.csv", "b.csv", "c.csv", "d.csv"), title="My decode step, four ways, on an H200")
    assert scene(Shown(document)).caption.title == document.title


def test_without_files_the_kernels_are_the_title() -> None:
    assert scene(shown(calculated(llama()))).caption.title == "Llama"
    hidden = replace(stays(3, "third"), shown=False)
    assert scene(shown(calculated(gemm(), stays(2, "second"), hidden))).caption.title == "gemm, second"
    assert scene(Shown(Document())).caption.title == ""


def test_what_is_different_is_said_first_even_without_measurements() -> None:
    assert scene(shown(calculated(gemm()), batch=64)).caption.subtitle == "What if: batch 64."
