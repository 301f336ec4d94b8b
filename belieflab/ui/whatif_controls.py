"""The panel of the What-if page: noise, levels, methods, replicates, and rarer things folded."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from belieflab.data.laws import LAWS
from belieflab.data.parameters import Parameter
from belieflab.experiments.sweep import FOLDS, FRESH, RANDOM, SOFT_STRATIFIED
from belieflab.ui import lecture
from belieflab.ui.glossary_terms import hint
from belieflab.ui.page_settings import between, is_switch, is_text, keep, one_of, several_of
from belieflab.ui.unseen import value_of
from belieflab.ui.whatif_settings import (
    LAW_TITLES,
    METHOD_TITLES,
    OFFERS,
    PAGE,
    TEST_TITLES,
    USUAL_LEVELS,
    USUAL_METHODS,
    VARIED,
    Settings,
    can_be_drawn_anew,
    fixed_parameters,
    parse_levels,
    possible_tests,
    varied_parameter,
)
from belieflab.ui.workspace import Workspace

LEVEL_WORDS = "In percent: 10, 20, 30 or 0 to 40 by 5. Add one at any time; the others stay."
CLUSTER_WORDS = (
    "Address of a Dask scheduler, such as tcp://10.0.0.5:8786, whose workers have belieflab "
    "installed. Left empty, the cores of this machine compute. The numbers are the same."
)
FOLD_TITLES = {RANDOM: "at random", SOFT_STRATIFIED: "balanced by the labels"}


def draw_controls(workspace: Workspace, n: int) -> tuple[Settings, str]:
    """Draw the panel for n objects; returns what it says and the address of a cluster.

    A DataError says what cannot be used.
    """
    law = _choose("law", "Law of the labels", LAW_TITLES, _list(LAWS, VARIED))
    names = {name: varied_parameter(law, name).label for name in VARIED[law]}
    varied = next(iter(names))
    if len(names) > 1:
        varied = _choose("varied", "What varies", names, "The setting that the levels give.")
    levels = _write("levels", "Levels (%)", USUAL_LEVELS, LEVEL_WORDS)
    methods = _draw_methods()
    replicates = _count(
        "replicates",
        "Replicates",
        (1, 100),
        10,
        f"{hint('replicate')} Bold numbers need at least 6: fewer signs prove nothing at 5 %.",
    )
    with _more():
        fixed = tuple(
            (parameter.name, _draw_fixed(law, parameter, workspace))
            for parameter in fixed_parameters(law, varied)
        )
        anew = _draw_anew(workspace)
        test, folds, by = _draw_test(workspace, anew, n)
        standardise = test != FRESH and _switch(
            "standardise", "Standardise features", True, "Centre each and divide by its deviation."
        )
        words = "Of every method with neighbours."
        neighbours = _count("K", "Neighbours K", (1, 50), 10, words)
        cluster = _write("cluster", "Dask cluster", "", CLUSTER_WORDS, bound=False)
    settings = Settings(
        law,
        varied,
        fixed,
        parse_levels(levels),
        methods,
        replicates,
        test,
        folds,
        by,
        standardise,
        neighbours,
        anew,
    )
    return settings, cluster


def _draw_methods() -> tuple[str, ...]:
    key = f"{PAGE}.methods"
    if not lecture.shows("methods"):
        by_title = {title: name for name, title in METHOD_TITLES.items()}
        linked = [by_title[text] for text in st.query_params.get_all(key) if text in by_title]
        kept = [name for name in st.session_state.get(key, ()) if name in OFFERS]
        return tuple(kept or linked or USUAL_METHODS)
    keep(key, several_of(METHOD_TITLES))
    chosen: list[str] = st.multiselect(
        "Methods",
        list(METHOD_TITLES),
        default=list(USUAL_METHODS),
        format_func=METHOD_TITLES.__getitem__,
        key=key,
        bind="query-params",
        help=_list(OFFERS),
    )
    return tuple(name for name in OFFERS if name in chosen)


def _draw_fixed(law: str, parameter: Parameter, workspace: Workspace) -> Any:
    """A setting of the law that stays; it begins as in the workspace's own labels."""
    recipe = workspace.state.label_recipe
    usual: Any = parameter.default
    if recipe is not None and recipe.key == law:
        usual = recipe.settings.get(parameter.name, usual)
    name, words = f"{law}.{parameter.name}", parameter.help
    if parameter.choices:
        titles = {choice: choice for choice in parameter.choices}
        return _choose(name, parameter.label, titles, words, str(usual))
    if isinstance(parameter.default, str):
        return _write(name, parameter.label, str(usual), words)
    low, high = parameter.low or 0, parameter.high if parameter.high is not None else 100
    if isinstance(parameter.default, int):
        return _count(name, parameter.label, (int(low), int(high)), int(usual), words)
    return _share(name, parameter.label, (float(low), float(high)), float(usual), words)


