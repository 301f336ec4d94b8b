"""The report that a page would save, without pictures."""

from typing import Any
from unittest.mock import patch

from opened_pages import finish, open_page
from streamlit.testing.v1 import AppTest

from belieflab.reports import Report
from belieflab.ui.method import report
from belieflab.ui.shell.workspace import Workspace


def report_of(page: str, workspace: Workspace, begin: str = "", /, **controls: Any) -> Report:
    """The report of the page with these controls, once its run has ended.

    `begin` is the key of the button that begins the run, where it does not begin by itself.
    """
    made: list[Any] = []

    def take(_page: str, _token: Any, gather: Any, assemble: Any) -> None:
        made.append((gather(), assemble))

    with patch.object(report, "draw", take):
        app = open_page(page, workspace, **controls)
        finish_if_running(app.button(key=begin).click().run() if begin else app, f"{page}.run")
    written, assemble = made[-1]
    found: Report = assemble([], written)
    return found


def finish_if_running(app: AppTest, run: str) -> None:
    if "shell.runs" in app.session_state and run in app.session_state["shell.runs"]:
        finish(app, run)
    assert not app.exception
