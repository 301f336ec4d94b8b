"""The files of the What-if page, made as the server makes them: in a thread outside the session."""

import csv
import io
import threading
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from belieflab.ui.shell.workspace import Recipe, Workspace

PAGE = Path(__file__).parents[2] / "pages" / "what-if.py"
ERROR = "error rate, true classes (%)"


@pytest.fixture
def files(monkeypatch) -> dict[str, bytes]:
    """What every download button of a page with results gives, by its key."""
    makers = {}
    real = st.download_button

    def noted(*arguments, **options):
        makers[options["key"]] = options["data"]
        return real(*arguments, **options)

    monkeypatch.setattr(st, "download_button", noted)
    app = AppTest.from_file(str(PAGE), default_timeout=60)
    workspace = app.session_state["workspace"] = Workspace()
    workspace.set_up(Recipe("iris"))
    for name, value in {
        "levels": "10, 40",
        "methods": ["soft", "supervised"],
        "replicates": 2,
        "folds": 3,
    }.items():
        app.session_state[f"whatif.{name}"] = value
    app.run()
    app.button(key="whatif.run.run").click().run()
    app.session_state["shell.runs"]["whatif.run"].join(60)
    app.run()
    assert not app.exception
    made: dict[str, bytes] = {}
    for key, make in makers.items():
        thread = threading.Thread(target=lambda key=key, make=make: made.update({key: make()}))
        thread.start()
        thread.join()
    return made


def test_files_hold_what_the_page_shows(files):
    replicates = list(csv.DictReader(io.StringIO(files["whatif.replicates_csv"].decode())))
    assert len(replicates) == 2 * 2 * 2
    assert {line["method"] for line in replicates} == {"Soft labels", "Supervised"}
    results = list(csv.DictReader(io.StringIO(files["whatif.export.csv"].decode("utf-8-sig"))))
    for line in results:
        errors = [
            float(each[ERROR])
            for each in replicates
            if (each["method"], each["level"]) == (line["method"], line["level"])
        ]
        assert sum(errors) / 2 == pytest.approx(float(line[ERROR]))
    assert "2 replicates" in files["whatif.export.html"].decode()
    assert f"{float(results[0][ERROR]):.1f} ±" in files["whatif.report_html"].decode()
