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
from belieflab.neighbors.answers import answer_words, find_answers
from belieflab.neighbors.planar import PlaneOfLearning
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_control, set_value
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.pages.neighbours.fit import Learned, classify
from belieflab.ui.pages.neighbours.settings import PAGE, PLACE, is_network, view
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

KEY = f"{PAGE}.place"
CHART = f"{PAGE}.evidence"


def choose(x: float, y: float) -> None:
    """Ask about this place; called from a callback."""
    set_value(PAGE, PLACE.name, f"{x:.5g}, {y:.5g}")


def read_place(text: str) -> NDArray[np.float64] | None:
    """The coordinates [shape=(2,)]; None when none are asked for."""
    if not text.strip():
        return None
    parts = text.replace(";", ",").split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) != 2 or not all(map(math.isfinite, numbers)):
        raise DataError(f"A place is two numbers with a comma between them; found {text!r}.")
    return np.array(numbers)


def place_of(context: Context) -> NDArray[np.float64] | None:
    """The place asked about; None also where the text is none."""
    try:
        return read_place(context.settings.place)
    except DataError:
        return None


def explain(
    context: Context, learned: Learned, plane: PlaneOfLearning
) -> tuple[Explanation, EvidenceLinks] | None:
    """Why the classifier answers as it does at the place, and the lines that show it."""
    place = place_of(context)
    return None if place is None else find_links(learned.model, plane, place)


def draw_below(context: Context, outcome: Outcome) -> None:
    """Draw the field of the place and the evidence there, under the pictures."""
    if not outcome.ready:
        return
    st.markdown("**Evidence at a place**")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        hint = "click on the plane, or type: across, up"
        text = draw_control(PLACE, key=KEY, bind="query-params", placeholder=hint)
        clear = partial(set_value, PAGE, PLACE.name, "")
        st.button("Clear", key=f"{PAGE}.forget", on_click=clear, disabled=not text)
    learned = outcome.value
    found = explain(context, learned, classify(context, learned).plane)
    if found is not None:
        draw_evidence(context, learned, found[0])
    elif text.strip():
        st.error(f"A place is two numbers with a comma between them; found {plain(repr(text))}.")
    else:
        st.caption(
            "Click anywhere on the plane, on an object or on empty ground: the objects that give "
            "evidence about that place are linked to it, and how it adds up appears here."
        )


def draw_evidence(context: Context, learned: Learned, why: Explanation) -> None:
    """Draw the answer at the place in words, then both stacks of bars."""
    source = "prototype" if is_network(context) else "neighbour"
    st.markdown(_answer(context, learned, why))
    st.plotly_chart(
        evidence_bars(
            _names(why, "no." if is_network(context) else "row"),
            why.masses,
            why.combined,
            word=source,
            narrow=lecture.present() is not None,
            scale=lecture.scale(),
        ),
        key=CHART,
        config={"displayModeBar": False},
    )
    if lecture.present() is not None:
        return
    notes = [
        f"Nearest first, each with its evidence from 0 to 1. Left: the mass function of one "
        f"{source}; the grey of Ω is what its distance leaves open. Right: the belief from it and "
        f"all nearer {source}s."
    ]
    if len(why.rows) > MAX_BARS:
        notes.append(
            f"Of {len(why.rows)} {source}s the nearest {MAX_BARS - 1} and the last are drawn."
        )
    if why.evidence.ndim == 2:
        notes.append(
            "Contextual discounting trusts a neighbour differently for each class; its line on the "
            "plane is as wide as its largest trust."
        )
    st.caption(" ".join(notes))


def _answer(context: Context, learned: Learned, why: Explanation) -> str:
    """The answer at the place with its probability, ignorance and, where it is known, conflict."""
    belief, look = why.combined[len(why.combined) - 1], view(context)
    frame, shares = belief.frame, belief.pignistic()[0]
    mask, best = int(find_answers(belief, look.rule, look.cost)[0]), int(shares.argmax())
    parts = [
        f"Answer: **{plain(answer_words(frame, mask))}**",
        f"BetP({plain(frame.names[best])}) {shares[best]:.3f}",
        f"ignorance m(Ω) {belief.mass_of(frame.omega)[0]:.3f}",
    ]
    shown, place = classify(context, learned), place_of(context)
    if learned.beliefs is not None and learned.beliefs.conflict is not None and place is not None:
        conflict = learned.model.predict_conflict(shown.plane.lift(place[None]))[0]
        parts.append(f"conflict κ {conflict:.3f}")
    return " · ".join(parts)


def _names(why: Explanation, title: str) -> list[str]:
    evidence = why.evidence if why.evidence.ndim == 1 else why.evidence.max(axis=1)
    return [
        f"{title} {row + 1} · {share:.2f}"
        for row, share in zip(why.rows.tolist(), evidence.tolist(), strict=True)
    ]
