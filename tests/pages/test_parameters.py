"""Every parameter of every page: the address sets it, and the exported code follows."""

from typing import Any

import pytest
from parameter_walk import (
    IRIS,
    ON_DATA,
    PAGES,
    WORKSPACES,
    find_parameters,
    other_value,
    written,
)
from streamlit.testing.v1 import AppTest

from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings
from belieflab.ui.method.code_tab import snippet_for_workspace
from belieflab.ui.shell import link, page_table
from belieflab.ui.shell.workspace import Workspace

CASES = [
    (module, data, name)
    for module, data in ON_DATA
    for name, parameter in find_parameters(module, data).items()
    if not parameter.custom and (data == IRIS or parameter != find_parameters(module).get(name))
]


def needed(parameters: dict[str, Parameter], name: str) -> dict[str, Any]:
    """The values of other parameters with which this one has an effect."""
    values: dict[str, Any] = {}
    for other, allowed in parameters[name].needs.items():
        if other in parameters:
            default = parameters[other].default
            values |= {other: default if default in allowed else allowed[0]}
            values |= needed(parameters, other)
    return values


def script() -> None:
    import importlib

    import streamlit as st

    from belieflab.ui.method.method_page import look_at, settle

    module, _, name = st.session_state["module"].partition(":")
    page = getattr(importlib.import_module(module), name)
    context = look_at(page, settle(page))
    st.session_state["settings"] = dict(context.settings)
    st.session_state["code"] = page.code(context)


def opened(
    module: str, data: str, values: dict[str, Any], others: dict[str, str] | None = None
) -> AppTest:
    """Settings and code of a page with these values, and `others` by whole keys, in the address."""
    page = PAGES[module]
    parameters = find_parameters(module, data)
    app = AppTest.from_function(script, default_timeout=60)
    app.session_state["workspace"] = WORKSPACES[data]()
    app.session_state["module"] = module
    for name, value in values.items():
        app.query_params[f"{page.key}.{name}"] = written(parameters[name], value)
    for key, text in (others or {}).items():
        app.query_params[key] = text
    app.run()
    assert not app.exception
    return app


def test_the_method_pages_are_found() -> None:
    learned = {"mixture", "landscape", "neighbours", "networks", "active"}
    compared = {"credal", "eknnclus", "whatif", "evaluate", "suspects"}
    assert learned | compared == {page.key for page in PAGES.values()}
    assert {module.partition(":")[2] for module in PAGES} == {"PAGE", "PLAY"}


@pytest.mark.parametrize(("module", "data", "name"), CASES)
def test_the_address_sets_a_parameter_and_the_code_follows(
    module: str, data: str, name: str
) -> None:
    parameters = find_parameters(module, data)
    parameter, before = parameters[name], needed(parameters, name)
    value = other_value(parameter)
    assert value != parameter.default  # else limits that are equal leave no choice to test
    first, second = (opened(module, data, each) for each in (before, before | {name: value}))
    assert first.session_state["settings"][name] == parameter.default
    assert second.session_state["settings"][name] == value
    changed = first.session_state["code"] != second.session_state["code"]
    assert changed == parameter.coded


RECIPES = [
    (prefix, key, parameter)
    for prefix, registry in link.REGISTRIES.items()
    for key, entry in registry.items()
    for parameter in entry.parameters
]


def snippet_of(query: dict[str, str]) -> str:
    asked, workspace = link.decode({"data": "iris"} | query), Workspace()
    workspace.set_up(asked.data, asked.labels, asked.seed)
    return snippet_for_workspace(workspace)


@pytest.mark.parametrize(
    ("prefix", "key", "parameter"),
    RECIPES,
    ids=[f"{prefix}-{key}-{parameter.name}" for prefix, key, parameter in RECIPES],
)
def test_the_address_sets_data_and_labels_and_the_code_follows(
    prefix: str, key: str, parameter: Parameter
) -> None:
    value = other_value(parameter)
    assert value != parameter.default
    changed = {prefix: key, f"{prefix}.{parameter.name}": written(parameter, value)}
    assert snippet_of({prefix: key}) != snippet_of(changed)
    given = f'"{value}"' if isinstance(value, str) else str(value)
    assert f"{parameter.name}={given}" in snippet_of(changed)


@pytest.mark.parametrize(("module", "data"), ON_DATA)
def test_the_address_sets_what_a_page_places_itself(module: str, data: str) -> None:
    own = {name: each for name, each in find_parameters(module, data).items() if each.custom}
    values = {name: other_value(each) for name, each in own.items()}
    settings = opened(module, data, values).session_state["settings"]
    assert {name: settings[name] for name in own} == values


DECIDING = [
    (module, before)
    for module, page in PAGES.items()
    for parameters in [find_parameters(module)]
    for answer in (parameters["answer"].titles if "answer" in parameters else [None])
    for before in [{} if answer is None else {"answer": answer}]
    if page.decides(Settings(list(parameters.values()), before))
]


@pytest.mark.parametrize(("module", "before"), DECIDING)
@pytest.mark.parametrize(
    ("key", "text"), [("decisions.reject", "0.1"), ("decisions.costs", "0 1 1; 5 0 1; 1 1 0")]
)
def test_the_code_of_pages_that_decide_follows_the_shared_costs(
    module: str, before: dict[str, str], key: str, text: str
) -> None:
    first, second = opened(module, IRIS, before), opened(module, IRIS, before, {key: text})
    assert first.session_state["code"] != second.session_state["code"]


def test_the_pages_that_decide_are_found() -> None:
    deciding = {PAGES[module].key for module, _ in DECIDING}
    assert deciding == {"mixture", "neighbours", "networks", "evaluate", "landscape", "active"}


def test_no_key_of_a_page_means_something_else_in_the_address() -> None:
    keys = {
        f"{page.key}.{name}" for module, page in PAGES.items() for name in find_parameters(module)
    }
    assert {key.partition(".")[0] for key in keys} <= set(page_table.PAGES)
    assert not keys & link.own_keys()
