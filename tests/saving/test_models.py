"""Models as files: the same predictions to the last bit, no code on opening, one sentence else."""

import io
import json
import pickle
import sys
import zipfile
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist
from sklearn.ensemble import (
    ExtraTreesClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from belieflab import DataError, MassTable
from belieflab.bayes import GaussianNetworkClassifier
from belieflab.clustering import CECM, ECM, EVCLUS, RECM, EKNNclus
from belieflab.data import build_labels, load_sample
from belieflab.data.dataset import Dataset
from belieflab.evaluation import SoftLabelClassifier, evaluate
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.iteration import Step
from belieflab.mixture import LabelNoiseMixture, SoftLabelMixture
from belieflab.mixture.covariance_families import FAMILIES
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.rules import GAMMA_RULES
from belieflab.saving import SAVERS, can_be_saved, open_model, save_model
from belieflab.saving.predictor import Predictor, Projection, open_predictor, opening_cost

IRIS = load_sample("iris")
LABELS = build_labels("expert-doubt", IRIS, seed=1, mean=0.3)
NEW = IRIS.X[::7] + 0.13
FAR = cdist(IRIS.X, IRIS.X)
CODES = (IRIS.X > IRIS.X.mean(axis=0)).astype(float)


def table(codes):
    frame = pd.DataFrame(IRIS.X[:, :2], columns=["a", "b"])
    frame["c"] = pd.Categorical(np.array(["x", "y", "z"])[codes % 3])
    return frame


MIXED = table(np.arange(IRIS.n))


def few_steps(inner):
    return SoftLabelClassifier(inner, n_folds=2, max_iter=2, random_state=0)


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
    "evclus": (EVCLUS(3, n_partners=20, random_state=0), IRIS.X, NEW),
    "evclus pairs": (EVCLUS(4, "pairs", max_iter=3, random_state=0), IRIS.X, NEW),
    "evclus dissimilarities": (EVCLUS(3, metric="precomputed", random_state=0), FAR, FAR[::7]),
    "logistic": (SoftLabelClassifier(LogisticRegression(C=0.3, solver="newton-cg")), IRIS.X, NEW),
    "naive Bayes": (SoftLabelClassifier(GaussianNB()), IRIS.X, NEW),
    **{
        f"around {type(inner).__name__}": (few_steps(inner), IRIS.X, NEW)
        for inner in (
            RandomForestClassifier(8),
            ExtraTreesClassifier(8),
            HistGradientBoostingClassifier(max_iter=5, random_state=1),
        )
    },
}


@threadpool_limits.wrap(1, user_api="openmp")
def fitted(name):
    model, X, _ = MODELS[name]
    labels = IRIS.truth if name == "label noise" else LABELS
    clusters = name.startswith(("ecm", "cecm", "eknnclus", "evclus"))
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
    tried = {type(model).__name__ for model, _, _ in MODELS.values()}
    assert tried | {type(LEARNED["forest"]).__name__} == set(SAVERS)


def learned(key):
    return evaluate(IRIS.X, LABELS, [key], folds=2, random_state=3).model_from_all(key)


LEARNED = {key: learned(key) for key in ("weighted-knn", "logistic", "forest")}


@pytest.mark.parametrize("key", [key for key, each in CLASSIFIERS.items() if each.uses_labels])
def test_every_method_that_evaluate_compares_can_be_saved_and_opened(key):
    model = LEARNED.get(key) or learned(key)
    assert can_be_saved(model)
    content = save_model(model)
    again = open_model(content)
    assert type(again) is type(model) and save_model(again) == content
    np.testing.assert_array_equal(again.predict_mass(NEW).mass, model.predict_mass(NEW).mass)
    np.testing.assert_array_equal(again.predict(NEW), model.predict(NEW))


def test_mixtures_of_a_comparison_are_the_estimators_of_the_library():
    for key, kind in {"soft": SoftLabelMixture, "label-noise": LabelNoiseMixture}.items():
        model, own = learned(key), kind(stop="relative").fit(IRIS.X, LABELS)
        assert type(model) is kind
        assert model.log_likelihood_ == pytest.approx(own.log_likelihood_, rel=1e-9)
        np.testing.assert_allclose(model.predict_proba(NEW), own.predict_proba(NEW), atol=1e-6)
        assert model.bic() == pytest.approx(own.bic(), rel=1e-6)
        assert model.responsibilities_.shape[0] == IRIS.n


