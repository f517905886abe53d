"""Typed arithmetic such as ``2*4096^3`` or ``3*100e6*4 B``, read without `eval`.

Grammar, loosest first: sum, product (a unit behind a product belongs to all of it), sign, power (to the right),
number, name or bracket.
"""

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

from roofline_gui.model.units import QuantityError, Unit, parse_quantity

MAX_LENGTH = 300  # characters
MAX_DEPTH = 40  # nested brackets, signs and powers

# A value and how many times the unit stands in it (0: a plain number, 1: a quantity).
_Value: TypeAlias = tuple[float, int]
_Node: TypeAlias = Callable[[Mapping[str, float]], _Value]

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d{1,3}(?:[ _]\d{3})+(?!\d)|\d+)(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)"
    r"|(?P<word>[^\W\d]\w*(?:/[^\W\d]+)?)"
    r"|(?P<sign>\*\*|[-+*/^()×·÷−]))"
)
_SAME_SIGN = {"**": "^", "×": "*", "·": "*", "÷": "/", "−": "-"}


def evaluate(text: str, unit: Unit | None = None) -> float:
    """The value of typed arithmetic in base units of `unit`; without one it is a plain number.

    ``2*4096^3``, ``(1 + 2)/3``, ``137 GFLOP``, ``3*100e6*4 B`` and ``100 MB + 5 MiB`` are read. A result without a unit
    is taken in base units.

    Raises:
        QuantityError: not arithmetic, a unit of another kind, division by zero, no finite result, too long or too deep.
    """
    value, units = _Parser(text, unit).parse()({})
    if units not in (0, 1):
        raise QuantityError(f"“{text.strip()}” does not come out in {unit}: the unit stands in a divisor.")
    return value


def evaluate_formula(text: str, variables: Mapping[str, float]) -> float:
    """The value of a formula with its variables put in, all plain numbers.

    Raises:
        QuantityError: as for `evaluate`.
    """
    return _formula(text)(variables)[0]


@lru_cache(maxsize=1024)
def _formula(text: str) -> _Node:
    return _Parser(text, None, names=True).parse()


def _constant(value: float, units: int = 0) -> _Node:
    return lambda _: (value, units)


