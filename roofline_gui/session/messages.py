"""What the program tells its user, in the window and beside what it is about."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from roofline_gui.model.profile import Refusal


class Severity(StrEnum):
    """How much a message matters."""

    HINT = "hint"
    NOTE = "note"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Action:
    """Something that the reader of a message can do with one click."""

    text: str
    run: Callable[[], None]


@dataclass(frozen=True, slots=True, eq=False)
class Message:
    """One message: a `title` (what happened), `text` (what to do), a shell `command` to copy, an `action`, and the
    `alternative` to it. One that `waits` stays until it is answered or put away.

    All texts are plain. Two messages are the same only if they are one object.
    """

    severity: Severity
    title: str
    text: str = ""
    command: str = ""
    action: Action | None = None
    alternative: Action | None = None
    waits: bool = False


def message_of_refusal(refusal: Refusal, action: Action | None = None) -> Message:
    """The message about a file that holds nothing usable, with what can be done instead."""
    text = f"{refusal.advice}\n{refusal.detail}" if refusal.detail else refusal.advice
    return Message(Severity.ERROR, f"{refusal.name}: {refusal.what}", text, refusal.command, action)
