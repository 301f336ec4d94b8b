"""The tab Predict on every page that learns: a second file, its broken twins, saved models."""

import base64
import threading
import time
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from opened_pages import drawn, finish, open_page, run_code, sentences, snippets
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from toy_clustering import TOY

from belieflab import DataError
from belieflab.clustering.algorithms import ALGORITHMS
from belieflab.cost import Cost
from belieflab.data import load_sample
from belieflab.data.dissimilarities import from_dissimilarities
from belieflab.data.reading import guess_roles, limits, to_dataset
from belieflab.data.reading.new_objects import Features
from belieflab.evaluation import SoftLabelClassifier
from belieflab.mixture import SoftLabelMixture
from belieflab.saving import open_model
from belieflab.saving.predictor import Predictor
from belieflab.ui.method import prediction_tab
from belieflab.ui.pages.active.settings import PLAY
from belieflab.ui.pages.landscape import fit as landscape
from belieflab.ui.pages.neighbours.settings import ANSWERS
from belieflab.ui.shell import workspace_file, workspace_reader
from belieflab.ui.shell.workspace import Recipe, Workspace
from belieflab.ui.shell.workspace_file import SavedWorkspace

IRIS = load_sample("iris")
PAGES = {
    "mixture": {},
    "neighbours": {},
    "networks": {"structure": "tan"},
    "landscape": {"labels": "given", "starts": 20},
    "credal": {},
    "eknnclus": {},
}


def iris(scaling="none"):
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    if scaling != "none":
        workspace.set_scaling(scaling)
    return workspace