class _Parser:
    """Recursive descent from text to a function of the variables."""

    def __init__(self, text: str, unit: Unit | None, names: bool = False) -> None:
        if len(text) > MAX_LENGTH:
            raise QuantityError(f"the text is too long: {len(text)} characters, {MAX_LENGTH} can be read.")
        self._text = text.strip()
        self._unit = unit
        self._names = names
        self._tokens = self._split(text)
        self._at = 0
        self._depth = 0

    def parse(self) -> _Node:
        if not self._tokens:
            raise QuantityError("nothing was typed where a number is needed.")
        node = self._sum()
        if self._peek() is not None:
            raise self._unexpected()
        return node

    def _split(self, text: str) -> list[tuple[str, str]]:
        tokens, at = [], 0
        end = len(text.rstrip())
        while at < end:
            match = _TOKEN.match(text, at)
            if match is None:
                sign = text[at:].strip()[0]
                hint = ": decimals have a point, thousands a blank" if sign == "," else ""
                raise QuantityError(f"“{sign}” is not understood in “{self._text}”{hint}.")
            kind = str(match.lastgroup)
            token = match[kind]
            at = match.end()
            if kind == "word" and "/" in token and (self._unit is None or "/" not in self._unit.value):
                at -= len(token) - token.index("/")  # the slash divides; only units like B/s keep it
                token = token[: token.index("/")]
            tokens.append((kind, _SAME_SIGN.get(token, token)))
        return tokens

    def _peek(self, *signs: str) -> str | None:
        """The next token if it is one of `signs` (any token without them), else None."""
        if self._at >= len(self._tokens):
            return None
        kind, token = self._tokens[self._at]
        return token if not signs or (kind == "sign" and token in signs) else None

    def _unexpected(self) -> QuantityError:
        if self._at >= len(self._tokens):
            return QuantityError(f"“{self._text}” ends where a number is needed.")
        kind, token = self._tokens[self._at]
        if kind == "word" and self._unit is None and not self._names:
            return QuantityError(f"“{token}” in “{self._text}”: a plain number is needed, for example 4096 or 70e9.")
        return QuantityError(f"“{token}” stands in “{self._text}” where it makes no sense.")

    def _sum(self) -> _Node:
        node = self._product()
        while sign := self._peek("+", "-"):
            self._at += 1
            node = self._added(node, self._product(), 1.0 if sign == "+" else -1.0)
        return node

    def _product(self) -> _Node:
        node = self._power()
        while True:
            if sign := self._peek("*", "/"):
                self._at += 1
                node = self._multiplied(node, self._power(), sign)
            elif self._unit is not None and self._at < len(self._tokens) and self._tokens[self._at][0] == "word":
                factor = parse_quantity(f"1 {self._tokens[self._at][1]}", self._unit)
                self._at += 1
                node = self._multiplied(node, _constant(factor, 1), "*")
            else:
                return node

    def _power(self) -> _Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise QuantityError(f"“{self._text[:20]}…” is nested too deeply: {MAX_DEPTH} levels can be read.")
        try:
            if sign := self._peek("+", "-"):
                self._at += 1
                operand = self._power()
                return operand if sign == "+" else self._multiplied(_constant(-1.0), operand, "*")
            node = self._atom()
            if self._peek("^"):
                self._at += 1
                node = self._raised(node, self._power())
            return node
        finally:
            self._depth -= 1

    def _atom(self) -> _Node:
        if self._at >= len(self._tokens):
            raise self._unexpected()
        kind, token = self._tokens[self._at]
        if kind == "number":
            self._at += 1
            return _constant(self._finite(float(token.replace(" ", "").replace("_", ""))))
        if kind == "word" and self._names:
            self._at += 1
            return lambda variables: (variables[token], 0)
        if self._peek("("):
            self._at += 1
            node = self._sum()
            if not self._peek(")"):
                raise QuantityError(f"“{self._text}” lacks a closing bracket.")
            self._at += 1
            return node
        raise self._unexpected()

    def _added(self, left: _Node, right: _Node, sign: float) -> _Node:
        def node(variables: Mapping[str, float]) -> _Value:
            (a, units), (b, others) = left(variables), right(variables)
            if units != others:
                raise QuantityError(f"“{self._text}” adds numbers with and without a unit; give every part its unit.")
            return self._finite(a + sign * b), units

        return node

    def _multiplied(self, left: _Node, right: _Node, sign: str) -> _Node:
        def node(variables: Mapping[str, float]) -> _Value:
            (a, units), (b, others) = left(variables), right(variables)
            if sign == "*":
                if units and others:
                    raise QuantityError(f"“{self._text}” multiplies two units; only one factor can have one.")
                return self._finite(a * b), units + others
            if b == 0:
                raise QuantityError(f"“{self._text}” divides by zero.")
            return self._finite(a / b), units - others

        return node

    def _raised(self, base: _Node, exponent: _Node) -> _Node:
        def node(variables: Mapping[str, float]) -> _Value:
            (a, units), (b, others) = base(variables), exponent(variables)
            if units or others:
                raise QuantityError(f"“{self._text}” raises a number with a unit to a power.")
            if a == 0 and b < 0:
                raise QuantityError(f"“{self._text}” divides by zero.")
            if a < 0 and not b.is_integer():
                raise QuantityError(f"“{self._text}” takes a root of a negative number.")
            try:
                return self._finite(a**b), 0
            except OverflowError as error:
                raise self._too_large() from error

        return node

    def _finite(self, value: float) -> float:
        if not math.isfinite(value):
            raise self._too_large()
        return value

    def _too_large(self) -> QuantityError:
        return QuantityError(f"“{self._text}” is too large to be computed.")
