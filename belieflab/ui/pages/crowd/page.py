"""Crowd: who is wrong, who is merely vague, and the labels that all make together."""

from dataclasses import replace
from functools import partial

import streamlit as st

from belieflab.crowd.analysis import MODELS, CrowdAnalysis
from belieflab.crowd.equations import FORMULAS
from belieflab.crowd.label_rules import LABEL_TITLES
from belieflab.data.crowd_files import CROWD_LAYOUTS, AskedCrowd
from belieflab.data.crowd_files.losses import describe_loss, ending_of
from belieflab.data.laws import LAWS
from belieflab.data.truth import describe_unknown
from belieflab.figures.common.text import count_of
from belieflab.ui.classroom import draw as classroom
from belieflab.ui.method import body
from belieflab.ui.method.annotator_weights import analyse_shown
from belieflab.ui.method.annotators import asked_crowd
from belieflab.ui.method.charts import end_page
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_controls, draw_recipe_controls, read_settings
from belieflab.ui.method.numbers import draw_formulas
from belieflab.ui.method.page import controls, draw_head
from belieflab.ui.pages.crowd import source, tables, view
from belieflab.ui.pages.crowd.source import PAGE
from belieflab.ui.shell import lecture, share
from belieflab.ui.shell.buttons import draw_button, draw_download
from belieflab.ui.shell.messages import say, show_errors
from belieflab.ui.shell.text import plain

SENTENCE = "Who is wrong, and who is merely vague? Weigh several annotators, and make labels of it."
_MODEL_HELP = (
    "How what annotators are worth is learned from their answers alone. One reliability each: with "
    "that probability an annotator knows, else the answer is random. Confusion matrices: which "
    "class each takes for which; needs many answers of each. Majority vote: all count the same."
)
MODEL = choice("model", "Learn from the answers", MODELS, form="list", help=_MODEL_HELP)
RULE = choice("labels_by", "Labels by", LABEL_TITLES, form="list", help="What makes the labels.")
PARAMETERS = (MODEL, RULE)


def run() -> None:
    """Draw the page."""
    asks_class = classroom.is_chosen()
    workspace = draw_head(PAGE, classroom.SENTENCE if asks_class else SENTENCE)
    classroom.draw_choice()
    if asks_class:
        classroom.draw(workspace)
    elif workspace.dataset is None:
        source.draw_start(workspace)
    else:
        context = Context(PAGE, workspace, workspace.dataset, workspace.labels)
        _draw(replace(context, settings=read_settings(PAGE, PARAMETERS)))
    end_page()


@show_errors()
def _draw(context: Context) -> None:
    shown = None
    with show_errors():  # answers that no longer fit the data
        shown = asked_crowd(context.workspace)
    with controls(PAGE):
        if shown is not None and shown.simulated is not None:
            _draw_law(context)
        context = replace(context, settings=draw_controls(PAGE, context.settings, PARAMETERS))
    if shown is None:
        source.draw_start(context.workspace)
        return
    analysis = analyse_shown(context, shown)
    if analysis is None:
        source.draw_upload(context.workspace)
        return
    if lecture.current() is None:
        with st.sidebar:
            _draw_labels(context, shown, analysis)
    body.draw(PAGE, partial(_draw_inside, context, shown, analysis))


@show_errors()
def _draw_inside(context: Context, shown: AskedCrowd, analysis: CrowdAnalysis) -> None:
    view.draw_pictures(context, shown, analysis)
    if lecture.current() is None:
        _draw_tabs(context, shown, analysis)
        share.page_link_note(context.workspace)


def _draw_law(context: Context) -> None:
    """The settings of the simulated crowd; each change asks it anew."""
    recipe = context.workspace.state.label_recipe
    if text := describe_unknown(context.dataset):
        st.caption(plain(text))
    if recipe is not None:
        build = partial(context.workspace.build_labels, source.LAW)
        draw_recipe_controls(LAWS[source.LAW].parameters, recipe.settings, f"{PAGE}.law", build)


def _draw_labels(context: Context, shown: AskedCrowd, analysis: CrowdAnalysis) -> None:
    """Make the labels of the workspace, and write them as the answers came."""
    workspace, rule = context.workspace, context.settings.labels_by

    def make() -> None:
        labels = analysis.labels(rule)
        people = count_of(len(shown.names), "annotator")
        title = LABEL_TITLES[rule].lower()
        workspace.edit_labels(labels, f"{people}, {title}", crowd=shown.file, of_crowd=True)
        say(f"The answers of {people} are the labels of {int((~silent).sum()):,} objects.")

    silent = analysis.answers.counts == 0
    text = "They replace the current labels; Undo brings those back."
    look = {"type": "primary", "icon": "sell", "width": "stretch"}
    draw_button("Make these the labels", f"{PAGE}.make", make, help=text, **look)

    def write() -> bytes:
        kept = workspace.labels if workspace.state.of_crowd else None
        return shown.write(analysis.labels(rule) if kept is None else kept)

    layout = CROWD_LAYOUTS[shown.file.layout].title
    by = "the current labels" if workspace.state.of_crowd else f"by the rule “{LABEL_TITLES[rule]}”"
    text = f"One answer per item, {by}, in the layout the answers came in: {layout}."
    name = f"belieflab-crowd.{ending_of(shown.file)}"
    draw_download("Download the labels", f"{PAGE}.save", name, write, width="stretch", help=text)
    if loss := describe_loss(shown.file):
        st.caption(plain(loss))


def _draw_tabs(context: Context, shown: AskedCrowd, analysis: CrowdAnalysis) -> None:
    tabs = {
        "Annotators": partial(tables.draw_annotators, context, shown, analysis),
        "Disputed objects": partial(tables.draw_disputed, context, shown, analysis),
        "Whom to ask next": partial(tables.draw_questions, context, shown, analysis),
        "Answers from a file": partial(source.draw_upload, context.workspace),
        "Formula": partial(draw_formulas, FORMULAS),
    }
    drawn = st.tabs(list(tabs), key=f"{PAGE}.tab", bind="query-params")
    for tab, draw in zip(drawn, tabs.values(), strict=True):
        if tab.open:
            with tab, show_errors():
                draw()
