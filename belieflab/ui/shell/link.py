"""Links: the recipes and the seed as query parameters with readable keys.

`data=gaussians&data.delta=2&labels=expert-doubt&labels.mean=0.2&seed=7&scaling=robust` names the
sample, the law and the scaling of the features; a setting stands in the link only where it differs
from its default. Other keys belong to the pages and are left alone. Points and labels without a
recipe cannot be in a link.
"""

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

import streamlit as st

from belieflab.data.laws import LAWS
from belieflab.data.samples import SAMPLES
from belieflab.data.scaling import SCALING
from belieflab.errors import DataError
from belieflab.registry import Registry
from belieflab.ui.shell.state import SEED, Recipe, State

DATA, LABELS = "data", "labels"
_SEED_DIGITS = 20
"""Far more than the largest seed has; Python refuses to read thousands of digits."""
REGISTRIES: dict[str, Registry[Any]] = {DATA: SAMPLES, LABELS: LAWS}


@dataclass(frozen=True)
class Link:
    """What a link asks for."""

    data: Recipe | None = None
    labels: Recipe | None = None
    seed: int = SEED.default
    scaling: str = SCALING.default


def encode(state: State) -> dict[str, str]:
    """The query parameters that rebuild this state, as far as a link can."""
    query: dict[str, str] = {}
    recipes = {DATA: state.data_recipe, LABELS: state.label_recipe if state.data_recipe else None}
    for prefix, recipe in recipes.items():
        if recipe is not None:
            query[prefix] = recipe.key
            for name, value in recipe.changed(REGISTRIES[prefix]).items():
                query[f"{prefix}.{name}"] = _written(value)
    if query or state.seed != SEED.default:
        query[SEED.name] = str(state.seed)
    if state.dataset is not None and state.scaling != SCALING.default:
        query[SCALING.name] = state.scaling
    return query


def decode(query: Mapping[str, str]) -> Link:
    """What the query parameters ask for, not yet checked.

    Keys that are no setting of the named sample or law are ignored: they may be a page's own.
    """
    text = query.get(SEED.name, str(SEED.default))
    if not text.isascii() or not text.isdigit() or len(text) > _SEED_DIGITS:
        raise DataError(
            f"The seed of the link, {text[:_SEED_DIGITS]!r}, is not a whole number "
            f"of at most {_SEED_DIGITS} digits."
        )
    scaling = SCALING.checked(query.get(SCALING.name, SCALING.default))
    return Link(_recipe(DATA, query), _recipe(LABELS, query), int(text), scaling)


def own_keys() -> set[str]:
    """Every parameter name that belongs to the workspace."""
    return {DATA, LABELS, SEED.name, SCALING.name} | {
        f"{prefix}.{parameter.name}"
        for prefix, registry in REGISTRIES.items()
        for entry in registry.values()
        for parameter in entry.parameters
    }


def write_address(wanted: Mapping[str, str], own: AbstractSet[str]) -> None:
    """Make the address hold these parameters; of the `own` keys no others stay, the rest do."""
    current = st.query_params.to_dict()
    for key in (own & current.keys()) - wanted.keys():
        del st.query_params[key]
    changed = {key: value for key, value in wanted.items() if current.get(key) != value}
    if changed:
        st.query_params.update(changed)


def address() -> str:
    """The whole link to what is on screen."""
    query = urlencode(st.query_params.to_dict())
    here = (st.context.url or "").partition("?")[0]
    return f"{here}?{query}" if query else here


def site() -> str:
    """The address of the app without a page."""
    parts = urlsplit(st.context.url or "")
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def _recipe(prefix: str, query: Mapping[str, str]) -> Recipe | None:
    """The recipe under this prefix, not yet checked; an unknown key has no settings."""
    if prefix not in query:
        return None
    entry = REGISTRIES[prefix].get(query[prefix])
    names = [parameter.name for parameter in entry.parameters] if entry else []
    given = {name: query[f"{prefix}.{name}"] for name in names if f"{prefix}.{name}" in query}
    return Recipe(query[prefix], given)


def _written(value: Any) -> str:
    """A value as `Parameter.checked` reads it back exactly."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(float(value)) if isinstance(value, float) else str(value)


def is_endless(key: str) -> bool:
    """Whether the address gives this key a number beyond all floats, at which Streamlit fails."""
    try:
        return any(not math.isfinite(float(text)) for text in st.query_params.get_all(key))
    except ValueError:
        return False  # no number: Streamlit leaves it out
