"""What follows from a playground: doubt, combination, condition, each as mass functions."""

from dataclasses import dataclass, replace

from belieflab.belief import MassTable
from belieflab.belief.algebra import Step, derive_condition, derive_discount
from belieflab.belief.combination import combine, derive
from belieflab.belief.rules import RULES
from belieflab.errors import DataError
from belieflab.ui.pages.playground.state import Playground

RESULT = "Result"


@dataclass(frozen=True)
class Combination:
    """The mass functions on the way from the sources to the result.

    `sources`, after their doubts, hold None for one that is not a mass function yet; `combined` is
    before and `result` after the condition. `problem` says in one sentence why there is no result,
    and `conflict` is m(∅) of the conjunctive combination.
    """

    playground: Playground
    sources: tuple[MassTable | None, ...]
    combined: MassTable | None = None
    result: MassTable | None = None
    conflict: float | None = None
    problem: str = ""

    @property
    def tables(self) -> dict[str, MassTable]:
        """The mass functions that exist, by name; the result last."""
        pairs = zip(self.playground.sources, self.sources, strict=True)
        tables = {source.name: table for source, table in pairs if table is not None}
        if self.result is not None:
            tables[RESULT if RESULT not in tables else f"{RESULT} of the rule"] = self.result
        return tables

    @property
    def ready(self) -> list[MassTable]:
        """The sources that are mass functions."""
        return [table for table in self.sources if table is not None]


def work_out(playground: Playground) -> Combination:
    """Discount every source, combine them by the rule, condition the outcome."""
    sources: list[MassTable | None] = []
    problem = ""
    for source in playground.sources:
        try:
            sources.append(source.table(playground.frame).discount(source.doubt))
        except DataError as error:
            sources.append(None)
            problem = problem or str(error)
    outcome = Combination(playground, tuple(sources), problem=problem)
    if problem:
        return outcome
    outcome = replace(outcome, conflict=float(combine(outcome.ready, "conjunctive").conflict()[0]))
    try:
        _check_rule(outcome)
        combined = combine(outcome.ready, playground.rule)
        outcome = replace(outcome, combined=combined)
        return replace(outcome, result=_conditioned(playground, combined))
    except DataError as error:
        return replace(outcome, problem=str(error))


def steps_of(outcome: Combination) -> tuple[list[Step], str]:
    """The steps as far as they go, and the sentence that says why they stop, if they do."""
    playground = outcome.playground
    steps = [
        derive_discount(source.table(playground.frame), source.doubt, j)
        for j, source in enumerate(playground.sources)
        if outcome.sources[j] is not None and source.doubt > 0
    ]
    if len(outcome.ready) < len(outcome.sources):
        return steps, outcome.problem
    try:
        steps += derive(outcome.ready, playground.rule)
        if playground.given is not None and outcome.combined is not None:
            moved = derive_condition(outcome.combined, playground.given)
            steps += moved[:1] if RULES[playground.rule].keeps_conflict else moved
    except DataError as error:
        return steps, outcome.problem or str(error)
    return steps, ""


def _check_rule(outcome: Combination) -> None:
    """Say in terms of this page what a rule cannot combine."""
    rule, omega = RULES[outcome.playground.rule], outcome.playground.frame.omega
    if rule.divides_conflict and (outcome.conflict or 0.0) >= 1.0:
        raise DataError(
            f"The sources contradict each other completely (conflict 1), so {rule.title}'s "
            "rule has nothing to divide by: give one of them a doubt, or take another rule."
        )
    for name, table in outcome.tables.items():
        if rule.needs_omega and table.mass_of(omega)[0] <= 0:
            raise DataError(
                f"{rule.title}: this rule needs some mass on Ω in every source, and {name} has "
                "none: give it a doubt."
            )


def _conditioned(playground: Playground, combined: MassTable) -> MassTable:
    """The condition applied; a rule that keeps its conflict leaves what contradicts on ∅."""
    if playground.given is None:
        return combined
    moved = combined.condition(playground.given)
    if RULES[playground.rule].keeps_conflict:
        return moved
    if moved.conflict()[0] >= 1.0:
        raise DataError(
            f"Nothing in the combination is compatible with the condition "
            f"{combined.frame.format(playground.given)}, so it cannot be conditioned on it."
        )
    return moved.normalise()
