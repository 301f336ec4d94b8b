"""Costs of decisions: one matrix and one price for no answer, the same on every page."""

import numpy as np
import pandas as pd
import pytest
from opened_pages import drawn, finish, metrics, open_page, run_code, sentences, snippets

from belieflab import DataError, Frame, MassTable
from belieflab.belief.decision_costs import DecisionCosts, parse_costs
from belieflab.figures.common.palette import WRONG
from belieflab.ui.shell.workspace import Recipe, Workspace

COSTS = "0 1 1; 1 0 1; 9 9 0"


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    return workspace


def number(app, title: str) -> float:
    return float(metrics(app)[title].rstrip("%"))


@pytest.mark.parametrize("page", ["mixture", "networks"])
def test_a_page_that_decides_by_cost_counts_and_exports_by_the_shared_costs(page):
    shared = {"decisions.reject": 0.01, "answer": "cheapest"}
    workspace = iris()
    plain = open_page(page, workspace)
    assert "Answered" not in metrics(plain)
    assert not [each for each in plain.slider if each.key == "decisions.reject"]
    app = open_page(page, workspace, **shared, tab="Code")
    assert app.slider(key="decisions.reject").value == 0.01
    assert 0 < number(app, "Answered") < 100
    assert number(app, "Cost, true classes") <= 0.01 + 1e-9
    space = run_code(snippets(app)[0])
    assert f"{np.mean(space['decisions'] >= 0):.1%}" == metrics(app)["Answered"]
    free = open_page(page, workspace, **shared | {"decisions.reject": 1.0})
    assert number(free, "Answered") == 100
    costly = shared | {"decisions.reject": 1.0, "decisions.costs": COSTS}
    missed = open_page(page, workspace, **costly, tab="Code")
    decided = run_code(snippets(missed)[0])["decisions"]
    most_probable = run_code(snippets(missed)[0])["beliefs"].pignistic().argmax(axis=1)
    assert (decided == 2).sum() > (most_probable == 2).sum()  # the third class is costly to miss


def test_neighbours_and_evaluate_use_the_same_costs():
    shared = {"decisions.reject": 1.0, "decisions.costs": COSTS}
    app = open_page("neighbours", iris(), answer="with rejection", tab="Code", **shared)
    assert "costs=((0.0, 1.0, 1.0)" in snippets(app)[0].replace("\n", "")
    refused = open_page("neighbours", iris(), answer="with rejection", **{"decisions.reject": 0.0})
    assert number(refused, "No answer") > 50
    few = {"methods": ["eknn"], "repeats": 1, "curve": False}
    app = open_page("evaluate", iris(), **few, **{"decisions.reject": 0.05})
    runs = app.session_state["shell.runs"] if "shell.runs" in app.session_state else {}
    app = finish(app, "evaluate.run") if "evaluate.run" in runs else app
    row = app.dataframe[0].value.iloc[0]
    assert row["answered"] < 1 and row["cost of decisions, labels"] > 0


def test_a_matrix_that_does_not_fit_is_named_and_left_out():
    few = {"methods": ["eknn"], "repeats": 1, "curve": False}
    app = open_page("evaluate", iris(), **few, **{"decisions.costs": "0 1; 1 0"})
    assert "2 rows of 2 numbers; 3 classes need 3 rows of 3" in sentences(app)
    assert parse_costs(" ", 2) is None
    assert parse_costs("0,1\n2.5 0;", 2) == ((0.0, 1.0), (2.5, 0.0))
    for text, sentence in {
        "0 x; 1 0": "Row 1 of the costs holds '0 x'",
        "0 1; -1 0": "A cost is a number from 0",
        "0 nan; 1 0": "A cost is a number from 0",
        "0 1; 1": "2 rows of 2 and 1 numbers",
    }.items():
        with pytest.raises(DataError, match=sentence):
            parse_costs(text, 2)


def expected_costs(belief, matrix):
    """The least and greatest expected cost of each answer to one object."""
    low, high = np.zeros(len(matrix)), np.zeros(len(matrix))
    for mask, mass in zip(belief.focal.tolist(), belief.mass[0], strict=True):
        members = [k for k in range(len(matrix)) if mask >> k & 1]
        if members and mass > 0:
            low += mass * matrix[members].min(axis=0)
            high += mass * matrix[members].max(axis=0)
    return low, high


@pytest.mark.parametrize("page", ["mixture", "networks", "neighbours"])
def test_second_files_are_decided_by_the_same_costs(page):
    answer = "with rejection" if page == "neighbours" else "cheapest"
    reject = 0.001 if page == "neighbours" else 0.02
    shared = {"decisions.reject": reject, "decisions.costs": COSTS, "answer": answer}
    workspace = iris()
    app = open_page(page, workspace, tab="Predict", **shared)
    app = finish(app, f"{page}.fit") if "Press Run" in sentences(app) else app
    data = workspace.dataset
    table = pd.DataFrame(data.X[::3], columns=list(data.feature_names))
    [box] = [e for e in app.get("file_uploader") if e.label == "File with new objects"]
    app = drawn(box.upload("new.csv", table.to_csv(index=False).encode()))
    [found] = [each.value for each in app.dataframe if "decision" in each.value]
    masses = found.filter(regex="^belief ")
    names = [name.removeprefix("belief ") for name in masses.columns]
    frame = Frame(data.class_names)
    beliefs = MassTable(frame, [frame.parse(name) for name in names], masses.to_numpy(dtype=float))
    matrix = tuple(tuple(map(float, row.split())) for row in COSTS.split(";"))
    decided = DecisionCosts(matrix, reject * 9).decide(beliefs)
    expected = ["no answer" if code < 0 else data.class_names[code] for code in decided]
    assert found["decision"].tolist() == expected
    assert (beliefs.pignistic().argmax(axis=1) != decided).any()  # costs make a difference
    assert (found["decision"] == "no answer").any()
    # Naive twin: the set holds what no class beats for sure, by the bounds of the expected costs.
    for text, row in zip(found["set"], range(len(found)), strict=True):
        low, high = expected_costs(beliefs[row : row + 1], np.array(matrix))
        kept = [k for k in range(3) if not any(high[j] < low[k] for j in range(3) if j != k)]
        assert frame.parse(text) == sum(1 << k for k in kept), row


@pytest.mark.parametrize("page", ["mixture", "networks"])
def test_errors_and_rings_are_those_of_decisions_by_cost(page):
    """Naive twin: the cheapest answer object by object; no answer is not an error."""
    shared = {"decisions.reject": 0.02, "decisions.costs": COSTS, "answer": "cheapest"}
    view = {"show": "classification"} if page == "mixture" else {}
    app = open_page(page, iris(), tab="Code", **shared, **view)
    space = run_code(snippets(app)[0])
    shares, truth = space["model"].predict_proba(space["dataset"].X), space["dataset"].truth
    matrix, wrong = np.array([[0, 1, 1], [1, 0, 1], [9, 9, 0]]), []
    for share, true in zip(shares, truth, strict=True):
        costs = share @ matrix
        wrong.append(bool(costs.min() <= 0.18 and costs.argmin() != true))
    probable = shares.argmax(axis=1) != truth
    assert sum(wrong) not in (0, probable.sum())
    assert metrics(app)["Error rate, true classes"] == f"{np.mean(wrong):.1%}"
    figure = space["figure"]
    if page == "networks":
        [rings] = [trace for trace in figure.data if trace.name == "wrong"]
        ringed = len(rings.x)
    else:
        [points] = [trace for trace in figure.data if trace.customdata is not None]
        ringed = sum(colour == WRONG for colour in points.marker.line.color)
    assert ringed == sum(wrong)
