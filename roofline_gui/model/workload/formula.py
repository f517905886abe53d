"""A formula as a table entry, and the kernel that comes of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from roofline_gui.model.arithmetic import evaluate_formula
from roofline_gui.model.units import Unit, format_amount
from roofline_gui.model.workload.elements import Element, ElementTypes, Engine
from roofline_gui.model.workload.expression import BATCH, law, numbers, symbols
from roofline_gui.model.workload.kernel import FormulaKernel
from roofline_gui.model.workload.law import Law
from roofline_gui.model.workload.parameters import Parameter, ParameterError, Role

BATCH_SIZE = Parameter("batch", "sequences or samples at once", default=1, largest=1e9)


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to carry a formula out, because intensity belongs to the implementation and not to the problem.

    All texts are formulas of the parameters, of `b` (batch) and of the element sizes `s_w`, `s`, `s_kv` in bytes.
    work: FLOP. traffic: DRAM bytes per role. special: special-function results, None where nobody counts them. All are
    linear in b, except for weights read from a `pool` of bytes of which each batch element touches a `share`. An
    optional parameter that was not given leaves unknown what it stands in.
    """

    id: str
    label: str
    assumption: str
    work: str = ""
    traffic: Mapping[Role, str] = field(default_factory=dict)
    special: str | None = ""
    pool: str = ""
    share: str = ""


def _as_given(values: dict[str, float]) -> dict[str, float]:
    return values


@dataclass(frozen=True, slots=True)
class Formula:
    """A kind of kernel: its parameters, the ways to carry it out (the first is the default) and what it runs on.

    id: what it is called in files and on the command line; name: what people call it; title: the same in a sentence.
    dtype: element type unless another is chosen. derive: adds what follows from the parameters, and refuses
    combinations that make no sense. tokens: formula of the tokens per batch element, where it is about tokens.
    """

    id: str
    name: str
    title: str
    parameters: tuple[Parameter, ...]
    variants: tuple[Variant, ...]
    engine: Engine
    dtype: Element
    derive: Callable[[dict[str, float]], dict[str, float]] = _as_given
    tokens: str = ""

    def variant(self, name: str) -> Variant:
        """The variant called `name`; the first one for an empty name.

        Raises:
            ParameterError: no such variant.
        """
        for variant in self.variants:
            if name in ("", variant.id):
                return variant
        known = ", ".join(v.id for v in self.variants)
        raise ParameterError("variant", f"“{name}” is not a variant of {self.id}. Known: {known}.")


def build(
    name: str, variant: Variant, variables: Mapping[str, float], types: ElementTypes, engine: Engine, batch: int = 1
) -> FormulaKernel:
    """The kernel of a variant with its variables put in. The text is written for `batch`, the laws hold for any.

    Raises:
        QuantityError: the result is no finite number.
    """
    known = {**variables, "s_w": types.weights.size, "s": types.activations.size, "s_kv": types.kv.size}
    work, special = law(variant.work, known), law(variant.special, known)
    traffic = {role: law(text, known) for role, text in variant.traffic.items()}
    if variant.pool:
        pool, share = evaluate_formula(variant.pool, known), evaluate_formula(variant.share, known)
        traffic[Role.WEIGHTS] = (traffic.get(Role.WEIGHTS) or Law()) + Law(pools=((pool, share),))
    moved = {role: found for role, found in traffic.items() if found is not None}
    if len(moved) < len(traffic):
        moved = {}
    share_text = f"({variant.share})" if "-" in variant.share else variant.share
    pooled = f"{variant.pool}*(1 - (1 - {share_text})^b)" if variant.pool else ""
    traffic_text = " + ".join(filter(None, [pooled, *(variant.traffic.get(role, "") for role in Role)]))

    def line(quantity: str, text: str, amount: Law | None, unit: Unit | str) -> str:
        if amount is None:
            return f"{quantity} is unknown"
        if not text:
            return f"{quantity} = 0"
        written = (symbols(text, types.uniform), numbers(text, {**known, BATCH: float(batch)}))
        return " = ".join([quantity, *written, format_amount(float(amount.at(batch)), unit)])

    lines = [
        line("W", variant.work, work, Unit.FLOP),
        line("Q", traffic_text, sum(moved.values(), Law()) if moved else None, Unit.BYTE),
    ]
    if variant.special:
        lines.append(line("N_sf", variant.special, special, "op"))
    return FormulaKernel(
        name=name,
        work={} if work is None else {types.precision(engine): work},
        traffic=moved,
        special=special,
        text=tuple(lines),
        assumption=variant.assumption,
        batch=batch,
    )
