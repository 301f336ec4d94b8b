"""The tab Predict on every page that learns: a second file, its broken twins, saved models."""

import numpy as np
import pandas as pd
import pytest
from opened_pages import drawn, finish, open_page, run_code, snippets, words

from belieflab import DataError
from belieflab.data import load_sample
from belieflab.data.dissimilarities import from_dissimilarities
from belieflab.data.reading import guess_roles, to_dataset
from belieflab.data.reading.new_objects import Features
from belieflab.saving import open_model
from belieflab.ui.method import prediction_tab
from belieflab.ui.pages.neighbours.settings import ANSWERS
from belieflab.ui.shell.workspace import Recipe, Workspace

IRIS = load_sample("iris")
PAGES = {
    "mixture": {},
    "neighbours": {},
    "networks": {"structure": "tan"},
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
    return finish(app, f"{page}.fit") if "Press Run" in words(app) else app


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
    if page in {"mixture", "neighbours", "networks"}:
        truth = np.array(IRIS.class_names)[IRIS.truth[::5]]
        assert (found["decision"].to_numpy() == truth).mean() > 0.85
    assert "Ignored columns: colour" in words(app)
    assert "Predictions as CSV" in {each.label for each in app.get("download_button")}

    lacking = upload(app, csv(table().drop(columns=IRIS.feature_names[1])), "less.csv")
    assert f"lacks the column {IRIS.feature_names[1]!r}" in words(lacking)
    text = table().astype({IRIS.feature_names[0]: object})
    text.loc[3, IRIS.feature_names[0]] = "tall"
    assert "tall" in words(upload(app, csv(text), "text.csv"))
    assert "file" in words(upload(app, b"PK\x03\x04 no zip", "broken.xlsx")).lower()


def test_missing_values_are_left_out_or_become_the_median():
    gaps = table()
    gaps.loc[[2, 7], IRIS.feature_names[2]] = np.nan
    app = upload(opened("mixture"), csv(gaps))
    assert len(predicted(app)) == 28 and 3 not in set(predicted(app)["row"])
    assert "Rows left out, as a feature is missing: 2" in words(app)
    [control] = [each for each in app.button_group if each.label == "Missing values"]
    filled = drawn(control.set_value("median"))
    assert len(predicted(filled)) == 30
    assert "median of the training: 2" in words(filled)


@pytest.mark.parametrize("page", ["mixture", "neighbours", "networks"])
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
    assert "model.zip predicts" in words(there) and "other features" in words(there)
    broken = drawn(uploader(there, "Open a saved model").upload("bad.zip", b"PK nothing"))
    assert "damaged" in words(broken)


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
