"""A small method page in the frame that every method page uses: EM, its centres and its trace."""

import time
from collections.abc import Iterator

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.cost import Cost
from belieflab.data.parameters import Parameter
from belieflab.figures.common.canvas import axis, sheet
from belieflab.formulas import Formula, Symbol
from belieflab.mixture import SoftLabelMixture
from belieflab.ui.method import code_tab, export, page, pins
from belieflab.ui.method.charts import Drawing
from belieflab.ui.method.numbers import draw_formulas
from belieflab.ui.method.page import Need
from belieflab.ui.method.player import push_traces
from belieflab.ui.method.tasks import Task, draw_run
from belieflab.ui.shell import lecture, navigation
from belieflab.ui.shell.page_table import PAGES, PageEntry
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.workspace import Recipe

PAGE = "frame"
SLOW_STEPS = 60
NEED = Need(
    "EM needs points with labels, and nothing is loaded yet.",
    "Load two Gaussian classes",
    Recipe("gaussians"),
    Recipe("nonspecificity", {"ns": 0.8}),
)


def plane(X, history):
    figure = sheet(
        lecture.picture_height(420),
        scale=lecture.scale(),
        xaxis=axis("first", scale=lecture.scale(), range=[X[:, 0].min() - 1, X[:, 0].max() + 1]),
        yaxis=axis("second", scale=lecture.scale(), range=[X[:, 1].min() - 1, X[:, 1].max() + 1]),
    )
    figure.add_scatter(x=X[:, 0], y=X[:, 1], mode="markers", customdata=np.arange(len(X)))
    figure.add_scatter(x=[0, 0], y=[0, 0], mode="markers", marker={"size": 18, "symbol": "x"})
    figure.frames = [
        go.Frame(
            name=str(step.iteration),
            traces=[1],
            data=[go.Scatter(x=step.snapshot.means[:, 0], y=step.snapshot.means[:, 1])],
        )
        for step in history
    ]
    return figure


def trace(history):
    iterations = [step.iteration for step in history]
    heights = [step.criterion for step in history]
    figure = sheet(
        lecture.picture_height(420),
        scale=lecture.scale(),
        xaxis=axis("iteration", scale=lecture.scale(), range=[0, max(iterations[-1], 1)]),
        yaxis=axis("log-likelihood", scale=lecture.scale()),
    )
    figure.add_scatter(x=iterations, y=heights, mode="lines")
    figure.add_scatter(x=iterations[-1:], y=heights[-1:], mode="markers")
    figure.frames = [
        go.Frame(name=str(i), traces=[1], data=[go.Scatter(x=[i], y=[height])])
        for i, height in zip(iterations, heights, strict=True)
    ]
    return figure


def slow_steps() -> Iterator[int]:
    for number in range(SLOW_STEPS):
        time.sleep(0.1)
        yield number


def draw_slow_run():
    figure = sheet(160, xaxis=axis("step"), yaxis=axis("value"))
    st.plotly_chart(figure.add_scatter(x=[], y=[]), key=f"{PAGE}.live")
    task = Task(
        f"{PAGE}.slow",
        None,
        lambda stop: (None, slow_steps()),
        Cost(0.0, 0.0),
        SLOW_STEPS,
        unit="step",
        by_itself=False,
        resume=lambda value, stop: iter(()),
    )
    draw_run(
        task,
        lambda run: push_traces(
            f"{PAGE}.push", f"{PAGE}.live", {0: {"x": run.steps, "y": np.sqrt(run.steps)}}
        ),
    )


st.set_page_config(layout="wide")
navigation.open_app()
if PAGE not in PAGES:
    PAGES.add(PageEntry(PAGE, "A method", "Learn", ":material/hub:", "Two centres."))
workspace, dataset, labels = page.enter(PAGE, "Watch two centres find their classes.", NEED)
tol = 1e-6
with page.controls(PAGE):
    if lecture.is_shown(Parameter("tol", "", 6)):
        tol = 10.0 ** -st.slider("Digits", 2, 9, 6, key=f"{PAGE}.tol")
    if lecture.is_shown(Parameter("rare", "", False)):
        st.toggle("Rare", key=f"{PAGE}.rare")
model = SoftLabelMixture(tol=tol, keep_history=True).fit(dataset.X, labels)
history = model.history_.steps
left, right = page.pictures()
figure = plane(dataset.X, history)
with left:
    picked = st.plotly_chart(figure, key=f"{PAGE}.plane", on_select="rerun")
with right:
    st.plotly_chart(trace(history), key=f"{PAGE}.trace")
current = Pinned(
    "", {"tol": tol, "seed": workspace.seed}, {"log-likelihood": model.log_likelihood_}, figure
)


def draw_result():
    st.write("Picked:", len(picked["selection"]["points"]))
    draw_slow_run()


def draw_formula():
    symbols = (Symbol(r"\epsilon", "increase per object that ends it", tol),)
    latex = r"L = \sum_i \ln \sum_k pl_{ik}\, \pi_k f(x_i; \theta_k)"
    draw_formulas([Formula("Criterion", latex, "Côme et al. 2009, (50)", *symbols)])


def draw_code():
    fit = code_tab.format_call("SoftLabelMixture", [], {"tol": tol})
    code = (
        "from belieflab.mixture import SoftLabelMixture\n"
        + code_tab.snippet_for_workspace(workspace)
        + f"model = {fit}.fit(dataset.X, labels)\n"
        + "height = model.log_likelihood_\n"
    )
    code_tab.draw(PAGE, code, workspace)


drawing = Drawing(
    figure,
    f"{PAGE}.plane",
    [str(step.iteration) for step in history],
    [f"{PAGE}.plane", f"{PAGE}.trace"],
    [f"L = {step.criterion:.1f}" for step in history],
)


def result_table():
    beliefs = model.responsibilities_
    return export.result_table(workspace, beliefs, beliefs.mass.argmax(axis=1))


buttons = [
    lambda: pins.draw_button(PAGE, lambda: current),
    lambda: export.draw(PAGE, workspace, drawing, result_table),
]
page.draw_player_row(PAGE, drawing, *(buttons if lecture.current() is None else []))
page.draw_tabs(
    PAGE,
    {
        "Result": draw_result,
        "Compare pinned": lambda: pins.draw_compare(PAGE, current),
        "Formula": draw_formula,
        "Code": draw_code,
    },
)
