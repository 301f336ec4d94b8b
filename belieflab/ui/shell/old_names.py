"""Links and workspace files of earlier versions: the one table of the names they use.

Whoever renames a page, a setting or one of its values that stands in links or files adds a row
here. Nothing else in the app knows the old names.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

PAGES: dict[str, str] = {"class": "crowd.class"}
"""Keys of pages, old to current; what is now a part of a page has a key below that page's."""

ADDRESSES: dict[str, tuple[str, dict[str, str]]] = {
    "class": ("crowd", {"crowd.answers_of": "Class"}),
}
"""Addresses of pages that are now parts of another: that page, and what its controls show."""

KEYS: dict[str, str] = {
    "credal.standardise": "scaling",
    "data.standard": "",
    "neighbours.cost": "decisions.reject",
    "whatif.standardise": "",
}
"""`<page>.<name>`, old to current, both with the current key of the page; "": it is left out.

Pages once scaled the features each for itself. That of Credal partition, off unless asked for, is
now the scaling of the workspace. What-if standardised by default, whatever other pages did, and on
Data it changed a picture only: neither says anything about the whole workspace. The cost of
no answer, once of Neighbours alone, is that of decisions on all pages.

The parameters of samples and label laws are here as well, as `data.<name>` and `labels.<name>`.
"""

_CLASSIFIERS = {"Evidential k-NN, γ single": "Evidential k-NN, γ one for all"}

VALUES: dict[str, dict[Any, Any]] = {
    "active.model": _CLASSIFIERS,
    "credal.tol": {"usual": "default"},
    "evaluate.methods": _CLASSIFIERS,
    "evaluate.method": _CLASSIFIERS,
    "labels.tab": {"Crowd": "Simulate"},
    "networks.structure": {
        "naive Bayes, features chosen": "selective naive Bayes",
        "tree (TAN)": "TAN",
    },
    "suspects.classifier": _CLASSIFIERS,
    "scaling": {True: "standardise", "true": "standardise", False: "none", "false": "none"},
    "playground.view": {-1: "result"} | {place: str(place) for place in range(6)},
    "whatif.methods": {
        "knn": "weighted-knn",
        "k-NN": "weighted k-NN",
        "eknn-jousselme": "gamma-eknn",
        "Evidential k-NN, γ jousselme": "γᵢ-EKNN",
    }
    | _CLASSIFIERS,
}
"""By current key: values, old to current.

A link holds what a control shows and a file its value, so both may need a row. `data` and `labels`
name samples and label laws, `show` the controls of a lecture.
"""

IMPLIED: dict[str, tuple[str, Any]] = {"landscape.ns": ("landscape.labels", "drawn")}
"""By current key: another setting that went without saying, and its value.

Landscape drew its own labels unless told to take those of the workspace; now it is the other way
round, where those have a level.
"""

_UPDATED = "shell.address_updated"


def current_page(key: str) -> str:
    """The page that was called so."""
    return PAGES.get(key, key)


def current_names(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of a link or a file under their current names, with their current values.

    Where an old name and a current one say different things, the current one holds.
    """
    renamed = [(key, *_current(key, value)) for key, value in settings.items()]
    first = {key: value for old, key, value in renamed if key and old != key}
    found = first | {key: value for old, key, value in renamed if old == key}
    return dict(IMPLIED[key] for key in found if key in IMPLIED) | found


def current_recipe(kind: str, key: str, settings: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A recipe of `data` or `labels` in a file, under its current names."""
    renamed = current_names({f"{kind}.{name}": value for name, value in settings.items()})
    names = {name.removeprefix(f"{kind}."): value for name, value in renamed.items()}
    return VALUES.get(kind, {}).get(key, key), names


def update_address() -> bool:
    """Rewrite an address that uses old names; True when it did, and the app is to run again.

    Only the first run of a session can find any.
    """
    if _UPDATED in st.session_state:
        return False
    st.session_state[_UPDATED] = True
    query = {key: st.query_params.get_all(key) for key in st.query_params}
    current = current_names(query)
    if current == query:
        return False
    st.query_params.from_dict(current)
    return True


def _current(key: str, value: Any) -> tuple[str, Any]:
    page, dot, name = key.partition(".")
    key = current_page(page) + dot + name if dot else key
    key = KEYS.get(key, key)
    values = VALUES.get(key, {})

    def renew(each: Any) -> Any:
        if key == "show":
            return ",".join(values.get(name, name) for name in str(each).split(","))
        return values.get(each, each)

    several = isinstance(value, (list, tuple))
    return key, [renew(each) for each in value] if several else renew(value)
