"""Labels: build soft labels, see what they say, edit them, read and save them."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from belieflab.data.laws import LAWS
from belieflab.data.parameters import Parameter
from belieflab.data.truth import describe_unknown
from belieflab.ui.method import body, live, noise, sliders
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_recipe_controls, read_settings
from belieflab.ui.method.page import Need, controls, enter
from belieflab.ui.method.sliders import Slider
from belieflab.ui.pages.labels import editing, importing, suspicion, view
from belieflab.ui.pages.labels.view import PAGE
from belieflab.ui.shell import lecture, navigation, share
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.session import hold
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.widgets import draw_control
from belieflab.ui.shell.workspace import Recipe

SENTENCE = "Build labels that admit doubt, see at once what they say, and change any by hand."
NEED = Need(
    "Labels need objects to describe, and nothing is loaded yet.",
    "Load Iris, labelled by an expert with doubt",
    Recipe("iris"),
    Recipe("expert-doubt"),
    labels_too=False,
    features=False,
)
_LAW, _LASSO = "labels.law", "lasso"
_LAW_HELP = (
    "Builders make labels from the truth by a plain rule; simulators draw them as the papers do. "
    "They stand in this order."
)


def _draw_law_panel(context: Context) -> None:
    _draw_law_controls(context)
    _draw_discount(context)


def _draw_discount(context: Context) -> None:
    """Draw the slider that discounts labels without a law, where there are any."""
    if context.workspace.state.label_recipe is None:
        noise.draw_slider(PAGE, context.workspace)


def _draw_edit_panel(context: Context) -> None:
    """Draw the discount unless typed edits wait: other labels would leave them behind."""
    if context.workspace.state.label_recipe is None and editing.is_waiting(context.workspace):
        st.caption("Commit or drop the edits in the table, then these labels can be discounted.")
    else:
        _draw_discount(context)


def _draw_simulate(context: Context) -> None:
    seen = view.draw_overview(context, "simulate")
    if context.labels is not None:
        view.draw_all(context, context.labels)
        _follow(seen, _discount_slider(seen) or sliders.law_slider(seen, _LAW), "simulate")


def _discount_slider(context: Context) -> list[Slider]:
    if context.workspace.state.label_recipe is not None:
        return []
    return sliders.find_sliders(context, [noise.NOISE], True)


def _follow(context: Context, moved: list[Slider], tab: str, dragmode: str = "zoom") -> None:
    """Let the noise level of the labels answer while its slider is dragged."""
    show = partial(view.snapshot, tab=tab, dragmode=dragmode)
    shown = show(context)
    if shown is not None:
        live.draw(context, moved, shown, show)


def _draw_edit(context: Context) -> None:
    labels = context.labels
    if labels is None:
        editing.draw_hand_start(context)
        return
    context = view.draw_view(context)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        rows = view.draw_plane(context, editing.TAB, dragmode=_LASSO)
    with right:
        editing.draw_brush(context.workspace, labels, rows)
        view.draw_story(context.dataset, labels, rows)
    if lecture.current() is None:
        editing.draw_table(context.workspace, labels, suspicion.draw_against(context))
        _follow(context, _discount_slider(context), editing.TAB, dragmode=_LASSO)


def _draw_import(context: Context) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        importing.draw_import(context)
    if context.labels is None:
        right.caption("There are no labels to save yet.")
        return
    with right:
        importing.draw_save(context.labels, context.dataset.ids)
    seen = view.draw_overview(context, "import")
    _follow(seen, _discount_slider(seen), "import")


def _draw_lecture(context: Context) -> None:
    """The plane and what the labels say, under the named settings of their law.

    A lesson that asks for labels by hand has the tab Edit instead.
    """
    if lecture.is_shown(lecture.EDIT):
        _draw_edit(context)
        return
    recipe = context.workspace.state.label_recipe
    with controls(PAGE):
        noise.draw_slider(PAGE, context.workspace)
        if recipe is not None:
            build = partial(context.workspace.build_labels, recipe.key)
            named = LAWS[recipe.key].parameters, recipe.settings
            draw_recipe_controls(*named, f"{_LAW}.{recipe.key}", build)
        context = view.draw_view(context)
    view.draw_pictures(context, "simulate")
    _follow(context, sliders.find_sliders(context, [noise.NOISE], True), "simulate")


def _draw_law_controls(context: Context) -> None:
    """Choose a law and move its sliders; each change builds the labels at once."""
    workspace, recipe = context.workspace, context.workspace.state.label_recipe
    current = recipe.key if recipe is not None and recipe.key in LAWS else None
    hold(_LAW, current)

    def choose() -> None:
        if st.session_state[_LAW] is not None:
            workspace.build_labels(st.session_state[_LAW])

    laws = sorted(LAWS.values(), key=lambda law: law.simulates)
    titles = {law.key: law.title for law in laws}
    law = choice("law", "Law of labels", titles, form="list", help=_LAW_HELP)
    draw_control(law, _LAW, on_change=guarded(choose), placeholder="Choose a law")
    if context.dataset.truth is None:
        st.caption(
            "Every law starts from the true classes, and these data have none: label by hand "
            "under Edit, or read a file under Import."
        )
    _draw_law(context, current, f"{_LAW}.{current}")


def _draw_law(context: Context, key: str | None, widget: str) -> None:
    """Say what a law does, also with rows of unknown class; draw its settings if it is in use."""
    if text := describe_unknown(context.dataset):
        st.caption(plain(text))
    if key is None:
        return
    law, recipe = LAWS[key], context.workspace.state.label_recipe
    kind = "Simulator" if law.simulates else "Builder"
    st.caption(f"{kind}. {plain(law.explanation)}  \n*{plain(law.source)}*")
    if law.by_annotators:
        icon = ":material/arrow_forward:"
        st.page_link(navigation.page("crowd"), label="See who errs, on the Crowd page", icon=icon)
    if recipe is not None and recipe.key == key:
        build = partial(context.workspace.build_labels, key)
        draw_recipe_controls(law.parameters, recipe.settings, widget, build)


_Draw = Callable[[Context], None]
TABS: dict[str, tuple[_Draw, _Draw]] = {
    "Simulate": (_draw_law_panel, _draw_simulate),
    "Edit": (_draw_edit_panel, _draw_edit),
    "Import": (_draw_discount, _draw_import),
}
"""What each tab has in the sidebar, and in the page, which its own controls draw anew alone."""
TAB = Parameter("tab", "Tab", "Simulate", choices=tuple(TABS), custom=True)
LESSON_PARAMETERS = (TAB, view.COLOUR, view.CERTAINTY)
"""What a lesson can set here, besides the label law."""


def run() -> None:
    """Draw the page."""
    context = Context(PAGE, *enter(PAGE, SENTENCE, NEED, learns=False))
    if lecture.current() is not None:
        _draw_lecture(context)
        return
    view.draw_headline(context)
    read_settings(PAGE, [TAB])
    tabs = st.tabs(list(TABS), key="labels.tab", bind="query-params")
    for tab, (draw_panel, draw_tab) in zip(tabs, TABS.values(), strict=True):
        if tab.open:
            with st.sidebar:
                draw_panel(context)
            with tab:
                waiting = partial(editing.is_waiting, context.workspace)
                body.draw(PAGE, partial(draw_tab, context), waiting)
    share.page_link_note(context.workspace)
    arrow = ":material/arrow_forward:"
    st.page_link(navigation.page("playground"), label="Next: Belief playground", icon=arrow)
