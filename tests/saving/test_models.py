"""Models as files: the same predictions to the last bit, no code on opening, one sentence else."""

import io
import json
import pickle
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from belieflab import DataError, MassTable
from belieflab.bayes import GaussianNetworkClassifier
from belieflab.clustering import CECM, ECM, RECM, EKNNclus
from belieflab.data import build_labels, load_sample
from belieflab.evaluation import SoftLabelClassifier
from belieflab.mixture import LabelNoiseMixture, SoftLabelMixture
from belieflab.mixture.covariance_families import FAMILIES
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.settings import GAMMA_RULES
from belieflab.saving import SAVERS, open_model, save_model

IRIS = load_sample("iris")
LABELS = build_labels("expert-doubt", IRIS, seed=1, mean=0.3)
NEW = IRIS.X[::7] + 0.13
CODES = (IRIS.X > IRIS.X.mean(axis=0)).astype(float)


def table(codes):
    frame = pd.DataFrame(IRIS.X[:, :2], columns=["a", "b"])
    frame["c"] = pd.Categorical(np.array(["x", "y", "z"])[codes % 3])
    return frame


MIXED = table(np.arange(IRIS.n))

MODELS = {
    **{f"mixture {name}": (SoftLabelMixture(covariance=name), IRIS.X, NEW) for name in FAMILIES},
    "weibull": (SoftLabelMixture(components="weibull"), IRIS.X, NEW),
    "categorical": (SoftLabelMixture(components="categorical"), CODES, CODES[::5]),
    "proportions": (SoftLabelMixture(components="proportions"), IRIS.X, NEW),
    "label noise": (LabelNoiseMixture(), IRIS.X, NEW),
    **{f"eknn {rule}": (EvidentialKNN(gamma=rule), IRIS.X, NEW) for rule in GAMMA_RULES},
    "eknn given": (EvidentialKNN(5, gamma=np.array([0.5, 0.6, 0.7])), IRIS.X, NEW),
    "eknn tree": (EvidentialKNN(algorithm="kd_tree", metric="manhattan"), IRIS.X, NEW),
    "network": (EvidentialNetwork(max_iter=20, random_state=0), IRIS.X, NEW),
    **{
        f"bayes {name}": (GaussianNetworkClassifier(name), IRIS.X, NEW)
        for name in ("naive", "aode", "tan", "k-dependence", "selective", "search", "full")
    },
    "bayes mixed": (GaussianNetworkClassifier("tan"), MIXED, MIXED[::9]),
    "ecm": (ECM(3, random_state=0), IRIS.X, NEW),
    "cecm": (CECM(3, metric="mahalanobis", random_state=0, max_iter=20), IRIS.X, NEW),
    "eknnclus": (EKNNclus(20, random_state=0), IRIS.X, NEW),
    "logistic": (SoftLabelClassifier(LogisticRegression(C=0.3, solver="newton-cg")), IRIS.X, NEW),
    "naive Bayes": (SoftLabelClassifier(GaussianNB()), IRIS.X, NEW),
}


def fitted(name):
    model, X, _ = MODELS[name]
    labels = IRIS.truth if name == "label noise" else LABELS
    clusters = name in {"ecm", "cecm", "eknnclus"}
    steps = model.iterate(X) if clusters else None
    if steps is None and hasattr(model, "iterate"):
        steps = model.iterate(X, labels)
    if steps is None:
        return model.fit(X, labels)
    for _ in steps:
        pass
    return model


@pytest.mark.parametrize("name", MODELS)
def test_an_opened_model_predicts_the_same_to_the_last_bit(name):
    model, new = fitted(name), MODELS[name][2]
    content = save_model(model)
    again = open_model(content)
    assert type(again) is type(model)
    expected, found = model.predict_mass(new), again.predict_mass(new)
    assert expected.frame == found.frame
    np.testing.assert_array_equal(expected.focal, found.focal)
    np.testing.assert_array_equal(expected.mass, found.mass)
    np.testing.assert_array_equal(model.predict(new), again.predict(new))
    assert again.predict(new).dtype == model.predict(new).dtype
    assert again.notes_ == model.notes_
    assert save_model(again) == content
    if hasattr(model, "history_"):
        np.testing.assert_array_equal(again.history_.criterion, model.history_.criterion)
        assert again.ending_ is model.ending_ and np.array_equal(again.n_iter_, model.n_iter_)


def test_every_class_of_the_registry_is_tried():
    assert {type(model).__name__ for model, _, _ in MODELS.values()} == set(SAVERS)


def test_classes_features_and_files_come_back(tmp_path):
    frame = pd.DataFrame(IRIS.X, columns=list("abcd"))
    for values in ([0, 5, 9], [True, False], ["x", "ß", "=1"], [0.5, 1, "two"]):
        y = MassTable.from_hard([values[i % len(values)] for i in range(150)], values)
        model = SoftLabelMixture(max_iter=2).fit(frame, y)
        save_model(model, tmp_path / "a.zip", about={"page": "mixture"})
        again = open_model(tmp_path / "a.zip")
        assert again.classes_.tolist() == values and again.classes_.dtype == model.classes_.dtype
        assert list(again.feature_names_in_) == list("abcd")


def test_what_cannot_be_saved_says_so():
    forest = SoftLabelClassifier(RandomForestClassifier(2, random_state=0)).fit(IRIS.X, IRIS.truth)
    with pytest.raises(DataError, match="RandomForestClassifier cannot be saved without pickle"):
        save_model(forest)
    with pytest.raises(DataError, match="class RECM cannot be saved"):
        save_model(RECM(3))
    odd = EvidentialKNN(metric=lambda a, b: float(np.abs(a - b).sum())).fit(IRIS.X, IRIS.truth)
    with pytest.raises(DataError, match="metric is no text or number"):
        save_model(odd)


