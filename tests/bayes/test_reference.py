"""The classifiers of López-Cruz et al. (2013) against an independent program."""

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine

from belieflab import MassTable
from belieflab.bayes import GaussianNetworkClassifier

GOLDEN = json.loads((Path(__file__).parent / "golden_networks.json").read_text())
LOADERS = {"iris": load_iris, "wine": load_wine}
CLASSIFIERS = {
    "NB": {"structure": "naive"},
    "MGC": {"structure": "full"},
    "AODE": {"structure": "aode"},
    "SEM": {"structure": "search"},
    "SEM_cold": {"structure": "search", "restart": "cold"},
    "FSSSEM": {"structure": "search-select"},
    "FSSSEM_drop": {"structure": "search-select", "erased": "dropped"},
}
SCENARIOS = {"GEM": "soft", "EM": "start", "TL": "guess"}
CASES = [(data, key, tol) for data in LOADERS for key in GOLDEN[data] for tol in GOLDEN[data][key]]


def standardised(name):
    X, y = LOADERS[name](return_X_y=True)
    return (X - X.mean(axis=0)) / X.std(axis=0), y


def soft_labels(y):
    n, n_classes = len(y), int(y.max()) + 1
    doubt = 0.1 + 0.05 * ((7 * np.arange(n)) % 5)
    labels = np.repeat((doubt / (n_classes - 1))[:, None], n_classes, axis=1)
    labels[np.arange(n), y] = 1.0 - doubt
    return MassTable.from_probabilities(labels, list(range(n_classes)))


def fit(name, key, tol, **changes):
    classifier, scenario = key.split("/")
    X, y = standardised(name)
    settings = CLASSIFIERS[classifier] | {
        "labels": SCENARIOS[scenario],
        "floor": 1e-6,
        "tol": float(tol),
        "stop": "relative",
        "max_iter": 5000,
    }
    model = GaussianNetworkClassifier(**settings | changes)
    return model.fit(X, y if scenario == "TL" else soft_labels(y)), X, y


@pytest.mark.parametrize(("name", "key", "tol"), CASES)
def test_likelihood_parameters_and_decisions_are_those_of_the_reference(name, key, tol):
    expected = GOLDEN[name][key][tol]
    model, X, y = fit(name, key, tol)
    assert model.log_likelihood_ == pytest.approx(expected["LL"], abs=1e-6)
    assert model.n_parameters_ == expected["dim"]
    assert (model.predict(X) != y).sum() == expected["train_errors"]
    if key.startswith("AODE"):
        assert model.n_iter_.tolist() == expected["iters"]
    else:
        assert -0.5 * model.bic() == pytest.approx(expected["BIC"], abs=1e-5)
    if "posterior3" in expected:
        assert model.predict_proba(X[:3]) == pytest.approx(
            np.array(expected["posterior3"]), abs=1e-9
        )


@pytest.mark.parametrize(("key", "tol"), [(key, tol) for name, key, tol in CASES if name == "iris"])
def test_as_many_m_steps_as_the_reference(key, tol):
    model, _, _ = fit("iris", key, tol)
    assert np.sum(model.n_iter_) == sum(GOLDEN["iris"][key][tol]["iters"])


def test_search_on_wine_is_as_good_as_any_order_of_moves_found():
    model, _, _ = fit("wine", "SEM/GEM", 1e-6)
    assert model.bic() <= 5207
