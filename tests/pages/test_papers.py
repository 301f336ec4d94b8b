"""The Papers page in process: the list, a small run, what it shows and what it keeps."""

import contextlib
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from belieflab.experiments import ResultStore
from belieflab.experiments import cost as experiment_costs
from belieflab.experiments import run as run_jobs
from belieflab.experiments.command import main
from belieflab.experiments.papers import PAPERS, find_paper
from belieflab.experiments.stored_results import find_origin
from belieflab.figures.common.canvas import FONT_SIZE
from belieflab.ui.method import experiment_run
from belieflab.ui.pages.papers import results as paper_results
from belieflab.ui.shell.lecture import PICTURE_HEIGHT, SCALE, Lecture
from belieflab.ui.shell.workspace import Workspace

PAGE = Path(__file__).parents[2] / "pages" / "papers.py"
QUICK = "denoeux2015-bernoulli"


@pytest.fixture(autouse=True)
def results(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv(paper_results.FOLDER, str(tmp_path / "results"))
    return tmp_path / "results"


def opened(name: str = "", lecture: Lecture | None = None) -> AppTest:
    app = AppTest.from_file(str(PAGE), default_timeout=60)
    app.session_state["workspace"] = workspace = Workspace()
    workspace.lecture = lecture
    if name:
        app.query_params["papers.name"] = name
    return app.run()


def run(app: AppTest, name: str) -> AppTest:
    app.button(key=f"papers.run.{name}.run").click().run()
    app.session_state["shell.runs"][f"papers.run.{name}"].join(60)
    return app.run()


def show(app: AppTest, tab: str) -> AppTest:
    app.session_state["papers.tab"] = tab
    app.run()
    assert not app.exception
    return app


def said(app: AppTest) -> str:
    shown = (*app.caption, *app.markdown, *app.error, *app.subheader)
    return " ".join(element.value for element in shown).replace("\\", "")


def test_the_list_has_every_table_and_figure_and_opens_one():
    app = opened()
    assert not app.exception
    keys = {button.key for button in app.button}
    assert {f"papers.open.{name}" for name in PAPERS} <= keys
    assert said(app).count("Stored on") == len(app.get("image")) == len(PAPERS)
    assert said(app).count("Mean difference from the paper: ") == 9
    assert said(app).count("original files") == 4
    app.button(key="papers.open.hoarau2022-table1").click().run()
    assert not app.exception
    assert "three rules for γ" in said(app)
    assert app.table[0].value.iloc[0, 0].endswith("(0.965)")
    app.button(key="papers.back").click().run()
    assert "papers.open.come2009-fig2" in {button.key for button in app.button}


def test_a_small_run_stands_beside_the_paper_and_is_there_again():
    app = run(opened(QUICK), QUICK)
    assert not app.exception
    assert [metric.value for metric in app.metric][1:] == ["12 of 12", "1"]
    assert float(app.metric[0].value) < 1e-3
    assert app.button(key=f"papers.run.{QUICK}.run").disabled
    table = show(app, "Table").dataframe[0].value
    assert table["difference"].abs().max() < 1e-3
    assert "0.5500 (0.5500)" in app.table[0].value.to_numpy().ravel().tolist()
    assert "Seed 0" in said(show(app, "Choices"))
    assert len(show(app, "Figure").get("plotly_chart")) == 1
    code = [block.value for block in show(app, "Code").code]
    assert QUICK in code[0]
    again = opened(QUICK)
    assert [metric.value for metric in again.metric][1:] == ["12 of 12", "1"]
    assert "Computed" in said(opened())


def test_stored_numbers_are_there_at_once_beside_those_of_this_machine():
    app = opened(QUICK)
    assert not app.exception
    assert "Stored: computed on" in said(app) and "by belieflab" in said(app)
    assert [metric.value for metric in app.metric][1:] == ["12 of 12", "1"]
    assert len(app.get("plotly_chart")) == 2  # the figure and the map of differences
    assert not app.button(key=f"papers.run.{QUICK}.run").disabled
    app = run(app, QUICK)
    assert "Stored: computed on" not in said(app)
    app.session_state["papers.source"] = paper_results.STORED
    assert "Stored: computed on" in said(app.run())


def test_what_would_take_days_is_refused_with_what_to_do_and_the_stored_numbers_stay(monkeypatch):
    name, origin = "come2009-table1", find_origin("come2009-table1")
    slow = replace(origin, seconds=1e6 * origin.seconds)
    monkeypatch.setattr(experiment_costs, "find_origin", lambda file: slow)
    app = opened(name)
    assert "would take about" in said(app) and "the limits are 6 h" in said(app)
    assert "Run it by the command line" in said(app)
    assert f"papers.run.{name}.run" not in {button.key for button in app.button}
    assert "Stored: computed on" in said(app) and not app.exception
    app.session_state["papers.size"] = "full"
    assert "Choose the small size" in said(app.run())


def test_the_time_of_a_run_stands_beside_its_button(monkeypatch):
    monkeypatch.setattr(experiment_run, "CORES", 1)
    app = opened("come2009-table1")
    assert "This takes about 6 s." in said(app)  # 580 of 11,600 results in 118 s
    app.session_state["papers.size"] = "full"
    assert "This takes about 1 min 59 s." in said(app.run())
    monkeypatch.setattr(experiment_run, "CORES", 4)
    assert "This takes about 30 s." in said(app.run())


def test_the_code_and_the_command_line_give_the_same_numbers(tmp_path, monkeypatch, results):
    monkeypatch.chdir(tmp_path)
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["run", QUICK, "--quick", "--workers", "1", "--results", str(results)]) == 0
    app = opened(QUICK)
    assert app.metric[1].value == "12 of 12"  # what the command line computed
    shown = show(app, "Table").dataframe[0].value["ours"].tolist()
    (code,) = [block.value for block in show(app, "Code").code if block.language == "python"]
    namespace: dict = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, namespace)  # noqa: S102  (the code that the page offers)
    assert [summary.ours for summary in namespace["summaries"]] == shown


