from pytestqt.qtbot import QtBot

from roofline_gui.ui.widgets.text import TIP_WIDTH, ElidedLabel, NameLabel, tip
from tests.session.builders import UNNAMED


def test_tips_show_markup_as_it_is() -> None:
    assert "<unnamed>" not in tip(UNNAMED)
    assert "&lt;unnamed&gt;" in tip(UNNAMED)
    assert tip(UNNAMED).startswith("<p ")  # so that Qt takes the escapes back
    assert tip("") == ""


def test_tips_break_long_names() -> None:
    lines = tip("x" * 200).removeprefix("<p style='white-space:pre'>").removesuffix("</p>").split("\n")
    assert [len(line) for line in lines] == [TIP_WIDTH, TIP_WIDTH, 20]
    assert tip("one\ntwo").count("\n") == 1


def test_elided_label_keeps_both_ends(qtbot: QtBot) -> None:
    label = ElidedLabel("alpha_" * 20 + "omega")
    qtbot.addWidget(label)
    label.resize(160, 20)
    label.show()
    assert label.text().startswith("alpha")
    assert label.text().endswith("omega")
    assert "…" in label.text()
    assert label.full_text.count("alpha") == 20
    assert "omega" in label.toolTip()
    label.resize(3000, 20)
    assert label.text() == label.full_text
    assert label.toolTip() == ""
    label.hide()


def test_an_elided_label_paints_its_text_and_keeps_its_height(qtbot: QtBot) -> None:
    label = ElidedLabel("a && <b>")
    qtbot.addWidget(label)
    label.resize(200, 20)
    with qtbot.waitExposed(label):
        label.show()
    height, before = label.sizeHint().height(), label.grab().toImage()
    label.set_full_text("")
    assert label.sizeHint().height() == height
    assert label.grab().toImage() != before
    label.set_full_text("a && <b>")
    assert label.grab().toImage() == before
    label.hide()


def test_names_need_at_most_three_lines(qtbot: QtBot) -> None:
    short, long = NameLabel("gemm"), NameLabel(UNNAMED * 40)
    for label in (short, long):
        qtbot.addWidget(label)
    line = short.fontMetrics().lineSpacing()
    assert short.heightForWidth(300) == line
    assert long.heightForWidth(300) == 3 * line
    assert long.full_text == UNNAMED * 40
