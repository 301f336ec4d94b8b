"""What a browser sends for a report: only pictures of the charts that were asked for."""

import base64
import io
from dataclasses import replace
from urllib.parse import quote

import numpy as np
import pandas as pd
import pytest
from made_reports import report_of
from opened_pages import finish, open_page, sentences

from belieflab import DataError
from belieflab.clustering.algorithms import ALGORITHMS
from belieflab.data import build_labels, load_sample
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.reports.report import cited_in
from belieflab.ui.method.report import read_pictures
from belieflab.ui.pages.active.settings import PLAY
from belieflab.ui.shell.workspace import Recipe, Workspace

IRIS = load_sample("iris")

SVG = "data:image/svg+xml," + quote("<svg><text>ω</text></svg>")
PNG = "data:image/png;base64," + base64.b64encode(b"png").decode()
CAPTIONS = {"mixture.plane": "A plane.", "pinned A": "Another."}


def sent(**changed):
    return {"pictures": [{"key": "mixture.plane", "svg": SVG, "png": PNG} | changed]}


def test_pictures_are_named_after_their_charts():
    first, second = read_pictures(
        {"pictures": [*sent()["pictures"], *sent(key="pinned A")["pictures"]]}, CAPTIONS
    )
    assert (first.name, first.caption, first.png) == ("1-plane", "A plane.", b"png")
    assert first.svg == "<svg><text>ω</text></svg>" and second.name == "2-pinned-A"


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"pictures": "all"},
        {"pictures": [{}] * 30},
        {"error": "no Plotly"},
        sent(key="../../etc/passwd"),
        sent(key=["mixture.plane"]),
        sent(svg="<svg/>"),
        sent(svg=7),
        sent(png="data:image/png;base64,***"),
        sent(png=None),
    ],
)
def test_anything_else_gets_one_sentence(given):
    with pytest.raises(DataError, match="browser"):
        read_pictures(given, CAPTIONS)


def test_a_report_is_asked_for_and_forgotten_when_settings_move():
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    app = open_page("mixture", workspace)
    app.button(key="mixture.bundle.make").click().run()
    assert "The browser draws the figures" in sentences(app)
    request = app.session_state["mixture.bundle"]
    assert {"mixture.plane", "mixture.trace"} <= set(request.captions)
    request.pictures = read_pictures(sent(), request.captions)
    app.run()
    assert not app.exception and "The browser draws" not in sentences(app)
    app.session_state["workspace"].set_up(Recipe("wine"), Recipe("expert-doubt"))
    app.run()
    assert "mixture.bundle" not in app.session_state


def test_charts_of_closed_tabs_and_tables_of_the_page_are_asked_for_too():
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    expected = {
        "mixture": ({"mixture.confusion"}, {"proportions", "features", "covariances"}),
        "neighbours": ({"neighbours.confusion"}, {"gamma"}),
        "networks": ({"networks.confusion"}, {"class prior", "arcs", "features"}),
        "credal": ({"credal.heatmap", "credal.surface"}, {"clusters"}),
    }
    for page, (figures, tables) in expected.items():
        app = open_page(page, workspace, tab="Formula")
        app.button(key=f"{page}.bundle.make").click().run()
        assert not app.exception
        request = app.session_state[f"{page}.bundle"]
        assert figures <= set(request.hidden) <= set(request.captions)
        written = request.written.tables
        assert tables <= set(written) and not any(table.empty for table in written.values())


def test_captions_tell_the_values_that_were_pushed_to_a_chart():
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    app = finish(open_page("landscape", workspace), "landscape.run")
    app.button(key="landscape.bundle.make").click().run()
    captions = app.session_state["landscape.bundle"].captions
    for name in ("landscape.map", "landscape.strip", "landscape.iterations"):
        assert "Nothing is drawn" not in captions[name], name


def test_a_chart_on_screen_is_not_drawn_twice():
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    app = open_page("mixture", workspace, tab="Result")
    app.button(key="mixture.pin").click().run()
    app.button(key="mixture.bundle.make").click().run()
    request = app.session_state["mixture.bundle"]
    assert set(request.hidden) == {"pinned A"} and "mixture.confusion" in request.captions


@pytest.mark.parametrize("page", ["mixture", "networks", "neighbours"])
def test_rows_kept_apart_are_in_the_bundle_with_what_judges_them(page):
    whole = replace(IRIS, split=("train", "train", "test") * 50)
    workspace = Workspace()
    workspace.adopt_dataset(whole, build_labels("expert-doubt", whole, seed=3), "mine")
    made = report_of(page, workspace)
    table = pd.read_csv(io.BytesIO(made.data["belieflab-data.csv"]))
    np.testing.assert_array_equal(table["split"], whole.split)
    np.testing.assert_array_equal(table[list(IRIS.feature_names)], IRIS.X)
    assert "error rate, true classes, test rows" in made.tables["scores"]["measure"].tolist()
    assert "errors_of_parts(whole, dataset, decide)" in made.script