def test_labels_of_one_class_make_a_model_that_is_sure_of_it():
    labels = MassTable.from_hard(["a"] * 10, ["a", "b"])
    model = evaluate(IRIS.X[:10], labels, ["logistic"], folds=2).model_from_all("logistic")
    again = open_model(save_model(model))
    assert again.predict(NEW).tolist() == model.predict(NEW).tolist() == ["a"] * len(NEW)


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
    for inner in (DecisionTreeClassifier(random_state=0), LogisticRegression()):
        truth = IRIS.truth if inner.__class__ is DecisionTreeClassifier else np.zeros(150, int)
        model = SoftLabelClassifier(inner).fit(IRIS.X, truth)  # a single class is no regression
        with pytest.raises(DataError, match="Classifier cannot be saved without pickle"):
            save_model(model)
        assert not can_be_saved(model)
    with pytest.raises(DataError, match="class RECM cannot be saved"):
        save_model(RECM(3))
    odd = EvidentialKNN(metric=lambda a, b: float(np.abs(a - b).sum())).fit(IRIS.X, IRIS.truth)
    with pytest.raises(DataError, match="metric is no text or number"):
        save_model(odd)


def test_an_evclus_of_too_many_sets_is_not_offered_for_saving():
    model = EVCLUS(11, "all", n_partners=5, max_iter=0, random_state=0).fit(IRIS.X)
    assert not can_be_saved(model)
    with pytest.raises(DataError, match="more than 1,024 focal sets"):
        save_model(model)


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
    "too large": (value("log_likelihood", 10**400), "lacks its number"),
    "many": (value("n_features", 50_000), "names 50,000 features; the limit is 2,000"),
    "width": (value("class_type", "<U400000000"), "lacks its classes"),
}


@pytest.mark.parametrize("name", BAD_JSON)
def test_other_json_is_refused_in_one_sentence(name):
    change, said = BAD_JSON[name]
    parts = parts_of(MIXTURE)
    main = json.loads(parts["model.json"])
    change(main)
    with pytest.raises(DataError, match=said):
        open_model(packed(parts | {"model.json": json.dumps(main).encode()}))


def with_main(content, change):
    parts = parts_of(content)
    main = json.loads(parts["model.json"])
    change(main)
    return packed(parts | {"model.json": json.dumps(main).encode()})


def test_a_file_does_not_say_how_many_threads_work():
    assert open_model(with_main(KNN, setting("n_jobs", 200))).n_jobs is None
    chosen = EvidentialKNN(n_jobs=2).fit(IRIS.X, LABELS)
    assert "n_jobs" not in json.loads(parts_of(save_model(chosen))["model.json"])["settings"]


def test_halves_of_characters_in_names_of_classes_are_replaced():
    classes = ["a", "b", "\ud800"]
    model = open_model(
        with_main(MIXTURE, lambda main: main["values"].update(classes=classes, class_type="object"))
    )
    assert model.classes_.tolist() == ["a", "b", "\ufffd"]


FEATURES = {
    "many names": ("names", ["x"] * 50_000, "names 50,000 features; the limit is 2,000"),
    "medians": ("medians", [10**400, 1, 1, 1], "which features it learned from"),
    "spread": ("spread", [1, 1, 1, 10**400], "which features it learned from"),
    "names": ("names", [1, 2, 3, 4], "which features it learned from"),
}


@pytest.mark.parametrize("name", FEATURES)
def test_hostile_features_are_refused_in_one_sentence(name):
    key, hostile, said = FEATURES[name]
    good = Predictor.of(open_model(MIXTURE), IRIS).save()

    def change(main):
        main["about"]["features"][key] = hostile

    with pytest.raises(DataError, match=said):
        open_predictor(with_main(good, change))


@pytest.mark.parametrize("n_features", [2_000, 2_001])
def test_a_model_that_could_not_be_opened_is_not_saved(n_features):
    X = np.random.default_rng(0).normal(size=(6, n_features))
    model = EvidentialKNN(2).fit(X, ["a", "b"] * 3)
    points = Dataset(X, tuple(f"x{j}" for j in range(n_features)))
    onto_a_plane = Predictor.of(EvidentialKNN(2).fit(X[:, :2], ["a", "b"] * 3), points)
    onto_a_plane = replace(onto_a_plane, projection=Projection(X.T[:, :2], np.zeros(2), (0, 1)))
    savings = (partial(save_model, model), Predictor.of(model, points).save, onto_a_plane.save)
    for save in savings:
        if n_features == 2_000:
            np.testing.assert_array_equal(open_model(save()).classes_, ["a", "b"])
            continue
        with pytest.raises(DataError, match="names 2,001 features; the limit is 2,000"):
            save()