# -- files that somebody else made ---------------------------------------------------------------


def parts_of(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


class Harmful:
    def __reduce__(self):
        return exec, ("import sys; sys.harmed = True",)


def npy(array, **how):
    buffer = io.BytesIO()
    np.save(buffer, array, **how)
    return buffer.getvalue()


def huge_header():
    content = npy(np.zeros((3, 4)))
    return content.replace(b"(3, 4)", b"(3000000000, 40000)")[: len(content)]


def changed(**changes):
    def change(main):
        main.update(changes)

    return change


def value(name, new):
    return lambda main: main["values"].__setitem__(name, new)


def setting(name, new):
    return lambda main: main["settings"].__setitem__(name, new)


MIXTURE = save_model(SoftLabelMixture(max_iter=2).fit(IRIS.X, IRIS.truth))
KNN = save_model(EvidentialKNN().fit(IRIS.X, LABELS))
BAD_JSON = {
    "class": (changed(kind="os.system"), "'os.system', which is unknown"),
    "module": (changed(kind="RECM"), "unknown"),
    "version": (changed(version=99), "another version"),
    "format": (changed(format="pickle"), "no saved model"),
    "settings": (setting("__class__", "os"), "no setting '__class__'"),
    "setting": (setting("covariance", "os.system"), "covariance must be"),
    "no dict": (changed(values=[]), "no saved model"),
    "arrays": (changed(arrays=["../../weights"]), "other parts than it lists"),
    "classes": (value("classes", ["a", "a", "b"]), "class"),
    "type": (value("class_type", "O"), "lacks its classes"),
    "features": (value("n_features", 7), "'means' of the model does not fit"),
    "ending": (value("ending", "__import__('os')"), "how its fit ended"),
    "likelihood": (value("log_likelihood", {"a": 1}), "lacks its number"),
}


@pytest.mark.parametrize("name", BAD_JSON)
def test_other_json_is_refused_in_one_sentence(name):
    change, said = BAD_JSON[name]
    parts = parts_of(MIXTURE)
    main = json.loads(parts["model.json"])
    change(main)
    with pytest.raises(DataError, match=said):
        open_model(packed(parts | {"model.json": json.dumps(main).encode()}))


BAD_PARTS = {
    "objects": ({"means.npy": npy(np.array([Harmful()]), allow_pickle=True)}, "neither numbers"),
    "pickle": ({"means.npy": pickle.dumps(Harmful())}, "'means' of the model is damaged"),
    "huge": ({"means.npy": huge_header()}, "'means' of the model is damaged"),
    "short": ({"means.npy": npy(np.zeros((3, 4)))[:-8]}, "'means' of the model is damaged"),
    "shape": ({"means.npy": npy(np.zeros((3, 5)))}, "'means' of the model does not fit"),
    "kind": ({"means.npy": npy(np.zeros((3, 4), np.int64))}, "does not fit"),
    "nan": ({"means.npy": npy(np.full((3, 4), np.nan))}, "no finite number"),
    "weights": ({"weights.npy": npy(np.full(3, 5.0))}, "do not sum to 1"),
    "covariance": ({"covariances.npy": npy(-np.ones((3, 4, 4)))}, "not positive definite"),
    "path": ({"../evil.py": b"import os"}, "other parts than it lists"),
    "json": ({"model.json": b"{" * 50}, "'model.json' of the model is damaged"),
    "deep": ({"model.json": b"[" * 100_000}, "'model.json' of the model is damaged"),
    "bomb": ({"model.json": b" " * 60_000_000}, "such files are not opened|larger than any"),
}


@pytest.mark.parametrize("name", BAD_PARTS)
def test_other_parts_are_refused_and_run_no_code(name):
    changes, said = BAD_PARTS[name]
    with pytest.raises(DataError, match=said):
        open_model(packed(parts_of(MIXTURE) | changes))
    assert not hasattr(sys, "harmed")


def test_files_that_are_none_are_refused():
    for content in (b"", b"abc", pickle.dumps(Harmful()), packed({"a.txt": b""}), MIXTURE[:200]):
        with pytest.raises(DataError, match=r"no saved model|damaged|is empty"):
            open_model(content)
    assert not hasattr(sys, "harmed")


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("label_number", lambda a: a + 1000),
        ("label_starts", lambda a: a[::-1].copy()),
        ("label_starts", lambda a: a * 5),
        ("label_blocks", lambda a: a + 64),
        ("label_weight", lambda a: a * 3),
        ("rows", lambda a: a[::-1].copy()),
        ("gamma", lambda a: -a),
    ],
)
def test_labels_that_kernels_would_trust_are_checked(name, spoil):
    parts = parts_of(KNN)
    array = np.load(io.BytesIO(parts[f"{name}.npy"]))
    with pytest.raises(DataError, match="of the model"):
        open_model(packed(parts | {f"{name}.npy": npy(spoil(array))}))


def test_whatever_byte_is_changed_there_is_a_model_or_a_sentence():
    rng = np.random.default_rng(0)
    for content in (MIXTURE, KNN):
        for _ in range(60):
            spoiled = bytearray(content)
            for place in rng.integers(len(content), size=3):
                spoiled[place] = rng.integers(256)
            try:
                open_model(bytes(spoiled))
            except DataError as error:
                assert "\n" not in str(error)
