"""Failures nobody foresaw: an id on the page and in the log, a traceback only for a developer."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest
from streamlit.web.server.app_discovery import discover_asgi_app

from belieflab.ui.shell import failures, gate

APP = Path(__file__).parents[3] / "app.py"


def fail() -> None:
    from belieflab.ui.shell.failures import report

    try:
        raise ValueError("the name of a secret")
    except ValueError as error:
        report(error)


def test_the_page_shows_the_id_that_the_log_has(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(failures.DEBUG_VARIABLE, raising=False)
    app = AppTest.from_function(fail).run()
    found = re.search(r"under the id ([0-9a-f]{8})\.", app.error[0].value)
    assert found is not None and not app.exception
    assert "secret" not in app.error[0].value
    assert f"Error {found[1]}" in caplog.text and "the name of a secret" in caplog.text
    assert "Traceback" in caplog.text


@pytest.mark.parametrize(("value", "shown"), [("1", 1), ("0", 0), ("", 0)])
def test_a_developer_asks_for_the_traceback(
    value: str, shown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(failures.DEBUG_VARIABLE, value)
    app = AppTest.from_function(fail).run()
    assert len(app.exception) == shown and len(app.error) == 1


def test_the_server_is_started_with_both(monkeypatch: pytest.MonkeyPatch) -> None:
    assert discover_asgi_app(APP).import_string == "app:app"
    monkeypatch.setattr(config, "_main_script_path", None)
    spec = spec_from_file_location("app", APP)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.app.script_path == APP
    assert module.app._on_script_error is failures.report
    assert module.app._user_middleware == gate.MIDDLEWARE