def test_results_with_the_same_cells_are_computed_once(results):
    experiment = find_paper("lopezcruz2013-table2")
    jobs = experiment.jobs(1)
    begun = [job for job in jobs if job.cell.companions == jobs[0].cell.companions]
    with ResultStore(results / "lopezcruz2013.sqlite") as store:
        list(run_jobs(begun, store))
    for name, compared in {
        "lopezcruz2013-table2": "12 of 12",
        "lopezcruz2013-table3": "20 of 20",
    }.items():
        app = opened(name)
        assert not app.exception
        assert app.metric[1].value == compared
        assert "220 to do" in app.button(key=f"papers.run.{name}.run").label
        assert "the Gaussian model is wrong" in said(show(app, "Choices"))
        assert len(show(app, "Figure").get("plotly_chart")) == 1
    app = opened("lopezcruz2013-fig1")
    assert not app.exception
    assert app.metric[0].value == "0 to 1"
    assert len(show(app, "Figure").get("plotly_chart")) == 1


@pytest.mark.parametrize("name", ["denoeux2015-butterfly", "denoeux2015-fusion"])
def test_results_without_printed_numbers_have_no_map_of_differences(name):
    app = opened(name)
    assert not app.exception
    assert "The paper prints no numbers here" in said(app)
    assert len(app.get("plotly_chart")) == 1
    assert [metric.label for metric in app.metric] == ["Replicates"]
    columns = set(show(app, "Table").dataframe[0].value)
    assert not columns & {"paper", "difference", "best"}


def test_a_lecture_has_the_picture_and_what_it_names():
    run(opened(QUICK), QUICK)
    app = opened(QUICK, Lecture(("size",)))
    assert not app.exception
    assert len(app.get("plotly_chart")) == 1
    assert not app.selectbox and not app.metric
    assert app.button(key="lecture.leave")
    picture = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]
    assert picture["height"] == PICTURE_HEIGHT
    assert picture["xaxis"]["title"]["font"]["size"] == pytest.approx(SCALE * FONT_SIZE)


def test_a_damaged_file_is_reported_and_the_page_lives_on(results):
    results.mkdir()
    (results / f"{QUICK}.sqlite").write_bytes(b"this is no database at all" * 100)
    app = opened(QUICK)
    assert not app.exception
    assert "not a whole file of results" in said(app)
    assert not opened().exception


def test_a_name_that_is_not_there_leads_to_the_list():
    app = opened("come2009-table9")
    assert not app.exception
    assert "papers.open.come2009-fig2" in {button.key for button in app.button}


def test_results_go_to_the_cache_or_to_a_temporary_folder(monkeypatch, tmp_path):
    monkeypatch.delenv(paper_results.FOLDER)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert paper_results.folder() == tmp_path / "belieflab" / "results"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert paper_results.folder().name == "belieflab-results"
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert paper_results.format_place(tmp_path / "a") == str(Path("~/a"))
    assert paper_results.format_place(Path("/other")) == str(Path("/other"))