def table(rows=slice(None, None, 5)):
    """Columns in another order, with names and a column too many."""
    found = pd.DataFrame(IRIS.X[rows], columns=list(IRIS.feature_names))
    found = found[list(found.columns)[::-1]]
    found.insert(0, "id", [f"plant {i}" for i in range(len(found))])
    found["colour"] = ["blue", "white"] * (len(found) // 2) + ["blue"] * (len(found) % 2)
    return found


def csv(frame):
    return frame.to_csv(index=False).encode()


def uploader(app, label):
    [found] = [each for each in app.get("file_uploader") if each.label == label]
    return found


def upload(app, content, name="new.csv"):
    return drawn(uploader(app, "File with new objects").upload(name, content))


def opened(page, workspace=None, **controls):
    app = open_page(page, workspace or iris(), tab="Predict", **controls)
    if page == "landscape":
        return finish(app, "landscape.run")
    waits = "Press Run: this comes" in sentences(app)
    return finish(app, f"{page}.fit") if waits else app


def predicted(app):
    [found] = [each.value for each in app.dataframe if "decision" in each.value]
    return found


@pytest.mark.parametrize("page", PAGES)
def test_a_second_file_is_predicted_as_its_rows_were_learned(page):
    app = upload(opened(page, iris("standardise"), **PAGES[page]), csv(table()))
    found = predicted(app)
    assert len(found) == 30 and list(found["id"][:2]) == ["plant 0", "plant 1"]
    assert {"row", "decision", "set", "ignorance"} <= set(found.columns)
    masses = found.filter(regex="^belief ").to_numpy(dtype=float)
    np.testing.assert_allclose(masses.sum(axis=1), 1.0, atol=1e-9)
    if page in {"mixture", "neighbours", "networks", "landscape"}:
        truth = np.array(IRIS.class_names)[IRIS.truth[::5]]
        assert (found["decision"].to_numpy() == truth).mean() > 0.85
    assert "Ignored columns: colour" in sentences(app)
    assert "Predictions as CSV" in {each.label for each in app.get("download_button")}

    lacking = upload(app, csv(table().drop(columns=IRIS.feature_names[1])), "less.csv")
    assert f"lacks the column {IRIS.feature_names[1]!r}" in sentences(lacking)
    text = table().astype({IRIS.feature_names[0]: object})
    text.loc[3, IRIS.feature_names[0]] = "tall"
    assert "tall" in sentences(upload(app, csv(text), "text.csv"))
    assert "file" in sentences(upload(app, b"PK\x03\x04 no zip", "broken.xlsx")).lower()


def plane_of(app, page):
    """Where the picture has the objects learned from, and the new ones of each decision."""
    chart = app.session_state["charts.kept"]["on screen"][f"{page}.predict.plane"]
    background, *traces = chart.shown["data"]
    assert background["name"] == "learned from"
    places = [
        np.column_stack([_numbers(each["x"]), _numbers(each["y"])])
        for each in [background, *(trace for trace in traces if "hovertext" in trace)]
    ]
    return places[0], np.concatenate(places[1:])


def _numbers(column):
    """A column of a chart, which travels as base 64 where it is long."""
    if isinstance(column, dict):
        return np.frombuffer(base64.b64decode(column["bdata"]), column["dtype"]).astype(float)
    return np.asarray(column, float)


def in_order(places):
    return places[np.lexsort(places.T)]


AXES = {"mixture": {"x": "pc1", "y": "pc2"}, "neighbours": {"x": "x3", "y": "pc1"}}


@pytest.mark.parametrize("page", AXES)
def test_new_objects_lie_on_the_plane_of_the_training_after_its_scaling(page):
    workspace = iris("standardise")
    app = upload(opened(page, workspace, **AXES[page]), csv(table()))
    behind, new = plane_of(app, page)
    scaled = (IRIS.X - IRIS.X.mean(axis=0)) / IRIS.X.std(axis=0)
    components = np.linalg.svd(scaled - scaled.mean(axis=0), full_matrices=False)[2]
    scores = scaled @ components.T
    first = scores[:, 0] if page == "mixture" else scaled[:, 2]
    own = np.column_stack([first, scores[:, 1 if page == "mixture" else 0]])
    own *= np.sign(own[0]) * np.sign(behind[0])  # a component has no direction of its own
    np.testing.assert_allclose(behind, own, atol=1e-5)
    np.testing.assert_allclose(in_order(new), in_order(own[::5]), atol=1e-5)


def instead(value):
    return lambda found: found.assign(**{IRIS.feature_names[0]: value})


def as_text(write):
    return lambda found: found.assign(
        **{IRIS.feature_names[0]: [write(each) for each in found.iloc[:, -2]]}
    )


def with_gaps(found):
    found.loc[[2, 7], IRIS.feature_names[2]] = np.nan
    return found


ODD_FILES = {
    "gaps": (with_gaps, 28),
    "a blank, a question mark": (instead([5.0] * 28 + [" ", "?"]), 28),
    "one row": (lambda found: found.iloc[:1], 1),
    "far away": (instead(1e300), 30),
    "no values": (instead(np.nan), "Every row of the file misses a feature"),
    "no rows": (lambda found: found.iloc[:0], "no rows of data"),
    "true or false": (instead(True), "holds 'True' in column 'sepal length (cm)'"),
    "dates": (instead("2024-03-01"), "holds dates"),
    "units": (as_text("{} cm".format), "cm' in column 'sepal length (cm)', where a number is"),
    "infinity": (instead(np.inf), "holds Infinity in column 'sepal length (cm)'"),
    "other names": (lambda found: found.rename(columns=str.upper), "lacks the columns"),
    "a column twice": (lambda found: pd.concat([found, found], axis=1), "appears twice"),
}


@pytest.mark.parametrize("page", [*PAGES, "active"])
def test_an_odd_second_file_gives_results_or_one_sentence(page):
    controls = {"mode": PLAY, "model": "eknn", "given": 12} if page == "active" else PAGES[page]
    app = opened(page, **controls)
    for name, (change, wanted) in ODD_FILES.items():
        app = upload(app, csv(change(table())), f"{name}.csv")
        if isinstance(wanted, int):
            assert not app.error and len(predicted(app)) == wanted, name
            masses = predicted(app).filter(regex="^belief ").to_numpy(dtype=float)
            np.testing.assert_allclose(masses.sum(axis=1), 1.0, atol=1e-9)
            continue
        [said] = [each.value for each in app.error]
        assert wanted in said.replace("\\", "") and "\n" not in said, name


def evaluated(method, **controls):
    chosen = {"methods": ["eknn", method], "method": method, "folds": 2, "repeats": 1}
    app = open_page("evaluate", iris(), curve=False, **chosen, **controls)
    for run in ("evaluate.run", "evaluate.model"):  # in the background, unless it is quick
        runs = app.session_state["shell.runs"] if "shell.runs" in app.session_state else {}
        app = finish(app, run) if run in runs else app
        app.session_state["evaluate.tab"] = "Predict"
        app = drawn(app)
    return app


@pytest.mark.parametrize(
    "method", ["forest-soft", "boosting-soft", "soft", "label-noise", "weighted-knn", "forest"]
)
def test_a_method_that_was_compared_predicts_and_the_code_does_the_same(
    method, tmp_path, monkeypatch
):
    contents = {}
    with monkeypatch.context() as patched:
        keep = lambda label, key, name, data: contents.update({label: data})  # noqa: E731
        patched.setattr(prediction_tab, "draw_download", keep)
        app = evaluated(method)
        assert open_model(contents["Save model"]()).n_features_in_ == 4
    app = upload(app, csv(table()))
    found = predicted(app)
    truth = np.array(IRIS.class_names)[IRIS.truth[::5]]
    takes_doubt = method not in {"weighted-knn", "forest"}
    assert (found["decision"].to_numpy() == truth).mean() > (0.85 if takes_doubt else 0.75)
    assert app.get("plotly_chart")
    masses = found.filter(regex="^belief ").to_numpy(dtype=float)
    (tmp_path / "new.csv").write_bytes(csv(table()))
    monkeypatch.chdir(tmp_path)
    app.session_state["evaluate.tab"] = "Code"
    [text, *_] = snippets(drawn(app))
    coded = run_code(text)["predicted"]
    np.testing.assert_array_equal(coded["decision"], found["decision"])
    shares = coded.filter(regex="^belief ").to_numpy(dtype=float)
    np.testing.assert_allclose(shares, masses, atol=1e-12)
    for name in ("gaps", "no values", "units"):
        change, wanted = ODD_FILES[name]
        app.session_state["evaluate.tab"] = "Predict"
        app = upload(drawn(app), csv(change(table())), f"{name}.csv")
        said = [each.value.replace("\\", "") for each in app.error]
        assert wanted in said[0] if said else len(predicted(app)) == wanted


def test_a_new_clustering_algorithm_predicts_a_second_file_where_it_says_that_it_can():
    with ALGORITHMS.temporarily(TOY):
        app = upload(opened("credal", algorithm=TOY.key), csv(table()))
        assert len(predicted(app)) == 30
    with ALGORITHMS.temporarily(replace(TOY, predicts=False)):
        assert "no rule for the objects" in sentences(opened("credal", algorithm=TOY.key))
    assert "no rule for the objects" in sentences(opened("credal", algorithm="RECM"))


def test_missing_values_are_left_out_or_become_the_median(tmp_path, monkeypatch):
    gaps = table()
    gaps.loc[[2, 7], IRIS.feature_names[2]] = np.nan
    app = upload(opened("mixture"), csv(gaps))
    assert len(predicted(app)) == 28 and 3 not in set(predicted(app)["row"])
    assert "Rows left out, as a feature is missing: 2" in sentences(app)
    [control] = [each for each in app.button_group if each.label == "Missing values"]
    filled = drawn(control.set_value("median"))
    assert len(predicted(filled)) == 30
    assert "median of the training: 2" in sentences(filled)
    before, kept = predicted(filled), "shell.second_file.mixture"
    there = open_page("mixture", iris(), tab="Code")
    there.session_state[kept] = filled.session_state[kept]
    text = snippets(drawn(there))[0]
    (tmp_path / "new.csv").write_bytes(csv(gaps))
    monkeypatch.chdir(tmp_path)
    coded = run_code(text)["predicted"]
    np.testing.assert_array_equal(coded["row"], before["row"])
    np.testing.assert_array_equal(coded["decision"], before["decision"])
    back = opened("mixture")
    back.session_state[kept] = filled.session_state[kept]
    assert len(predicted(drawn(back))) == 30


def test_sets_are_those_that_none_dominates_unless_the_page_answers_with_sets():
    near = pd.DataFrame([[6.0, 3.0, 4.9, 1.7]], columns=list(IRIS.feature_names))
    found = {}
    for answer, rule in ANSWERS.items():
        app = upload(opened("neighbours", alpha=0.3, answer=answer), csv(near))
        found[rule] = predicted(app).loc[0, ["decision", "set"]].tolist()
    both = "{versicolor, virginica}"
    assert found["pignistic"] == [found["plausibility"][0], both]
    assert found["rejection"] == ["no answer", both]
    assert found["interval"] == [both, both]
    app = upload(evaluated("eknn", **{"decisions.reject": 0.05}), csv(near))
    assert predicted(app).loc[0, ["decision", "set"]].tolist() == ["no answer", "{virginica}"]


@pytest.mark.parametrize("treatment", ["drop", "median"])
def test_missing_values_begin_as_they_were_treated_in_training(treatment):
    learned, names = table(slice(None)).drop(columns=["id", "colour"]), IRIS.feature_names
    learned.loc[[0, 60], names[1]] = np.nan
    loaded = to_dataset(learned, guess_roles(learned), treatment)
    assert loaded.dataset.filled == (treatment == "median")
    assert loaded.dataset.take(np.arange(5)).filled == loaded.dataset.filled
    workspace = Workspace()
    workspace.adopt_dataset(loaded.dataset)
    content = workspace_file.write(SavedWorkspace(workspace.state))
    assert workspace_reader.read(content).state.dataset.filled == loaded.dataset.filled
    gaps = table()
    gaps.loc[[2, 7], names[2]] = np.nan
    app = upload(opened("mixture", workspace), csv(gaps))
    assert len(predicted(app)) == (30 if treatment == "median" else 28)
    features = Features.of(loaded.dataset)
    assert Features.read(features.described()).filled == features.filled


@pytest.mark.parametrize("page", ["mixture", "neighbours", "networks", "landscape"])
def test_a_saved_model_predicts_the_same_on_the_page_that_opens_it(page, monkeypatch):
    app = upload(opened(page, iris("robust"), **PAGES[page]), csv(table()))
    before, kept = predicted(app), {}

    def keep(label, key, name, data):
        kept[label] = data

    with monkeypatch.context() as patched:
        patched.setattr(prediction_tab, "draw_download", keep)
        drawn(app)
    content = kept["Save model"]()
    assert open_model(content).n_features_in_ >= 1
    other = Workspace()
    other.set_up(Recipe("four-class"), Recipe("expert-doubt"))
    there = opened(page, other, **PAGES[page])
    there = drawn(uploader(there, "Open a saved model").upload("model.zip", content))
    there = upload(there, csv(table()))
    pd.testing.assert_frame_equal(predicted(there), before)
    assert "model.zip predicts" in sentences(there) and "other features" in sentences(there)
    broken = drawn(uploader(there, "Open a saved model").upload("bad.zip", b"PK nothing"))
    assert "damaged" in sentences(broken)


def test_the_picture_of_a_saved_model_is_on_the_scale_of_the_workspace():
    scaled = iris("robust").state.scaled
    content = Predictor.of(SoftLabelMixture().fit(scaled.X, iris().labels), scaled).save("mixture")
    app = opened("mixture", iris("standardise"), x="x1", y="x3")
    app = drawn(uploader(app, "Open a saved model").upload("model.zip", content))
    behind, new = plane_of(upload(app, csv(table())), "mixture")
    np.testing.assert_allclose(in_order(new), in_order(behind[::5]), atol=1e-5)


@pytest.mark.parametrize(
    "inner", [RandomForestClassifier(5, random_state=0), HistGradientBoostingClassifier(max_iter=3)]
)
def test_a_forest_or_boosting_from_the_library_predicts_on_a_page(inner):
    model = SoftLabelClassifier(inner).fit(IRIS.X, np.array(IRIS.class_names)[IRIS.truth])
    content = Predictor.of(model, IRIS).save()
    app = drawn(uploader(opened("mixture"), "Open a saved model").upload("m.zip", content))
    assert "m.zip predicts, a SoftLabelClassifier" in sentences(app)
    found = predicted(upload(app, csv(table())))
    assert found["decision"].tolist() == model.predict(IRIS.X[::5]).tolist()
    shares = found.filter(regex="^belief ").to_numpy(dtype=float)
    np.testing.assert_allclose(shares, model.predict_proba(IRIS.X[::5]), atol=1e-12)
    far = table()
    far.loc[0, IRIS.feature_names[0]] = 1e300
    app = upload(app, csv(far), "far.csv")
    if isinstance(inner, RandomForestClassifier):
        assert "too large for the trees" in sentences(app) and not app.dataframe
    else:
        assert len(predicted(app)) == 30


def test_a_model_of_too_many_features_to_be_opened_is_not_offered_for_saving(monkeypatch):
    def offers(app):
        return "Save model" in {each.label for each in app.get("download_button")}

    assert offers(opened("neighbours"))
    monkeypatch.setattr(limits, "MAX_COLUMNS", 3)
    app = opened("neighbours")
    assert "names 4 features; the limit is 3" in sentences(app) and not offers(app)


def run_to_end(app, key):
    return finish(drawn(app.button(key=f"{key}.run").click()), key)


def test_what_takes_long_waits_for_run(monkeypatch):
    """A second file is matched, and a model opened, by a run where they take long."""
    model, dataset = SoftLabelMixture().fit(IRIS.X, IRIS.truth), IRIS
    content = Predictor.of(model, dataset).save()
    with monkeypatch.context() as patched:
        patched.setattr(prediction_tab, "opening_cost", lambda _: Cost(5.0, 1e6))
        app = drawn(uploader(opened("mixture"), "Open a saved model").upload("m.zip", content))
        assert "Opening this model takes about 5 s" in sentences(app)
        assert "m.zip predicts" not in sentences(app)
        assert "m.zip predicts" in sentences(run_to_end(app, "mixture.open_model"))
    with monkeypatch.context() as patched:
        patched.setattr(Features, "match_cost", lambda *_: Cost(5.0, 1e6))
        patched.setattr(prediction_tab, "table_cost", lambda _: Cost(100.0, 1e6))
        app = upload(app, csv(table()))
        assert "Predicting 30 objects takes about 6 s" in sentences(app) and not app.dataframe
        app = run_to_end(app, "mixture.predict")
        assert "Deciding about each object takes" in sentences(app)
        assert len(predicted(run_to_end(app, "mixture.predicted"))) == 30


def test_columns_of_levels_are_read_once():
    """Two thousand features of one column took a text of each row for each feature."""
    names = tuple(f"colour = {k}" for k in range(2_000))
    features = Features(names, np.zeros(2_000))
    frame = pd.DataFrame({"colour": [str(k % 2_100) for k in range(2_000)]})
    begun = time.process_time()
    X = features.match(frame).X
    assert time.process_time() - begun < 1.0
    np.testing.assert_array_equal(X, np.eye(2_000))


def test_exported_code_predicts_the_file(tmp_path, monkeypatch):
    chosen = {"K": 5, "answer": list(ANSWERS)[-1]}
    app = upload(opened("neighbours", **chosen), csv(table()))
    before = predicted(app)
    there = open_page("neighbours", iris(), tab="Code", **chosen)
    there.session_state["shell.second_file.neighbours"] = app.session_state[
        "shell.second_file.neighbours"
    ]
    text = snippets(drawn(there))[0]
    (tmp_path / "new.csv").write_bytes(csv(table()))
    monkeypatch.chdir(tmp_path)
    found = run_code(text)["predicted"]
    np.testing.assert_array_equal(found["decision"], before["decision"])
    np.testing.assert_array_equal(found["set"], before["set"])
    masses = [name for name in found if name.startswith("belief ")]
    np.testing.assert_array_equal(found[masses], before[masses])
    fresh = open_page("mixture", iris(), tab="Code")
    assert "# predictor = Predictor.of(model, dataset)" in snippets(fresh)[0]
    run_code(snippets(fresh)[0])


def test_the_chosen_maximum_predicts_and_the_code_takes_the_same(tmp_path, monkeypatch):
    app = open_page("landscape", iris(), labels="none", K=3, starts=20)
    app = finish(app, "landscape.run")
    app.session_state["landscape.tab"] = "Predict"
    app = upload(drawn(app), csv(table()))
    found = app.session_state["shell.runs"]["landscape.run"].value
    maxima = [each for each in found.maxima(False) if not each.collapsed]
    (tmp_path / "new.csv").write_bytes(csv(table()))
    monkeypatch.chdir(tmp_path)
    beliefs = []
    for maximum in (maxima[0], maxima[-1]):
        found.clicked = maximum.first
        app.session_state["landscape.tab"] = "Predict"
        masses = predicted(drawn(app)).filter(regex="^belief ").to_numpy(dtype=float)
        model = found.model(maximum.first)
        assert model.log_likelihood_ == pytest.approx(maximum.criterion, rel=1e-9)
        expected = model.predict_proba(IRIS.X[::5])
        np.testing.assert_allclose(masses, expected, atol=1e-12)
        assert found.model(maximum.first) is model
        app.session_state["landscape.tab"] = "Code"
        names = run_code(snippets(drawn(app))[0])
        coded = names["predicted"].filter(regex="^belief ").to_numpy(dtype=float)
        np.testing.assert_allclose(coded, masses, atol=1e-9)
        beliefs.append(masses)
    assert np.abs(beliefs[0] - beliefs[1]).max() > 0.1
    collapsed = replace(found.landscape.runs_[maxima[0].first], collapsed=True)
    monkeypatch.setattr(found.landscape, "runs_", [collapsed] * 20)
    found._models.clear()
    app.session_state["landscape.tab"] = "Predict"
    assert "Every start collapsed" in sentences(drawn(app))


@pytest.mark.parametrize(
    ("model", "flat"),
    [
        ("gamma-eknn", False),
        ("gamma-eknn", True),
        ("weighted-knn", False),
        ("eknn", True),
        ("tan", False),
        ("logistic-soft", False),
    ],
)
def test_what_the_oracle_taught_predicts_and_the_code_learns_the_same(
    model, flat, tmp_path, monkeypatch
):
    app = open_page("active", iris(), mode=PLAY, model=model, flat=flat, given=12)
    app.session_state["active.tab"] = "Predict"
    app = upload(drawn(app), csv(table()))
    first = predicted(app).filter(regex="^belief ").to_numpy(dtype=float)
    assert "Save model" in {each.label for each in app.get("download_button")}
    app.session_state["active.said"] = ["setosa"]
    app = drawn(app.button(key="active.say").click())
    found = predicted(app)
    masses = found.filter(regex="^belief ").to_numpy(dtype=float)
    np.testing.assert_allclose(masses.sum(axis=1), 1.0, atol=1e-9)
    assert masses.shape == first.shape and np.abs(masses - first).max() > 0
    (tmp_path / "new.csv").write_bytes(csv(table()))
    monkeypatch.chdir(tmp_path)
    app.session_state["active.tab"] = "Code"
    names = run_code(snippets(drawn(app))[0])
    np.testing.assert_array_equal(names["predicted"]["decision"], found["decision"])
    coded = names["predicted"].filter(regex="^belief ").to_numpy(dtype=float)
    np.testing.assert_allclose(coded, masses, atol=1e-12)
    beliefs = names["query"].prediction.probabilities[::5]
    pignistic = names["predictor"].predict(names["new"]).pignistic()
    np.testing.assert_allclose(pignistic, beliefs, atol=1e-9)


def test_the_protocol_has_no_single_model_to_predict_with():
    app = open_page("active", iris(), tab="Predict", repetitions=2, queries=3)
    assert "no single one to predict with" in sentences(app)
    assert not app.get("file_uploader")


def test_a_landscape_that_is_being_explored_predicts_when_it_has_ended(monkeypatch):
    go_on, steps = threading.Event(), landscape.Exploration.steps

    def slow(self, stop, resume=False):
        for step in steps(self, stop, resume):
            yield step
            go_on.wait(60)

    monkeypatch.setattr(landscape.Exploration, "steps", slow)
    app = open_page("landscape", iris(), tab="Predict", labels="given", starts=20)
    assert "This comes when the run has ended" in sentences(app)
    assert not app.get("file_uploader")
    go_on.set()
    assert uploader(finish(app, "landscape.run"), "File with new objects")


def test_what_cannot_be_predicted_says_so():
    distances = np.abs(np.arange(12.0)[:, None] - np.arange(12.0))
    dataset, _ = from_dissimilarities(distances, name="line")
    with pytest.raises(DataError, match="a second file can be predicted from features only"):
        Features.of(dataset)


def test_categories_and_one_hot_come_from_their_columns():
    frame = pd.DataFrame(
        {
            "size": [1.0, 2.0, 3.0, 4.0],
            "colour": ["red", "blue", "red", "green"],
            "class": list("abab"),
        }
    )
    roles = guess_roles(frame).with_roles({"colour": "one-hot", "size": "feature"})
    dataset = to_dataset(frame, roles).dataset
    features = Features.of(dataset)
    new = features.match(pd.DataFrame({"colour": ["green", "black"], "size": [9, 8]}))
    np.testing.assert_array_equal(
        new.X[0], [9.0, *(float(n.endswith("green")) for n in features.names[1:])]
    )
    np.testing.assert_array_equal(new.X[1, 1:], 0.0)
    again = Features.read(features.described())
    assert again.names == features.names and again.categories == ()


def decided_at_least_cost(app, name="cheap.csv"):
    app = upload(app, csv(table()), name)
    return predicted(app)["decision"]


def test_second_files_are_decided_by_the_shared_costs_on_landscape_and_active_learning(
    tmp_path, monkeypatch
):
    costs = {"decisions.reject": 0.01, "decisions.costs": "0 1 1; 1 0 1; 9 9 0"}
    pages = {
        "landscape": {"labels": "drawn", "ns": 0.5, "starts": 20},
        "active": {"mode": PLAY, "model": "eknn", "given": 12},
    }
    for page, chosen in pages.items():
        plain, found = (
            decided_at_least_cost(opened(page, **chosen, **costs, answer=answer))
            for answer in ("probable", "cheapest")
        )
        assert "no answer" in set(found) and "no answer" not in set(plain)
    app = upload(opened("active", **chosen, **costs, answer="cheapest"), csv(table()))
    there = open_page("active", iris(), tab="Code", **chosen, **costs, answer="cheapest")
    kept = "shell.second_file.active"
    there.session_state[kept] = app.session_state[kept]
    (tmp_path / "new.csv").write_bytes(csv(table()))
    monkeypatch.chdir(tmp_path)
    names = run_code(snippets(drawn(there))[0])
    np.testing.assert_array_equal(names["predicted"]["decision"], predicted(app)["decision"])
    assert (names["decisions"] == -1).any()
    bare = opened("landscape", labels="none", K=3, starts=20, answer="cheapest", **costs)
    assert "no answer" not in set(decided_at_least_cost(bare))  # components are no classes