CITED = {
    "evaluate": (
        {"methods": ["eknn", "tan"], "curve": False, "folds": 2, "repeats": 1},
        "eknn tan",
    ),
    "suspects": ({"classifier": "eknn"}, "eknn"),
    "whatif": ({"methods": ["soft", "label-noise"]}, "soft label-noise"),
    "active": ({"mode": PLAY, "model": "logistic-soft"}, "logistic-soft"),
}


@pytest.mark.parametrize("page", CITED)
def test_a_report_cites_the_papers_of_the_chosen_methods(page):
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    controls, methods = CITED[page]
    app = open_page(page, workspace, **controls)
    if f"{page}.run" in app.session_state["shell.runs"]:
        finish(app, f"{page}.run")
    app.button(key=f"{page}.bundle.make").click().run()
    cited = set(app.session_state[f"{page}.bundle"].written.sources)
    for key in methods.split():
        own = set(cited_in([CLASSIFIERS.find(key).source]))
        assert own and own <= cited, key


def test_every_method_names_papers_that_the_references_hold():
    for key, entry in CLASSIFIERS.items():
        assert cited_in([entry.source]), key
    for key, entry in ALGORITHMS.items():
        settings = entry.settings({})
        if entry.input.needs_image or entry.key == "RECM":
            continue
        model = entry.estimator(2, random_state=0, max_iter=2).fit(IRIS.X)
        sources = [each.source for each in entry.formulas(model, settings, IRIS.n)]
        assert cited_in(sources), key


def test_a_source_is_found_with_and_without_brackets():
    assert cited_in(["Hoarau et al. 2022, §4.2; Shafer (1976)"]) == ["shafer1976", "hoarau2022"]
    assert "denoeux2008" not in cited_in(["Masson and Denœux (2008)"])


def iris_report(page, **chosen):
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    return report_of(page, workspace, **chosen)


COSTS = {"decisions.reject": 0.25, "decisions.costs": "0 1 1; 1 0 1; 4 4 0"}
DESCRIBED = {"Cost of no answer": "0.25", "Costs of answers": "0 1 1; 1 0 1; 4 4 0"}


@pytest.mark.parametrize("page", ["mixture", "networks", "neighbours"])
def test_a_report_says_how_decisions_were_made_and_at_what_costs(page):
    by_cost = "with rejection" if page == "neighbours" else "cheapest"
    plain, costly = iris_report(page, **COSTS), iris_report(page, answer=by_cost, **COSTS)
    assert not set(DESCRIBED) & set(plain.settings)
    assert {name: costly.settings.get(name) for name in DESCRIBED} == DESCRIBED
    [answer] = {"Decide for", "Answer"} & set(plain.settings)
    assert plain.settings[answer] != costly.settings[answer]
    listed = costly.tables["settings"].set_index("setting")["value"]
    assert listed[list(DESCRIBED)].to_dict() == DESCRIBED


def test_a_report_of_evaluate_says_what_it_measures_by_at_which_costs_and_level():
    few = {"methods": ["eknn"], "curve": False, "folds": 2, "repeats": 1}
    made = iris_report("evaluate", **few, **COSTS, against="true classes", level=20)
    expected = {"Measure by": "the true classes", "Conformal sets may miss (%)": "20"}
    assert {name: made.settings.get(name) for name in expected | DESCRIBED} == expected | DESCRIBED


def test_a_report_says_which_axes_neighbours_learned_from_and_which_root_is_described():
    shown = iris_report("neighbours", source="axes shown", x="x3").settings
    assert shown["Across"].startswith("petal length") and "Up" in shown
    assert (
        iris_report("networks", structure="aode", root="2")
        .settings["Root"]
        .startswith("petal length")
    )


def test_runs_that_differ_in_costs_alone_list_that_difference():
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    app = open_page("mixture", workspace, answer="cheapest", tab="Compare pinned")
    app.button(key="mixture.pin").click().run()
    app.session_state["decisions.reject"] = 0.05
    app.run()
    [table] = [each.value for each in app.dataframe if "A" in each.value]
    assert table.loc["Cost of no answer"].tolist() == ["0.3", "0.05"]
    assert "Costs of answers" not in table.index
