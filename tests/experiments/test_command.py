"""The command line, in this process; one run of it stands in a process of its own elsewhere."""

import io
import json
import re
import sys

import pytest

from belieflab.experiments import Cell, Job, Outcome, Progress, Result, write_sweep
from belieflab.experiments.command import main, with_bar
from belieflab.experiments.papers import PAPERS, WITH_FILES


def test_list_names_what_there_is(capsys):
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    with_files_only = [name for name in WITH_FILES if name not in PAPERS]
    assert [line.split()[0] for line in lines] == [*PAPERS, *with_files_only]
    assert all(line.endswith("only with --data") for line in lines[len(PAPERS) :])


def test_run_writes_table_and_figure_and_show_reads_them(tmp_path, capsys, any_sweep):
    sweep = any_sweep(seed=3)
    path = tmp_path / "my.yaml"
    path.write_text(write_sweep(sweep), encoding="utf-8")
    results = ["--results", str(tmp_path / "out")]
    assert main(["run", str(path), "--replicates", "2", "--workers", "1", *results]) == 0
    shown = capsys.readouterr()
    assert "Seed 3." in shown.out
    assert "12 of 12 results were computed with 1 worker in" in shown.out
    assert re.search(r"100%\|█+\| 12/12, less than 1 s left", shown.err)
    assert {file.suffix for file in (tmp_path / "out").iterdir()} >= {".sqlite", ".csv", ".html"}

    assert main(["run", str(path), "--workers", "1", *results]) == 0
    assert "6 of 18 results were computed" in capsys.readouterr().out

    assert main(["show", str(path), "--json", *results]) == 0
    cells = json.loads(capsys.readouterr().out)
    assert [cell["replicates"] for cell in cells] == [3] * 6
    assert main(["show", str(path), *results]) == 0
    assert "18 results" in capsys.readouterr().out
    assert main(["show", str(path), "--seed", "1", "--json", *results]) == 0
    assert {cell["ours"] for cell in json.loads(capsys.readouterr().out)} == {None}

    assert main(["run", str(path), "--quick", "--fresh", "--workers", "1", *results]) == 0
    assert capsys.readouterr().out.count("12 of 12 results were computed") == 2
    assert main(["run", str(path), "--quick", "--workers", "1", *results]) == 0
    assert capsys.readouterr().out.count("results were computed") == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run", "nothing"], "no experiment called 'nothing'; there are come2009"),
        (["show", "come2009-table1"], "Nothing is computed yet"),
        (["run", "missing.yaml"], "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_reported(tmp_path, capsys, monkeypatch, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--replicates", "0"], ["--workers", "x"], ["--seed", "-1"]])
def test_wrong_numbers_are_refused(capsys, wrong):
    with pytest.raises(SystemExit):
        main(["run", "come2009-table1", *wrong])
    assert "whole number" in capsys.readouterr().err


def test_without_plotly_there_is_still_a_table(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "plotly", None)
    monkeypatch.delitem(sys.modules, "belieflab.figures.papers.panels", raising=False)
    name = "denoeux2015-bernoulli"
    assert main(["run", name, "--workers", "1", "--results", str(tmp_path)]) == 0
    assert "The figure needs plotly" in capsys.readouterr().out
    assert (tmp_path / f"{name}.csv").exists()


def test_the_keyboard_stops_a_run(tmp_path, capsys, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("belieflab.experiments.command.run", interrupted)
    assert main(["run", "come2009-table1", "--results", str(tmp_path)]) == 130
    assert "goes on from here" in capsys.readouterr().err


def progress(done, left):
    return Progress(Result(Job(Cell("assess", {}), 0, 0), Outcome(0.0), 0.0), done, 40, left)


class Screen(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_grows_on_a_terminal_and_is_brief_in_a_log():
    log, screen = io.StringIO(), Screen()
    for out in (log, screen):
        steps = [progress(done, 40.0 - done) for done in range(1, 41)]
        assert list(with_bar(steps, out)) == steps
    assert 5 <= log.getvalue().count("/40") <= 12
    assert screen.getvalue().startswith("\r") and screen.getvalue().endswith("\n")
    for out in (log, screen):
        assert "40/40, less than 1 s left" in out.getvalue()


def test_a_resumed_run_starts_where_it_was_and_an_unknown_time_is_not_shown():
    out = io.StringIO()
    list(with_bar([progress(20, None)], out))
    drawn = out.getvalue().strip().split("\r")
    assert drawn[-1].strip() == f"50%|{'█' * 15}{' ' * 15}| 20/40"


def test_a_run_without_anything_to_compute_draws_no_bar():
    out = io.StringIO()
    assert not list(with_bar([], out))
    assert not out.getvalue()
