"""The evidence at a place: which objects give it, how much, and how the belief builds up."""

import math
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.figures.neighbours.classifier import find_links
from belieflab.figures.neighbours.classifier_plane import EvidenceLinks
from belieflab.figures.neighbours.evidence import MAX_BARS, evidence_bars
from belieflab.neighbors import Explanation
from belieflab.neighbors.set_decisions import decide_sets, decision_text
from belieflab.ui.method.charts import draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_one, set_value
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.pages.neighbours.fit import Learned, classify
from belieflab.ui.pages.neighbours.settings import PAGE, PLACE, is_network, view
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import show_errors
from belieflab.ui.shell.text import plain


def read_place(text: str) -> NDArray[np.float64] | None:
    """The coordinates [shape=(2,)]; None when none are asked for."""
    if not text.strip():
        return None
    try:
        numbers = [float(part) for part in text.replace(";", ",").split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 2 or not all(map(math.isfinite, numbers)):
        raise DataError(f"A place is two numbers with a comma between them; found {text!r}.")
    return np.array(numbers)


def place_of(context: Context) -> NDArray[np.float64] | None:
    """The place asked about; None where the text is not one."""
    try:
        return read_place(context.settings.place)
    except DataError:
        return None


def explain(context: Context, learned: Learned) -> tuple[Explanation, EvidenceLinks] | None:
    """Why the classifier answers as it does at the place, and the lines that show it."""
    place = place_of(context)
    plane = classify(context, learned).plane
    return None if place is None else find_links(learned.model, plane, place)


def draw_below(context: Context, outcome: Outcome) -> None:
    """Draw the field of the place and the evidence there, under the pictures."""
    if not outcome.ready:
        return
    st.markdown("**Evidence at a place**")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        text = draw_one(PAGE, PLACE, placeholder="click on the plane, or type: across, up")
        clear = partial(set_value, PAGE, "place", "")
        draw_button("Clear", f"{PAGE}.forget", clear, disabled=not text)
    with show_errors():
        read_place(text)
    found = explain(context, outcome.value)
    if found is not None:
        draw_evidence(context, outcome.value, *found)
    elif not text:
        st.caption(
            "Click anywhere on the plane, on an object or on empty ground: the objects that give "
            "evidence about that place are linked to it, and how it adds up appears here."
        )


def draw_evidence(
    context: Context, learned: Learned, why: Explanation, links: EvidenceLinks
) -> None:
    """Draw the answer at the place in words, then both stacks of bars."""
    source, title = ("prototype", "no.") if is_network(context) else ("neighbour", "row")
    given, teaching = zip(why.rows.tolist(), links.evidence, strict=True), lecture.current()
    names = [f"{title} {row + 1} · {share:.2f}" for row, share in given]
    st.markdown(_answer(context, learned, why))
    draw = partial(evidence_bars, word=source, scale=lecture.scale())
    figure = draw(names, why.masses, why.combined, narrow=teaching is not None)
    draw_small(figure, f"{PAGE}.evidence")
    if teaching is not None:
        return
    text = "Nearest first, each with its evidence from 0 to 1. Left: the mass function of one "
    text += f"{source}; Ω is what its distance leaves open. Right: the belief from it and all "
    text += f"nearer {source}s."
    if len(names) > MAX_BARS:
        text += f" Of {len(names)} {source}s the nearest {MAX_BARS - 1} and the last are drawn."
    if why.evidence.ndim == 2:
        text += " Trust differs between classes; a line on the plane is as wide as the largest."
    st.caption(text)


def _answer(context: Context, learned: Learned, why: Explanation) -> str:
    """The answer at the place with its probability, ignorance and, where it is known, conflict."""
    belief, look = why.combined[len(why.combined) - 1], view(context)
    frame, shares, place = belief.frame, belief.pignistic()[0], place_of(context)
    mask, best = int(decide_sets(belief, look.rule, look.cost)[0]), int(shares.argmax())
    text = (
        f"Answer: **{plain(decision_text(frame, mask))}** · "
        f"BetP({plain(frame.names[best])}) {shares[best]:.3f} · "
        f"ignorance m(Ω) {belief.mass_of(frame.omega)[0]:.3f}"
    )
    if place is None or learned.beliefs is None or learned.beliefs.conflict is None:
        return text
    lifted = look.plane(context.dataset).lift(place[None])
    return f"{text} · conflict κ {learned.model.predict_conflict(lifted)[0]:.3f}"
