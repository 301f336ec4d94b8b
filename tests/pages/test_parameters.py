"""Every parameter of every page: the address sets it, and the exported code follows."""

import importlib
import pkgutil
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import belieflab.ui.pages
from belieflab.data.parameters import Parameter
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.shell import link, page_table
from belieflab.ui.shell.workspace import Recipe, Workspace


def declared_pages() -> dict[str, MethodPage]:
    """The declarations of all method pages, by the module they stand in."""
    found = {}
    for package in pkgutil.iter_modules(belieflab.ui.pages.__path__, "belieflab.ui.pages."):
        name = f"{package.name}.page"
        if importlib.util.find_spec(name) is not None:
            page = getattr(importlib.import_module(name), "PAGE", None)
            if isinstance(page, MethodPage):
                found[name] = page
    return found


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    return workspace


def parameters_of(page: MethodPage) -> dict[str, Parameter]:
    workspace = iris()
    context = Context(page.key, workspace, workspace.dataset, workspace.labels)
    return {parameter.name: parameter for parameter in page.parameters(context)}


PAGES = declared_pages()
CASES = [
    (module, name)
    for module, page in PAGES.items()
    for name, parameter in parameters_of(page).items()
    if not parameter.custom
]


def other_value(parameter: Parameter) -> Any:
    """A value that is not the default."""
    titles = list(parameter.titles)
    if parameter.several:
        return tuple(key for key in titles if key not in parameter.default)[:1]
    if titles:
        return next(key for key in titles if key != parameter.default)
    if isinstance(parameter.default, bool):
        return not parameter.default
    if isinstance(parameter.default, str):
        return "0.5"
    if parameter.low is not None and parameter.low == parameter.high:
        return parameter.default
    step = parameter.step or (1 if isinstance(parameter.default, int) else 0.1)
    up = parameter.default + step
    fits = parameter.high is None or up <= parameter.high
    return type(parameter.default)(up if fits else parameter.default - step)


def written(parameter: Parameter, value: Any) -> Any:
    """The value as the address holds it."""
    if parameter.several:
        return [parameter.titles[each] for each in value]
    if parameter.choices:
        return parameter.titles[value]
    return str(value).lower() if isinstance(value, bool) else str(value)


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

    page = importlib.import_module(st.session_state["module"]).PAGE
    context = look_at(page, settle(page))
    st.session_state["settings"] = dict(context.settings)
    st.session_state["code"] = page.code(context)


def opened(module: str, values: dict[str, Any]) -> AppTest:
    page = PAGES[module]
    parameters = parameters_of(page)
    app = AppTest.from_function(script, default_timeout=60)
    app.session_state["workspace"] = iris()
    app.session_state["module"] = module
    for name, value in values.items():
        app.query_params[f"{page.key}.{name}"] = written(parameters[name], value)
    app.run()
    assert not app.exception
    return app


def test_the_method_pages_are_found() -> None:
    learned = {"mixture", "landscape", "neighbours", "networks", "active"}
    compared = {"credal", "eknnclus", "whatif", "evaluate", "suspects"}
    assert learned | compared == {page.key for page in PAGES.values()}


@pytest.mark.parametrize(("module", "name"), CASES)
def test_the_address_sets_a_parameter_and_the_code_follows(module: str, name: str) -> None:
    parameters = parameters_of(PAGES[module])
    parameter, before = parameters[name], needed(parameters, name)
    value = other_value(parameter)
    first, second = opened(module, before), opened(module, before | {name: value})
    if value == parameter.default:
        return  # limits that are equal leave no choice
    assert first.session_state["settings"][name] == parameter.default
    assert second.session_state["settings"][name] == value
    changed = first.session_state["code"] != second.session_state["code"]
    assert changed == parameter.coded


def test_no_key_of_a_page_means_something_else_in_the_address() -> None:
    keys = {f"{page.key}.{name}" for page in PAGES.values() for name in parameters_of(page)}
    assert {key.partition(".")[0] for key in keys} <= set(page_table.PAGES)
    assert not keys & link.own_keys()
