"""What follows from a playground: doubt, combination, condition, each as mass functions."""

from dataclasses import dataclass

from belieflab.belief import MassTable
from belieflab.belief.combination import combine
from belieflab.errors import DataError
from belieflab.ui.pages.playground.state import Playground

OPEN_WORLD = "conjunctive"
"""The rule whose conditioning leaves its conflict on ∅."""

RESULT = "Result"


@dataclass(frozen=True)
class Outcome:
    """The mass functions on the way from the sources to the result.

    `typed` and `sources` (after their doubts) hold None for a source that is not a mass function
    yet; `combined` is before and `result` after the condition. `problem` says in one
    sentence why there is no result, and `conflict` is m(∅) of the conjunctive combination.
    """

    typed: tuple[MassTable | None, ...]
    sources: tuple[MassTable | None, ...]
    combined: MassTable | None = None
    result: MassTable | None = None
    conflict: float | None = None
    problem: str = ""

    def tables(self, playground: Playground) -> dict[str, MassTable]:
        """The mass functions that exist, by name; the result last."""
        pairs = zip(playground.sources, self.sources, strict=True)
        tables = {source.name: table for source, table in pairs if table is not None}
        if self.result is not None:
            tables[RESULT if RESULT not in tables else f"{RESULT} of the rule"] = self.result
        return tables


def work_out(playground: Playground) -> Outcome:
    """Discount every source, combine them by the rule, condition the outcome."""
    typed: list[MassTable | None] = []
    problem = ""
    for source in playground.sources:
        try:
            typed.append(source.table(playground.frame))
        except DataError as error:
            typed.append(None)
            problem = problem or str(error)
    sources = tuple(
        None if table is None else table.discount(source.doubt)
        for table, source in zip(typed, playground.sources, strict=True)
    )
    ready = [table for table in sources if table is not None]
    if problem:
        return Outcome(tuple(typed), sources, problem=problem)
    conflict = float(combine(ready, "conjunctive").conflict()[0])
    combined: MassTable | None = None
    try:
        _check_rule(playground, ready, conflict)
        combined = combine(ready, playground.rule)
        result = _conditioned(playground, combined)
    except DataError as error:
        return Outcome(tuple(typed), sources, combined, None, conflict, str(error))
    return Outcome(tuple(typed), sources, combined, result, conflict)


def _check_rule(playground: Playground, tables: list[MassTable], conflict: float) -> None:
    """Say in terms of this page what a rule cannot combine."""
    if playground.rule == "dempster" and conflict >= 1.0:
        raise DataError(
            "The sources contradict each other completely (conflict 1), so Dempster's rule has "
            "nothing to divide by: give one of them a doubt, or take another rule."
        )
    for source, table in zip(playground.sources, tables, strict=True):
        if playground.rule == "cautious" and table.mass_of(table.frame.omega)[0] <= 0:
            raise DataError(
                f"The cautious rule needs some mass on Ω in every source, and {source.name} has "
                "none: give it a doubt."
            )


def _conditioned(playground: Playground, combined: MassTable) -> MassTable:
    """The condition applied; only the conjunctive rule leaves what contradicts it on ∅."""
    if playground.given is None:
        return combined
    moved = combined.condition(playground.given)
    if playground.rule == OPEN_WORLD:
        return moved
    if moved.conflict()[0] >= 1.0:
        raise DataError(
            f"Nothing in the combination is compatible with the condition "
            f"{combined.frame.format(playground.given)}, so it cannot be conditioned on it."
        )
    return moved.normalise()