def _draw_anew(workspace: Workspace) -> bool:
    recipe = workspace.state.data_recipe
    if not can_be_drawn_anew(recipe):
        return True
    words = "On: every replicate has points of its own. Off: all use the points of the workspace."
    return _switch("anew", "Draw new points each time", True, words)


def _draw_test(workspace: Workspace, anew: bool, n: int) -> tuple[str, int, str]:
    tests = possible_tests(workspace.state.data_recipe, anew)
    titles = {key: TEST_TITLES[key] for key in tests}
    test = _choose("test", "Errors counted on", titles, "Always by the true classes.")
    if test != FOLDS:
        return test, 10, RANDOM
    most = max(2, min(20, n))
    folds = _count("folds", "Folds", (2, most), min(10, most), "Each is tested once.")
    words = "Balanced: every fold has about the same mean probabilities (soft-stratified)."
    return test, folds, _choose("by", "Folds drawn", FOLD_TITLES, words)


def _choose(
    name: str, label: str, titles: Mapping[str, str], words: str, usual: str | None = None
) -> str:
    key, keys = f"{PAGE}.{name}", list(titles)
    usual = keys[0] if usual is None or usual not in titles else usual
    fits, written = one_of(keys), {title: each for each, title in titles.items()}
    if not lecture.shows(name):
        return value_of(key, usual, fits, written)
    keep(key, fits)
    if st.session_state.get(key) not in titles:
        st.session_state.pop(key, None)
    return str(
        st.selectbox(
            label,
            keys,
            index=keys.index(usual),
            format_func=titles.__getitem__,
            key=key,
            bind="query-params",
            help=words or None,
        )
    )


def _count(name: str, label: str, limits: tuple[int, int], usual: int, words: str) -> int:
    key, fits = f"{PAGE}.{name}", between(*limits)
    if not lecture.shows(name):
        return value_of(key, usual, fits)
    keep(key, fits)
    _within(key, limits)
    if limits[0] == limits[1]:
        return limits[0]
    return int(st.slider(label, *limits, usual, key=key, bind="query-params", help=words or None))


def _share(name: str, label: str, limits: tuple[float, float], usual: float, words: str) -> float:
    key, fits = f"{PAGE}.{name}", between(*limits)
    if not lecture.shows(name):
        return value_of(key, usual, fits)
    keep(key, fits)
    return float(
        st.slider(label, *limits, usual, 0.01, key=key, bind="query-params", help=words or None)
    )


def _switch(name: str, label: str, usual: bool, words: str) -> bool:
    key = f"{PAGE}.{name}"
    if not lecture.shows(name):
        return value_of(key, usual, is_switch)
    keep(key, is_switch)
    return bool(st.toggle(label, usual, key=key, bind="query-params", help=words))


def _write(name: str, label: str, usual: str, words: str, *, bound: bool = True) -> str:
    """A line of text; what is not bound stays out of the address."""
    key = f"{PAGE}.{name}"
    if not lecture.shows(name):
        return value_of(key, usual, is_text)
    if not bound:
        return str(st.text_input(label, usual, key=key, help=words, persist_state="session"))
    keep(key, is_text)
    return str(st.text_input(label, usual, key=key, bind="query-params", help=words or None))


def _within(key: str, limits: tuple[int, int]) -> None:
    """Forget a number that these data do not allow any more."""
    held = st.session_state.get(key)
    if held is not None and not limits[0] <= held <= limits[1]:
        del st.session_state[key]


def _more() -> Any:
    return st.container() if lecture.present() is not None else st.expander("More")


def _list(shelf: Mapping[str, Any], keys: Sequence[str] | Mapping[str, Any] | None = None) -> str:
    """Each entry with its explanation, for the help of a control."""
    return "\n".join(
        f"- **{entry.title}**: {entry.explanation}"
        for key, entry in shelf.items()
        if keys is None or key in keys
    )
