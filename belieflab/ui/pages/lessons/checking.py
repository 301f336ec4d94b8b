"""Checking the settings of a lesson against the parameters of the pages that it visits.

Only the pages know their parameters, which may depend on the data: so a page is asked for them
with the data and labels of the step. The module of a page is found by its key, because pages do not
import each other; import-linter does not see that, and a registry would import every page at once.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from belieflab.data.parameters import Parameter
from belieflab.errors import DataError
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.shell.lessons.conditions import COMPARISONS, PICKED
from belieflab.ui.shell.lessons.lesson import Lesson
from belieflab.ui.shell.workspace import Workspace


def check_lesson(lesson: Lesson) -> Lesson:
    """The lesson, if every setting and every comparison fits its page; else a DataError."""
    for number, step in enumerate(lesson.steps):
        stage, workspace = lesson.stage(number), Workspace()
        if stage.data is not None:
            workspace.set_up(stage.data, stage.labels, lesson.seed)
        try:
            for key, value in step.settings.items():
                _find(key, workspace).checked(value)
            for condition in step.done:
                if condition.kind == "setting":
                    _check_comparison(condition.given, workspace)
        except DataError as error:
            raise DataError(f"Step {number + 1}: {error}") from None
    return lesson


def _check_comparison(given: Any, workspace: Workspace) -> None:
    name = str(given["name"]).partition(".")[2]
    if name in PICKED:
        return
    parameter = _find(given["name"], workspace)
    for each in COMPARISONS:
        if each in given:
            parameter.checked(given[each])


def _find(key: str, workspace: Workspace) -> Parameter:
    page, _, name = key.partition(".")
    found = {each.name: each for each in page_parameters(page, workspace)}
    if name not in found:
        listed = ", ".join(found) or "none that a lesson can set"
        raise DataError(f"the page {page} has no setting {name!r}; it has {listed}.")
    return found[name]


def page_parameters(page: str, workspace: Workspace) -> list[Parameter]:
    """The parameters of a page with these data and labels."""
    try:
        module = import_module(f"belieflab.ui.pages.{page}.page")
    except ModuleNotFoundError:
        return []
    declared = getattr(module, "PAGE", None)
    if not isinstance(declared, MethodPage):
        listed: Iterable[Parameter] = getattr(module, "LESSON_PARAMETERS", ())
        return list(listed)
    state = workspace.state.training
    if state.scaled is None:
        raise DataError(f"the page {page} needs data, and no step so far loads any.")
    labels = state.labels if declared.uses_labels else None
    context = Context(declared.key, workspace, state.scaled, labels)
    return list(declared.parameters(context))