@pytest.mark.parametrize(
    "plane",
    [
        {"loadings": [[10**400, 0]] * 4, "shift": [0, 0], "seen": [0]},
        {"loadings": [[1, 0]] * 4, "shift": [0, 0], "seen": [[0]]},
        {"loadings": [[1, 0]] * 4, "shift": [0, 0], "seen": 3},
        [1],
    ],
)
def test_hostile_planes_are_refused_in_one_sentence(plane):
    good = Predictor.of(open_model(MIXTURE), IRIS).save()
    with pytest.raises(DataError, match="which plane it learned from"):
        open_predictor(with_main(good, lambda main: main["about"].update(projection=plane)))


def test_numbers_of_a_file_that_lead_beyond_all_numbers_are_a_sentence():
    model = ECM(3, random_state=0).fit(IRIS.X)
    hostile = Predictor.of(model, IRIS)
    model.delta_ = 1e308
    with pytest.raises(DataError, match="beyond what a computer can hold"):
        hostile.predict(hostile.features.match(pd.DataFrame(IRIS.X, columns=IRIS.feature_names)))


def test_the_cost_of_predicting_counts_the_prototypes_of_a_network():
    network = EvidentialNetwork(3, max_iter=2, random_state=0).fit(IRIS.X, LABELS)
    few = Predictor.of(network, IRIS).cost(1_000).seconds
    many = network.parameters_._replace(prototypes=np.zeros((1_000_000, 4)))
    network._take(Step(0, 0.0, many))
    assert Predictor.of(network, IRIS).cost(1_000).seconds > 5 > 100 * few


def test_opening_a_large_model_is_known_to_take_time():
    large = packed({"model.json": b"{}", "a.npy": bytes(30_000_000)})
    assert opening_cost(large).seconds > 1 > 10 * opening_cost(MIXTURE).seconds


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


EVIDENTIAL_CLUSTERS = save_model(EVCLUS(3, max_iter=2, random_state=0).fit(IRIS.X))
SPOILED = {
    "masses": (EVIDENTIAL_CLUSTERS, "masses", lambda a: a * 2, "do not sum to 1"),
    "anchors": (EVIDENTIAL_CLUSTERS, "anchors", lambda a: a + 10**9, "compared with"),
    "order": (EVIDENTIAL_CLUSTERS, "anchors", lambda a: a[::-1].copy(), "compared with"),
    "points": (EVIDENTIAL_CLUSTERS, "points", lambda a: a[:3], "'points' of the model"),
    "votes": (save_model(LEARNED["weighted-knn"]), "places", lambda a: a + 3, "out of range"),
    "numbers": (save_model(LEARNED["weighted-knn"]), "points", lambda a: a / 0.0, "finite number"),
    "classes": (save_model(LEARNED["logistic"]), "places", lambda a: a + 1, "lacks its classes"),
    "shape": (save_model(LEARNED["logistic"]), "estimator_coef_", lambda a: a[:1], "does not fit"),
    "walk": (save_model(LEARNED["forest"]), "tree_left", lambda a: a * 0, "trees|walk|model"),
}


@pytest.mark.parametrize("name", SPOILED)
@np.errstate(all="ignore")
def test_arrays_of_votes_estimators_and_evclus_are_checked(name):
    content, array, spoil, said = SPOILED[name]
    parts = parts_of(content)
    other = npy(spoil(np.load(io.BytesIO(parts[f"{array}.npy"]))))
    with pytest.raises(DataError, match=said):
        open_model(packed(parts | {f"{array}.npy": other}))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (value("estimator", "os.system"), "around 'os.system'"),
        (value("estimator", "certain"), "lacks its classes"),
        (value("estimator", "votes"), "neighbors|points|classes"),
        (value("title", 7), "lacks its text 'title'"),
        (value("n_features", 50_000), "the limit is 2,000"),
        (value("estimator_settings", {"__class__": "os"}), "no setting '__class__'"),
    ],
)
def test_other_json_of_an_estimator_is_refused_in_one_sentence(change, said):
    with pytest.raises(DataError, match=said):
        open_model(with_main(save_model(LEARNED["logistic"]), change))


def test_many_focal_sets_of_a_file_are_refused_before_their_pairs_are_listed():
    def change(main):
        main["values"].update(clusters=[f"c{k}" for k in range(12)], focal=list(range(4096)))

    with pytest.raises(DataError, match="more than 1,024 focal sets"):
        open_model(with_main(EVIDENTIAL_CLUSTERS, change))
