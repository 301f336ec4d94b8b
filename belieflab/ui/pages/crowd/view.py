"""What the Crowd page shows: the map, the table of annotators, disputes, questions, debts."""

from functools import partial

import numpy as np
import streamlit as st

from belieflab.crowd.analysis import CrowdAnalysis
from belieflab.crowd.tables import conflict_of, describe_annotator, describe_limits
from belieflab.data.crowd_files import AskedCrowd
from belieflab.error_rates import WRONG_LABELS
from belieflab.figures.crowd.annotators import annotator_map
from belieflab.ui.method.annotator_matrix import draw_matrix
from belieflab.ui.method.annotator_weights import set_weights
from belieflab.ui.method.charts import draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.numbers import Number, draw_numbers
from belieflab.ui.method.page import pictures
from belieflab.ui.pages.crowd.source import PAGE
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

MAP = f"{PAGE}.map"
CHOSEN = f"{PAGE}.chosen"


def draw_pictures(context: Context, shown: AskedCrowd, analysis: CrowdAnalysis) -> None:
    """Draw the map, and beside it numbers and the chosen annotator."""
    found = analysis.imprecision, analysis.errors, analysis.intervals, analysis.counts
    figure = annotator_map(shown.names, *found, shown.weights == 0, **lecture.fit(0.9))
    left, right = pictures()
    with left:
        draw_chart(figure, MAP, choose=partial(st.session_state.__setitem__, CHOSEN))
        if lecture.current() is None:
            chosen = st.session_state.get(CHOSEN)
            draw_matrix(analysis, shown.names, chosen, f"{PAGE}.confusions")
    with right:
        _draw_numbers(context, shown, analysis)
        for note in (*shown.notes[:3], *describe_limits(analysis)):
            st.caption(plain(note))
        _draw_one(context.workspace, shown, analysis)


def _draw_numbers(context: Context, crowd: AskedCrowd, analysis: CrowdAnalysis) -> None:
    said, simulated = analysis.said, crowd.simulated is not None
    conflict, meaning = conflict_of(analysis, crowd.simulated)
    shown: dict[str, Number] = {
        "Annotators": f"{int((analysis.counts > 0).sum()):,}",
        "Answers": f"{len(said):,}",
        "Objects": (f"{int((said.counts > 0).sum()):,}", "Answered about at least once."),
        "Mean conflict": (f"{conflict.mean():.2f}", meaning),
    }
    if context.truth is not None and lecture.is_shown(lecture.WRONG):
        # A simulated crowd has made the labels of the workspace already, by a rule of its own.
        kept = context.labels if simulated else None
        labels = analysis.labels(context.settings.labels_by) if kept is None else kept
        if np.isfinite(share := analysis.wrong_share(labels, context.truth)):
            by = "Labels by" if kept is None else "Combined by"
            text = f"Against the true classes, by the rule under “{by}”."
            shown[WRONG_LABELS] = (f"{share:.1%}", text)
    draw_numbers(PAGE, shown)


def _draw_one(workspace: Workspace, shown: AskedCrowd, analysis: CrowdAnalysis) -> None:
    """The annotator that was clicked on the map."""
    chosen = st.session_state.get(CHOSEN)
    if not isinstance(chosen, int) or not 0 <= chosen < len(shown.names):
        if lecture.current() is None and analysis.compared.any():
            st.caption("Click an annotator on the map to read about them here.")
        return
    name, off = shown.names[chosen], shown.weights[chosen] == 0
    with st.container(border=True):
        st.markdown(f"**{plain(name)}**: {plain(describe_annotator(analysis, chosen))}")
        if lecture.current() is None:
            what, to = f"the weight of {name}", {name: 1.0 if off else 0.0}
            change = partial(set_weights, workspace, what, to)
            look = {"icon": "volume_up" if off else "volume_off"}
            draw_button("Hear again" if off else "Mute", f"{PAGE}.mute", change, **look)
