"""Result and Parameters of the Neighbours page: errors, confusion of answers, what was found."""

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief.masks import cardinality
from belieflab.figures.common.confusion import draw_confusion
from belieflab.figures.neighbours.classifier import ClassifiedPlane
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.answers import NO_ANSWER, answer_words
from belieflab.neighbors.beliefs import Classifier
from belieflab.ui.method import export
from belieflab.ui.pages.neighbours.fit import Case, curve_waits, leave_one_out
from belieflab.ui.pages.neighbours.settings import PAGE
from belieflab.ui.shell.text import plain

NUMBER_WIDTH = 150


def scores(case: Case, model: Classifier, scene: ClassifiedPlane) -> dict[str, float]:
    """What classifiers are compared by."""
    numbers: dict[str, float] = {}
    if isinstance(model, EvidentialNetwork):
        numbers |= {"loss": model.loss_, "iterations": float(model.n_iter_)}
    elif not curve_waits(case):
        errors = leave_one_out(case, model)
        numbers["leave-one-out error"] = float(errors[case.settings.n_neighbors - 1])
    if scene.judged:
        numbers["wrong answers"] = float(scene.wrong.mean())
    sets = cardinality(scene.frame.size, scene.answers)
    numbers["no answer"] = float((scene.answers == NO_ANSWER).mean())
    numbers["sets as answers"] = float((sets > 1).mean())
    numbers["mean ignorance"] = float(scene.beliefs.mass_of(scene.frame.omega).mean())
    return numbers


def draw_numbers(case: Case, model: Classifier, scene: ClassifiedPlane) -> None:
    """The few numbers beside the picture."""
    found = scores(case, model, scene)
    with st.container(horizontal=True, key=f"{PAGE}_numbers"):
        if "loss" in found:
            st.metric("Loss", f"{found['loss']:.4f}", width=NUMBER_WIDTH)
            st.metric("Iterations", int(found["iterations"]), width=NUMBER_WIDTH)
        if scene.judged:
            st.metric(
                "Wrong",
                f"{found['wrong answers']:.1%}",
                width=NUMBER_WIDTH,
                help=_judgement(case, model),
            )
        for title, name in (("No answer", "no answer"), ("Sets", "sets as answers")):
            if found[name] > 0:
                st.metric(
                    title,
                    f"{found[name]:.1%}",
                    width=NUMBER_WIDTH,
                    help="Share of the objects that got no answer, or a set of classes.",
                )
        st.metric(
            "Ignorance",
            f"{found['mean ignorance']:.3f}",
            width=NUMBER_WIDTH,
            help="The mass left on Ω, averaged over the objects.",
        )
    for note in getattr(model, "notes_", ()):
        st.warning(plain(note), icon=":material/warning:")


def draw_result(case: Case, model: Classifier, scene: ClassifiedPlane) -> None:
    """Which answers were given to the objects of each true class."""
    st.markdown("**Against the truth**")
    truth = case.truth
    if truth is None:
        st.caption(
            "The truth is hidden: reveal it to see which answers are wrong."
            if case.dataset.truth is not None
            else "The data carry no truth; answers that their label holds impossible are ringed."
        )
        return
    known = truth >= 0
    masks = np.unique(scene.answers[known])
    counts = np.zeros((len(case.dataset.class_names), len(masks)), dtype=np.int64)
    np.add.at(counts, (truth[known], np.searchsorted(masks, scene.answers[known])), 1)
    st.plotly_chart(
        draw_confusion(
            counts,
            case.dataset.class_names,
            [answer_words(scene.frame, mask) for mask in masks.tolist()],
        ),
        key=f"{PAGE}.confusion",
        config={"displayModeBar": False},
    )
    st.caption(_judgement(case, model))


def result_table(case: Case, scene: ClassifiedPlane) -> pd.DataFrame:
    """One row per object for the CSV file: label, masses, answer."""
    nothing = np.full(case.dataset.n, -1)
    table = export.result_table(case.workspace, scene.beliefs, nothing)
    table["decision"] = [answer_words(scene.frame, mask) for mask in scene.answers.tolist()]
    return table


def draw_parameters(case: Case, model: Classifier) -> None:
    """What was given and what was learned, in numbers."""
    if isinstance(model, EvidentialNetwork):
        st.dataframe(_prototype_table(case, model), key=f"{PAGE}.prototypes_table")
        return
    st.markdown(f"α₀ = **{model.alpha_:.4g}**, β = **{model.beta:g}**, K = **{model.n_neighbors}**")
    if model.criterion_ is not None:
        kind = "Likelihood" if case.settings.gamma == "contextual" else "Squared error"
        st.caption(f"{kind} criterion that learning reached: {model.criterion_:.6g}")
    st.dataframe(_gamma_table(case, model), key=f"{PAGE}.gamma_table", hide_index=True)


def _gamma_table(case: Case, model: EvidentialKNN) -> pd.DataFrame:
    gamma = np.atleast_1d(model.gamma_)
    reach: NDArray[np.float64] = np.where(gamma > 0, gamma, np.nan) ** (-1.0 / model.beta)
    if case.settings.gamma == "jousselme":
        names: list[object] = [int(row) + 1 for row in model.rows_]
        title = "row"
    elif gamma.size == 1 and model.gamma_.ndim == 0:
        names, title = ["all"], "objects"
    else:
        names, title = [str(name) for name in model.classes_.tolist()], "class"
    return pd.DataFrame({title: names, "γ": gamma, "distance at which trust is 1/e": reach})


def _prototype_table(case: Case, model: EvidentialNetwork) -> pd.DataFrame:
    names = [str(name) for name in model.classes_.tolist()]
    columns = {"α": model.alpha_, "γ": model.gamma_}
    columns |= {f"membership {name}": model.memberships_[:, k] for k, name in enumerate(names)}
    titles = (
        case.dataset.feature_names
        if model.prototypes_.shape[1] == case.dataset.p and case.look.source != "axes shown"
        else case.look.plane(case.dataset).titles
    )
    columns |= {
        str(title): model.prototypes_[:, j]
        for j, title in enumerate(titles[: model.prototypes_.shape[1]])
    }
    return pd.DataFrame(columns, index=pd.RangeIndex(1, len(model.alpha_) + 1, name="prototype"))


def _judgement(case: Case, model: Classifier) -> str:
    by = "labels that hold them impossible" if case.judged_by_labels else "the truth"
    how = (
        "The network is asked about the very objects it learned from."
        if isinstance(model, EvidentialNetwork)
        else "Each object is judged by the others alone, its own label left out."
    )
    return f"Answers against {by}; a set is wrong when the true class is not in it. {how}"
