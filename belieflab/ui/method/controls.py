"""One control per parameter, drawn from its declaration.

The key of a control is `<page>.<name>`, in the session and in the address. Values come from the
session, else from an opened workspace file, else from the address, else the default; whatever
does not fit its parameter is left out. In a lecture only the named controls are on screen, but
all of them keep their values.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import streamlit as st

from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings
from belieflab.errors import DataError
from belieflab.ui.shell import lecture
from belieflab.ui.shell.link import is_endless
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.page_settings import keep
from belieflab.ui.shell.session import hold
from belieflab.ui.shell.widgets import draw_control

_DEFAULTS = "shell.defaults"


def read_settings(page: str, parameters: Sequence[Parameter]) -> Settings:
    """The settings in force, whether their controls are on screen or not."""
    return Settings(parameters, {each.name: _read(page, each) for each in parameters})


def draw_controls(
    page: str,
    settings: Settings,
    parameters: Iterable[Parameter],
    *,
    custom: bool = False,
    **given: Any,
) -> Settings:
    """Draw these parameters in order; returns the settings with what the controls hold.

    `custom` draws also those that a page places itself.
    """
    drawn: dict[str, Any] = {}
    for parameter in parameters:
        placed = custom or not parameter.custom
        if not (placed and _is_on_screen(settings, parameter) and lecture.is_shown(parameter)):
            continue
        key = f"{page}.{parameter.name}"
        if key in st.session_state and not parameter.accepts(st.session_state[key]):
            del st.session_state[key]
        off, bind = not settings.uses(parameter.name), None if is_endless(key) else "query-params"
        value = draw_control(parameter, key, bind=bind, disabled=off, **given)
        drawn[parameter.name] = tuple(value) if parameter.several else value
    return settings.replace(**drawn)


def draw_panel(
    page: str, settings: Settings, extra: Callable[[Settings], None] = lambda _: None
) -> Settings:
    """Draw the controls of the side panel, most used first, rare ones folded under "More".

    `extra(settings)` draws what no parameter describes, above the fold.
    """
    everything = list(settings.parameters.values())
    if lecture.current() is not None:  # all that are named in one row
        settings = draw_controls(page, settings, everything)
        extra(settings)
        return settings
    panel = [each for each in everything if not each.view and not each.rare]
    settings = draw_controls(page, settings, panel)
    extra(settings)
    rare = [each for each in everything if each.rare and not each.custom]
    if not rare:
        return settings
    with st.expander("More"):
        return draw_controls(page, settings, rare)


def draw_view(page: str, settings: Settings) -> Settings:
    """Draw the controls that change how the result is looked at, but for rare ones.

    They are behind one button at the right of the title; a lecture has the named ones already.
    """
    everything = settings.parameters.values()
    view = [each for each in everything if each.view and not each.custom and not each.rare]
    if not view or lecture.current() is not None:
        return settings
    with view_options(page):
        return draw_controls(page, settings, view)


@contextmanager
def view_options(page: str) -> Iterator[None]:
    """Where the controls go that change how something is looked at; a lecture has them in line."""
    if lecture.current() is not None:
        yield
        return
    look: dict[str, Any] = {"icon": ":material/tune:", "key": f"{page}.view_options"}
    with st.container(horizontal=True, key="view_options"), st.popover("View", **look):
        yield


def draw_one(page: str, parameter: Parameter, **given: Any) -> Any:
    """Draw a single control where a page wants it; returns its value.

    What else its widget takes (`label_visibility`, `placeholder`) is handed on.
    """
    settings = read_settings(page, [parameter])
    return draw_controls(page, settings, [parameter], custom=True, **given)[parameter.name]


def set_value(page: str, name: str, value: Any) -> None:
    """Make the control of that name hold this value; called from a callback."""
    st.session_state[f"{page}.{name}"] = value


def draw_recipe_controls(
    recipe: Sequence[Parameter], current: Mapping[str, Any], key: str, take: Callable[..., Any]
) -> None:
    """Draw a control for every parameter of a recipe, showing `current` (or the default).

    A change calls `take(name=value, …)` with all settings, in the widget's callback; a DataError
    there becomes a message, and the control shows the value that is still in force. A lecture has
    only the named ones.
    """
    shown = [each for each in recipe if lecture.is_shown(each)]

    def answer() -> None:
        held = ((each, st.session_state[f"{key}.{each.name}"]) for each in shown)
        take(**{**current, **{each.name: each.default if v is None else v for each, v in held}})

    for parameter in shown:
        widget = f"{key}.{parameter.name}"
        value = parameter.checked(current.get(parameter.name, parameter.default))
        form = parameter.label, parameter.low, parameter.high, parameter.step, *parameter.titles
        hold(widget, list(value) if parameter.several else value, form)
        draw_control(parameter, widget, on_change=guarded(answer))


def explain(entries: Mapping[str, Any], keys: Iterable[str] | None = None) -> str:
    """Each entry, or those of these keys, with its explanation, for the help of a control."""
    wanted = [entries[key] for key in (entries if keys is None else keys)]
    return "\n".join(f"- **{entry.title}**: {entry.explanation}" for entry in wanted)


def titles(entries: Mapping[str, Any]) -> dict[str, str]:
    """The titles of entries by their keys, for a control that chooses one of them."""
    return {key: entry.title for key, entry in entries.items()}


def choice(name: str, label: str, choices: Any, **given: Any) -> Parameter:
    """A parameter that is one of these, the first at the start."""
    return Parameter(name, label, next(iter(choices)), choices=choices, **given)


def with_help(parameters: Iterable[Parameter], texts: Mapping[str, str]) -> list[Parameter]:
    """The parameters, explained by the texts of their names."""
    return [replace(each, help=texts.get(each.name, each.help)) for each in parameters]


def _is_on_screen(settings: Settings, parameter: Parameter) -> bool:
    """Whether it is used or stays disabled; what needs a disabled control is disabled with it."""
    return parameter.disabled or all(
        settings[name] in allowed and _is_on_screen(settings, settings.parameters[name])
        for name, allowed in parameter.needs.items()
        if name in settings
    )


def _read(page: str, parameter: Parameter) -> Any:
    """The value in force: of the session, else of the address, else the default."""
    key = f"{page}.{parameter.name}"
    keep(key, parameter.accepts, parameter.checked)
    _follow_data(key, parameter)
    value = st.session_state.get(key)
    if value is not None and parameter.accepts(value):
        return tuple(value) if parameter.several else value
    texts = st.query_params.get_all(key)
    if not texts:
        return parameter.default
    titles = parameter.titles
    if texts[-1] in titles and texts[-1] not in titles.values():
        st.session_state[key] = texts[-1]  # a control reads only what it shows from the address
        return texts[-1]
    found = [value for text in texts for value in _parsed(parameter, text)]
    if parameter.several:
        return tuple(dict.fromkeys(found)) or parameter.default
    return found[-1] if found else parameter.default


def _parsed(parameter: Parameter, text: str) -> tuple[Any, ...]:
    """What a text of the address stands for; nothing where it does not fit."""
    try:
        value = parameter.checked(text)
    except DataError:
        return ()
    return value if parameter.several else (value,)


def _follow_data(key: str, parameter: Parameter) -> None:
    """Let a control follow its default and limits when these change with the data.

    One that nobody has moved takes the new default; a number beyond its limits takes the nearest.
    """
    defaults: dict[str, Any] = st.session_state.setdefault(_DEFAULTS, {})
    before, value = defaults.get(key, parameter.default), st.session_state.get(key)
    defaults[key] = parameter.default
    if value is None:
        return
    if value == before != parameter.default:
        st.session_state[key] = parameter.default
    elif not parameter.accepts(value) and parameter.accepts(parameter.clipped(value)):
        st.session_state[key] = parameter.clipped(value)
