"""The evidence drawer: who speaks about a place, how loudly, and how the answer builds up."""

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.figures.neighbours.evidence import MAX_BARS, evidence_bars
from belieflab.neighbors import Explanation
from belieflab.neighbors.answers import answer_words, find_answers
from belieflab.neighbors.beliefs import Classifier
from belieflab.ui.pages.neighbours.fit import Case
from belieflab.ui.pages.neighbours.settings import NETWORK, PAGE
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

CHART = f"{PAGE}.evidence"


def draw_drawer(
    case: Case, model: Classifier, place: NDArray[np.float64], why: Explanation
) -> None:
    """Draw the answer at the place in words, then both stacks of bars."""
    network = case.settings.kind == NETWORK
    word = "prototype" if network else "neighbour"
    belief = why.combined[len(why.combined) - 1]
    st.markdown(_answer_words(case, model, place, belief))
    st.plotly_chart(
        evidence_bars(
            _names(why, network),
            why.masses,
            why.combined,
            word=word,
            narrow=lecture.present() is not None,
            scale=lecture.scale(),
        ),
        key=CHART,
        config={"displayModeBar": False},
    )
    notes = [
        f"Nearest first, each with its evidence from 0 to 1. On the left what one {word} says: the "
        f"grey of Ω is what its distance leaves open. On the right what is believed once it and "
        f"all nearer {word}s are heard."
    ]
    if len(why.rows) > MAX_BARS:
        notes.append(
            f"Of {len(why.rows)} {word}s the nearest {MAX_BARS - 1} and the last are drawn."
        )
    if why.evidence.ndim == 2:
        notes.append(
            "Contextual discounting trusts a neighbour differently for each class; its line on the "
            "plane is as wide as its largest trust."
        )
    if lecture.present() is None:
        st.caption(" ".join(notes))


def _answer_words(
    case: Case, model: Classifier, place: NDArray[np.float64], belief: MassTable
) -> str:
    frame = belief.frame
    mask = int(find_answers(belief, case.look.rule, case.look.cost)[0])
    answer = plain(answer_words(frame, mask))
    betp, best = belief.pignistic()[0], int(belief.pignistic()[0].argmax())
    words = (
        f"Answer: **{answer}** · BetP({plain(frame.names[best])}) {betp[best]:.3f} · "
        f"ignorance m(Ω) {belief.mass_of(frame.omega)[0]:.3f}"
    )
    if case.settings.gamma == "contextual" and frame.size > 10 and case.settings.kind != NETWORK:
        return words
    lifted = case.look.plane(case.dataset).lift(place[None])
    return f"{words} · conflict κ {model.predict_conflict(lifted)[0]:.3f}"


def _names(why: Explanation, network: bool) -> list[str]:
    evidence = why.evidence if why.evidence.ndim == 1 else why.evidence.max(axis=1)
    return [
        f"{'no.' if network else 'row'} {row + 1} · {share:.2f}"
        for row, share in zip(why.rows.tolist(), evidence.tolist(), strict=True)
    ]
