"""A transformer step being filled in: everything as it is typed, and the entry that comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from roofline_gui.model.workload.architecture import Architecture
from roofline_gui.model.workload.elements import ElementTypes, element_types
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.formula import BATCH_SIZE
from roofline_gui.model.workload.operations import Span
from roofline_gui.model.workload.parameters import ParameterError
from roofline_gui.model.workload.step import CONTEXT, TOKENS

NEW_ENTRY = 0  # the id of an entry that no document holds yet


@dataclass(frozen=True, slots=True)
class StepDraft:
    """context, tokens, batch: as typed; `context` counts when decoding, `tokens` when prefilling. name: empty for the
    model and what it does.
    """

    architecture: Architecture
    decode: bool = True
    context: str = "4096"
    tokens: str = "2048"
    batch: str = "1"
    types: ElementTypes = field(default_factory=lambda: element_types("bf16"))
    name: str = ""

    @property
    def own_name(self) -> str:
        """What the entry is called unless another name is typed."""
        model = self.architecture.name.rstrip("/").rpartition("/")[2] or self.architecture.name
        return f"{model} {'decode' if self.decode else 'prefill'}"


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """What comes of a draft: the entry, None where something cannot be used.

    problems: a reason for each text that cannot be used, by the name of its parameter.
    """

    entry: StepEntry | None
    problems: Mapping[str, str]


def step_draft_of(entry: StepEntry) -> StepDraft:
    """The draft that gives `entry`."""
    span, length = entry.span, str(entry.span.length)
    draft = StepDraft(entry.architecture, decode=span.decode, batch=str(entry.batch), types=entry.types)
    draft = replace(draft, context=length) if span.decode else replace(draft, tokens=length)
    return replace(draft, name="" if entry.name == draft.own_name else entry.name)


def read_step_draft(draft: StepDraft, before: StepEntry | None = None) -> StepOutcome:
    """The entry that `draft` describes, in the place of `before` where it changes that one."""
    values: dict[str, int] = {}
    problems: dict[str, str] = {}
    length, typed = (CONTEXT, draft.context) if draft.decode else (TOKENS, draft.tokens)
    for parameter, text in ((length, typed), (BATCH_SIZE, draft.batch)):
        try:
            values[parameter.name] = int(parameter.read(text))
        except ParameterError as error:
            problems[parameter.name] = f"{error.reason[0].upper()}{error.reason[1:]}"
    if problems:
        return StepOutcome(None, problems)
    entry = StepEntry(
        id=NEW_ENTRY if before is None else before.id,
        name=draft.name.strip() or draft.own_name,
        architecture=draft.architecture,
        span=Span(draft.decode, values[length.name]),
        types=draft.types,
        batch=values[BATCH_SIZE.name],
        shown=before is None or before.shown,
    )
    return StepOutcome(entry, {})
