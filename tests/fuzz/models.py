"""Hostile model files: good ones whose settings, numbers and arrays are exchanged for others."""

import io
import json
import warnings
import zipfile
from copy import deepcopy
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from fuzz.targets import refused, zip_of
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.naive_bayes import GaussianNB

from belieflab import DataError
from belieflab.bayes import GaussianNetworkClassifier
from belieflab.clustering import CECM, ECM, EVCLUS, EKNNclus
from belieflab.data import build_labels, load_sample
from belieflab.data.reading import write_table
from belieflab.errors import FitWarning
from belieflab.evaluation import SoftLabelClassifier, evaluate
from belieflab.mixture import LabelNoiseMixture, SoftLabelMixture
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.saving.predictor import Predictor, open_predictor, opening_cost, prediction_table

VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 3, 200, 10**400, -(10**400), 2**63, 1e308, -1e308, 1e-320, 0.5),
    *(float("nan"), float("inf"), "", "a", "\ud800", "a\nb", "<U400000000", "O", "precomputed"),
    *([], [0], [[0]], [1e400], [10**400], ["\ud800", "b"], ["a"] * 3_000, {}, {"a": {}}, [[]] * 9),
)
ARRAYS: tuple[Any, ...] = (
    *(np.zeros(0), np.zeros((0, 0)), np.float64(1.0), np.full(3, 1e308), np.array([["a"]])),
    *(np.zeros((1, 9_000)), np.array([True]), np.array([2**62]), np.array([0], np.int32)),
)
NUMBERS = (0.0, -1.0, 1e308, -1e308, 1e-320, np.nan, np.inf, 2.0, 1e18)


def tree_estimators() -> list[Any]:
    """A small forest and a few boosted trees."""
    boosting = HistGradientBoostingClassifier(max_iter=2, max_leaf_nodes=3, min_samples_leaf=3)
    return [RandomForestClassifier(2, max_depth=3, random_state=0), boosting]


@cache
def good_models() -> tuple[bytes, ...]:
    """A small saved model of every kind."""
    iris = load_sample("iris").take(np.arange(0, 150, 5))
    labels = build_labels("expert-doubt", iris, seed=1)
    found: list[Any] = [
        *(SoftLabelMixture(covariance=name, max_iter=3) for name in ("full", "diagonal")),
        *(SoftLabelMixture(components="weibull", max_iter=3), EvidentialKNN(3, n_jobs=2)),
        *(EvidentialKNN(3, gamma="jousselme"), EvidentialNetwork(3, max_iter=3, random_state=0)),
        *(GaussianNetworkClassifier("tan", max_iter=3), GaussianNetworkClassifier("aode")),
        *(SoftLabelClassifier(GaussianNB()), LabelNoiseMixture(max_iter=3)),
        *(SoftLabelClassifier(inner, n_folds=2, max_iter=1) for inner in tree_estimators()),
    ]
    for model in found:
        noisy = isinstance(model, LabelNoiseMixture)
        model.fit(iris.X, np.array(iris.class_names)[iris.truth] if noisy else labels)
    evclus = EVCLUS(3, n_partners=5, max_iter=3, random_state=0)
    for model in (ECM(3, random_state=0), CECM(3, random_state=0, max_iter=5), EKNNclus(5), evclus):
        found.append(model.fit(iris.X))
    keys = ["weighted-knn", "logistic"]
    compared = evaluate(iris.X, labels, keys, folds=2, random_state=1)
    found += [compared.model_from_all(key) for key in keys]
    return tuple(Predictor.of(model, iris).save() for model in found)


def changed(content: bytes, rng: np.random.Generator) -> bytes:
    """A copy with one to three values, numbers or arrays exchanged."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    main = json.loads(parts["model.json"])
    for _ in range(int(rng.integers(1, 4))):
        if rng.random() < 0.7:
            exchange_value(main[str(rng.choice(["settings", "values", "about"]))], rng)
            continue
        name = str(rng.choice([each for each in parts if each.endswith(".npy")]))
        array = np.load(io.BytesIO(parts[name]))
        stream = io.BytesIO()
        np.save(stream, _other_array(array, rng))
        parts[name] = stream.getvalue()
    return zip_of(parts | {"model.json": json.dumps(main).encode()})


def exchange_value(at: Any, rng: np.random.Generator, values: tuple[Any, ...] = VALUES) -> None:
    """Exchange a value somewhere in a tree for one of these."""
    while True:
        places = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not places:
            return
        place = places[rng.integers(len(places))]
        inner = at[place]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
            at = inner
            continue
        at[place] = deepcopy(values[rng.integers(len(values))])
        return


def _other_array(array: Any, rng: np.random.Generator) -> Any:
    if array.size == 0 or array.dtype.kind not in "fi" or rng.random() < 0.3:
        return ARRAYS[rng.integers(len(ARRAYS))]
    found = array.copy()
    if array.dtype.kind == "i":
        limit = np.iinfo(array.dtype)
        choices = (0, -1, 1, 2, 7, len(found), limit.min, limit.max)
        found.reshape(-1)[rng.integers(array.size)] = choices[rng.integers(len(choices))]
        return found
    found.reshape(-1)[rng.integers(array.size)] = NUMBERS[rng.integers(len(NUMBERS))]
    return found


def use_model(content: bytes) -> None:
    """Open it as the tab Predict does, and predict some objects of a second file."""
    try:
        assert opening_cost(content).seconds > 0
        predictor = open_predictor(content)
        assert predictor.cost(5).seconds > 0
        table = pd.DataFrame({name: np.linspace(1.0, 6.0, 5) for name in predictor.features.names})
        assert predictor.features.match_cost(table).seconds > 0
        new, *blocks = predictor.steps(table, "median")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FitWarning)
            write_table(prediction_table(predictor.model, new, blocks[0]))
    except DataError as error:
        refused(error)
