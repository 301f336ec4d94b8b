"""The tab that shows the sum: every step from the typed masses to the result."""

from collections.abc import Callable

import streamlit as st

from belieflab.belief import MassTable
from belieflab.belief.algebra import Step, derive_condition, derive_discount, masses_of
from belieflab.belief.combination import RULES, derive
from belieflab.errors import DataError
from belieflab.figures.playground.product_square import product_square
from belieflab.ui.method.charts import draw_small
from belieflab.ui.pages.playground.outcome import OPEN_WORLD, Outcome
from belieflab.ui.pages.playground.state import Playground
from belieflab.ui.pages.playground.steps import FORMULAS, symbol, title_of, write_step
from belieflab.ui.shell.text import plain


def steps_of(playground: Playground, outcome: Outcome) -> tuple[list[Step], str]:
    """The steps as far as they go, and the sentence that says why they stop, if they do."""
    steps = [
        derive_discount(table, source.doubt, j)
        for j, (source, table) in enumerate(zip(playground.sources, outcome.typed, strict=True))
        if table is not None and source.doubt > 0
    ]
    ready = [table for table in outcome.sources if table is not None]
    if len(ready) < len(outcome.sources):
        return steps, outcome.problem
    try:
        steps += derive(ready, playground.rule)
        if playground.given is not None and outcome.combined is not None:
            moved = derive_condition(outcome.combined, playground.given)
            steps += moved[:1] if playground.rule == OPEN_WORLD else moved
    except DataError as error:
        return steps, outcome.problem or str(error)
    return steps, ""


def draw_algebra(playground: Playground, outcome: Outcome) -> None:
    """The square of products for two sources, then each step with its formula and its sums."""
    steps, problem = steps_of(playground, outcome)
    names = ", ".join(
        f"{symbol((j,))} {source.name}" for j, source in enumerate(playground.sources)
    )
    st.caption(f"{plain(names)}. Typed masses before their doubt are called t.")
    first_two = [table for table in outcome.sources[:2] if table is not None]
    target = RULES[playground.rule].target
    if len(first_two) == 2 and target is not None:
        left, right = st.columns([3, 2], gap="medium")
        with right:
            _draw_square(playground, first_two, target)
        with left:
            _draw_steps(playground, steps)
    else:
        _draw_steps(playground, steps)
    if problem:
        st.error(plain(problem), icon=":material/error:")


def _draw_steps(playground: Playground, steps: list[Step]) -> None:
    for number, step in enumerate(steps, start=1):
        st.markdown(f"**{number}. {plain(title_of(step))}**")
        st.latex(FORMULAS[step.kind])
        st.code(write_step(step, playground.frame), language=None, wrap_lines=True)


def _draw_square(
    playground: Playground, tables: list[MassTable], target: Callable[[int, int], int]
) -> None:
    sides = [
        (f"{symbol((j,))} {playground.sources[j].name}", masses_of(table))
        for j, table in enumerate(tables)
    ]
    st.markdown("**Every product is the area of a tile**")
    draw_small(product_square(playground.frame, sides[0], sides[1], target), "playground.square")
    st.caption("The colour is the set that gets the product; black is conflict.")
