"""The sliders of a page that can be followed while they are dragged, and the levels they have."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from belieflab.data.laws import LAWS
from belieflab.data.parameters import Parameter
from belieflab.ui.method.context import Context
from belieflab.ui.method.noise import NOISE, noise_parameter, with_noise
from belieflab.ui.shell.workspace import Recipe, State, Workspace

MAX_LEVELS = 31
"""How many levels of a slider are computed, fewer where they are large or slow."""


@dataclass(frozen=True)
class Slider:
    """A slider to follow.

    parameter, value : what it sets, and where it stands
    token : what its levels depend on besides
    widget : its key
    known : the values at which there are results; None: they are computed where they are wanted
    change : makes the state of the workspace that it asks for; None where it is a setting
    """

    parameter: Parameter
    value: float
    token: Hashable
    widget: str
    change: Callable[[State, Any], State] | None = None
    known: tuple[Any, ...] | None = None

    @property
    def key(self) -> str:
        """The key of its levels in the session."""
        return f"{self.widget}.live"

    def levels(self, count: int = MAX_LEVELS) -> list[Any]:
        """At most this number of values over the whole range, or of those known, nearest first."""
        if self.known is not None:
            return sorted(set(self.known), key=self._distance)[:count]
        parameter = self.parameter
        low, high = float(parameter.low or 0), float(parameter.high or 1)
        step = float(parameter.step or (1 if isinstance(parameter.default, int) else 0))
        if step:
            count = min(round((high - low) / step) + 1, count)
        values = np.linspace(low, high, count)
        if step:
            values = low + step * np.round((values - low) / step)
        kind = type(parameter.default)
        found = {kind(round(value, 9)) for value in values.tolist()}
        return sorted(found, key=self._distance)

    def _distance(self, value: Any) -> tuple[float, Any]:
        return abs(value - self.value), value


def find_sliders(context: Context, names: Sequence[str], label_noise: bool) -> list[Slider]:
    """The sliders of these names that are in use."""
    found = []
    for name in names:
        if name == NOISE:
            parameter = noise_parameter(context.workspace.state) if label_noise else None
            value = None if parameter is None else parameter.default
        else:
            parameter = context.settings.parameters.get(name)
            value = context.settings[name] if parameter and context.settings.uses(name) else None
        if value is not None and parameter is not None and _is_slider(parameter):
            change = with_noise if name == NOISE else None
            widget = f"{context.page}.{name}"
            found.append(Slider(parameter, value, _token(context, name), widget, change))
    return found


def law_slider(context: Context, widgets: str) -> list[Slider]:
    """The slider of the noise level, if any, among those of a law: `<widgets>.<law>.<name>`."""
    recipe = context.workspace.state.label_recipe
    noise = None if recipe is None else LAWS[recipe.key].noise
    if recipe is None or noise is None:
        return []
    parameter, name = LAWS[recipe.key].parameter(noise.parameter), noise.parameter

    def change(state: State, value: Any) -> State:
        moved = Recipe(recipe.key, {**recipe.settings, name: value}).complete(LAWS)
        return replace(state, label_recipe=moved).labelled()

    value, token = recipe.settings.get(name, parameter.default), _token(context, NOISE)
    widget = f"{widgets}.{recipe.key}.{name}"
    return [Slider(parameter, value, token, widget, change)] if _is_slider(parameter) else []


def _is_slider(parameter: Parameter) -> bool:
    limited = parameter.low is not None and parameter.high is not None
    return limited and not (parameter.typed or parameter.choices or parameter.form == "field")


def _token(context: Context, name: str) -> Hashable:
    """What the levels of a slider depend on: everything but its own value."""
    workspace, state = context.workspace, context.workspace.state
    recipe, source = state.label_recipe, cast(Hashable, workspace.version)
    law = None if recipe is None else LAWS[recipe.key]
    if name == NOISE:
        source = id(state.scaled), state.seed, id(state.undiscounted)
    if name == NOISE and recipe is not None and law is not None and law.noise is not None:
        varied = law.noise.parameter
        given = sorted(each for each in recipe.settings.items() if each[0] != varied)
        source = id(state.scaled), state.seed, recipe.key, str(given)
    settings = context.settings.fit_token + context.settings.view_token
    others = tuple(each for each in settings if each[0] != name)
    return source, others, workspace.truth_hidden, workspace.lecture


def at_level(context: Context, slider: Slider, value: Any) -> Context:
    """The context as it would be with the slider there, apart from the session."""
    workspace, state = Workspace(), context.workspace.state
    workspace.restore(state if slider.change is None else slider.change(state, value))
    workspace.truth_hidden = context.workspace.truth_hidden
    workspace.lecture = context.workspace.lecture
    moved = {} if slider.change else {slider.parameter.name: value}
    found = replace(context, workspace=workspace, settings=context.settings.replace(**moved))
    return replace(found, labels=None if context.labels is None else found.known_labels)
