"""Numbers as they are typed: arithmetic, units, limits; and as they are shown."""

import pytest

from roofline_gui.model.units import QuantityError
from roofline_gui.present.typed_number import CHANGE, TypedNumber, change_text, percent_of

COUNT = TypedNumber(1, 1_000_000, whole=True, blank="all", step=2)
SHARE = TypedNumber(0, 100, unit="%", why="It is a share.")


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (COUNT, "8*8", 64),
        (COUNT, " 2^10 ", 1024),
        (COUNT, "1 000", 1000),
        (COUNT, "1e3", 1000),
        (COUNT, "", None),
        (COUNT, "all", None),
        (COUNT, "all12", 12),  # typed behind what stood there
        (SHARE, "12.5", 12.5),
        (SHARE, "12.5%", 12.5),
        (SHARE, "1/4 %", 0.25),
        (CHANGE, "-40", -40),
        (CHANGE, "−40 %", -40),
        (CHANGE, "+12.5 %", 12.5),
        (CHANGE, "2.5 ×", 150),
        (CHANGE, "x 0.5", -50),
        (CHANGE, "-99.99", -99.99),
    ],
)
def test_what_is_typed_is_understood(kind: TypedNumber, text: str, value: float | None) -> None:
    assert kind.read(text) == (None if value is None else pytest.approx(value))


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        (COUNT, "12.5", "12.5 is no whole number."),
        (COUNT, "-5", "−5 is too small: at least 1."),
        (COUNT, "2e6", "2,000,000 is too large: at most 1,000,000."),
        (COUNT, "1,5", "decimals have a point"),
        (COUNT, "many", "a plain number is needed"),
        (COUNT, "1/0", "divides by zero"),
        (SHARE, "100.5 %", "100.5 % is too large: at most 100 %. It is a share."),
        (SHARE, "", "nothing was typed"),
        (CHANGE, "-100 %", "−100 % leaves nothing"),
        (CHANGE, "0 ×", "−100 % leaves nothing"),
        (CHANGE, "1e9", "+1,000,000,000 % is too large: at most +99,900 %."),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(kind: TypedNumber, text: str, reason: str) -> None:
    with pytest.raises(QuantityError) as caught:
        kind.read(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize("kind", [COUNT, SHARE, CHANGE])
@pytest.mark.parametrize("value", [1.0, 12.0, 99.0])
def test_what_is_shown_can_be_read_again(kind: TypedNumber, value: float) -> None:
    assert kind.read(kind.show(value)) == pytest.approx(value)


def test_numbers_are_shown_without_needless_digits() -> None:
    assert [COUNT.show(v) for v in (None, 1.0, 1_000_000.0)] == ["all", "1", "1000000"]
    assert [SHARE.show(v) for v in (0.0, 12.5, 33.3333)] == ["0 %", "12.5 %", "33.33 %"]
    assert [change_text(percent_of(f)) for f in (1.0, 0.6, 1.125, 3.0)] == ["0 %", "−40 %", "+12.5 %", "+200 %"]


def test_steps_stay_within_the_limits() -> None:
    assert [COUNT.stepped(v, n) for v, n in ((None, 1), (1, 3), (1, -1), (None, -1))] == [1, 7, None, None]
    assert [SHARE.stepped(v, n) for v, n in ((0, -1), (99.5, 1), (5, 2))] == [0, 100, 7]
    assert [CHANGE.stepped(v, n) for v, n in ((0, -1), (-97, -1), (-97, 1))] == [-5, -99, -92]
