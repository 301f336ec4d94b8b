"""The tab that shows the sum: every step from the typed masses to the result, to check by hand.

The texts hold names as typed and go where nothing is read as Markdown.
"""

from math import fsum

import streamlit as st

from belieflab.belief import Frame
from belieflab.belief.algebra import Line, Operand, Part, Step, masses_of
from belieflab.belief.rules import RULES
from belieflab.figures.playground.product_square import product_square
from belieflab.ui.method.charts import draw_small
from belieflab.ui.pages.playground.combination import Combination, steps_of
from belieflab.ui.shell.text import plain, written

MAX_PARTS = 10
"""A longer sum shows its largest products and says how many are left out."""

_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

FORMULAS = {
    "discount": r"m(A) = (1 - \alpha)\, t(A), \qquad m(\Omega) = (1 - \alpha)\, t(\Omega) + \alpha",
    "intersection": r"m_{12}(C) = \sum_{A \cap B = C} m_1(A)\, m_2(B)",
    "union": r"m_{12}(C) = \sum_{A \cup B = C} m_1(A)\, m_2(B)",
    "compromise": r"m(C) = \sum_{\bigcap A_j = C \neq \emptyset} \prod_j m_j(A_j) + "
    r"\sum_{\bigcap A_j = \emptyset,\ \bigcup A_j = C} \prod_j m_j(A_j)",
    "normalise": r"m(A) \leftarrow \frac{m(A)}{1 - \kappa}, \qquad \kappa = m(\emptyset)",
    "to-omega": r"m(\Omega) \leftarrow m(\Omega) + m(\emptyset), \qquad m(\emptyset) \leftarrow 0",
    "mean": r"m(A) = \frac{1}{J} \sum_{j=1}^{J} m_j(A)",
    "weights": r"\ln w_j(A) = -\sum_{B \supseteq A} (-1)^{|B| - |A|} \ln q_j(B), \qquad "
    r"w(A) = \min_j w_j(A)",
    "from-weights": r"q(A) = \prod_{B \not\supseteq A} w(B), \qquad "
    r"m(A) = \sum_{B \supseteq A} (-1)^{|B| - |A|} q(B)",
    "condition": r"m'(A) = \sum_{C \cap B = A} m(C)",
}


def draw_sum(outcome: Combination) -> None:
    """The square of products for two sources, then each step with its formula and its sums."""
    steps, problem = steps_of(outcome)
    frame, target = outcome.playground.frame, RULES[outcome.playground.rule].target
    names = [f"{symbol((j,))} {each.name}" for j, each in enumerate(outcome.playground.sources)]
    st.caption(f"{plain(', '.join(names))}. Typed masses before their doubt are called t.")
    place = st.container()
    first, second = (*outcome.sources, None)[:2]
    if first is not None and second is not None and target is not None:
        place, right = st.columns([3, 2], gap="medium")
        with right:
            st.markdown("**Every product is the area of a tile**")
            sides = (names[0], masses_of(first)), (names[1], masses_of(second))
            draw_small(product_square(frame, *sides, target), "playground.square")
            st.caption("The colour is the set that gets the product; black is conflict.")
    with place:
        for number, step in enumerate(steps, start=1):
            st.markdown(f"**{number}. {plain(title_of(step))}**")
            st.latex(FORMULAS[step.kind])
            st.code(write_step(step, frame), language=None, wrap_lines=True)
    if problem:
        st.error(plain(problem), icon=":material/error:")


def title_of(step: Step) -> str:
    """What happens in a step."""
    who = " and ".join(symbol(operand) for operand in step.operands)
    return {
        "discount": f"Doubt about {who}: the share {step.number:.6g} of every mass goes to Ω",
        "intersection": f"Combine {who}: every product goes to the intersection of its sets",
        "union": f"Combine {who}: every product goes to the union of its sets",
        "compromise": "Every product goes to the intersection, or to the union if that is empty",
        "normalise": f"Divide by 1 - κ = 1 - {step.number:.6g} = {1 - step.number:.6g}",
        "to-omega": f"The conflict {step.number:.6g} goes to Ω",
        "mean": "Take the mean of the masses",
        "weights": "The canonical weights, and the least of each set",
        "from-weights": "The masses that these weights stand for",
        "condition": "Move every mass to the part of its set inside the condition",
    }[step.kind]


def write_step(step: Step, frame: Frame) -> str:
    """All lines of a step, each set's number with the sum behind it."""
    lines = [each for each in step.lines if step.kind != "from-weights" or abs(each.value) > 1e-12]
    return "\n\n".join(_write_line(step, line, frame) for line in lines)


def symbol(operand: Operand, letter: str = "m") -> str:
    """m₁ for one source, m₁₂ for two combined, m′ for what a condition moved."""
    if not operand:
        return f"{letter}′"
    return letter + "".join(str(j + 1) for j in operand).translate(_LOW)


def _write_line(step: Step, line: Line, frame: Frame) -> str:
    by_value = sorted(range(len(line.parts)), key=lambda i: -abs(line.parts[i].value))
    kept = sorted(by_value[:MAX_PARTS])
    symbols = [_write_symbols(step, i, line.parts[i], frame) for i in kept]
    factors = [_write_factors(line.parts[i]) for i in kept]
    if left_out := by_value[MAX_PARTS:]:
        symbols.append(f"{len(left_out)} smaller products")
        factors.append(written(fsum(line.parts[i].value for i in left_out)))
    letter = "w" if step.kind == "weights" else "m″" if step.operands == ((),) else "m"
    if step.kind in {"discount", "condition", "intersection", "union"}:
        letter = symbol(sum(step.operands, ()))
    head, opened, closed, plus = f"{letter}({frame.format(line.target)})", "", "", " + "
    if step.kind == "normalise":
        closed = f" / {written(1 - step.number)}"
    elif step.kind == "mean":
        opened, closed = "(", f") / {len(line.parts)}"
    elif step.kind == "weights":
        opened, closed, plus = "min(", ")", ", "
    indent = "\n" + " " * len(head)
    rows = [opened + plus.join(symbols) + closed, opened + plus.join(factors) + closed]
    rows = [row.replace("+ -", "- ") for row in rows]
    if rows[1] != written(line.value):
        rows.append(written(line.value))
    return head + " = " + f"{indent} = ".join(rows)


def _write_symbols(step: Step, position: int, part: Part, frame: Frame) -> str:
    names = [frame.format(mask) for mask in part.sets]
    if step.kind == "discount":
        return f"(1 - α)·{symbol(step.operands[0], 't')}({names[0]})" if names else "α"
    if step.kind == "from-weights":
        return f"{'-' if part.factors[0] < 0 else ''}q({names[0]})"
    if step.kind == "condition":
        return f"m({names[0]})"
    one_by_one, letter = step.kind in {"mean", "weights"}, "w" if step.kind == "weights" else "m"
    operands = step.operands[position:][:1] if one_by_one else step.operands
    pairs = zip(operands, names, strict=True)
    return "·".join(f"{symbol(operand, letter)}({name})" for operand, name in pairs)


def _write_factors(part: Part) -> str:
    if len(part.factors) == 2 and part.factors[0] in {1.0, -1.0} and len(part.sets) == 1:
        return written(part.value)
    return "·".join(written(factor) for factor in part.factors)
