"""What a fitted network classifier says: about points, about its training objects, about itself."""

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy
from sklearn.utils import check_array
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.bayes.categories import Categories
from belieflab.bayes.density import (
    NetworkParameters,
    class_free_log_density,
    count_parameters,
    network_log_joint,
    sample_class,
)
from belieflab.bayes.label_reading import label_factors, read_labels
from belieflab.bayes.mixed import MixedPoints
from belieflab.bayes.points import ClassMoments, Points
from belieflab.belief import MassTable
from belieflab.belief.labels import pignistic_of_classes
from belieflab.errors import DataError
from belieflab.mixture.components import share_out, shares_of
from belieflab.mixture.row_weights import read_row_weights
from belieflab.randomness import make_generator
from belieflab.training_data import KeepsTrainingData

Floats = NDArray[np.float64]

NO_FACTORS: Floats = np.empty((0, 0))


class NetworkPrediction(KeepsTrainingData):
    """Predictions, criteria and samples of a fitted network, or of AODE's several ones."""

    structure: Any
    labels: str
    erased: str
    unknown: Any
    unknown_: Any
    classes_: NDArray[Any]
    n_features_in_: int
    _categories: Categories | None
    parameters_: Any
    log_likelihood_: Any
    _total_weight: float
    _entropy: float | None

    @property
    def arcs_(self) -> list[Any]:
        """(parent, child) of every arc between features; of AODE one list per root."""
        arcs = [model.structure.arcs for model in self._models()]
        return arcs if self.structure == "aode" else arcs[0]

    @property
    def features_(self) -> NDArray[np.int64]:
        """The features that depend on the class."""
        return np.flatnonzero(self._models()[0].kept)

    @property
    def n_parameters_(self) -> Any:
        """Number of free parameters; of AODE one number per root where some are categorical."""
        n_classes = len(self.classes_)
        counts = [
            count_parameters(
                model.structure, n_classes, dropped=self.erased == "dropped", levels=self._sizes
            )
            + (n_classes**2 if model.label_parameters.size else 0)
            for model in self._models()
        ]
        return np.array(counts) if self.structure == "aode" and self._sizes else counts[0]

    def predict(self, X: Any) -> NDArray[Any]:
        """The class with the largest posterior probability [shape=(n,)]; ties go to the first."""
        best = self.predict_proba(X).argmax(axis=1)
        return np.asarray(self.classes_[best])

    def predict_proba(self, X: Any) -> Floats:
        """The posterior θ_k f_k(x) / Σ_l θ_l f_l(x) [shape=(n, K)], averaged over AODE's models."""
        points = self._points(X)
        models = self._models()
        total = sum(_posterior(network_log_joint(model, points)) for model in models)
        return np.asarray(total / len(models))

    def predict_mass(self, X: Any) -> MassTable:
        """The posterior as Bayesian mass functions."""
        return MassTable.from_probabilities(self.predict_proba(X), self.classes_)

    def score_samples(self, X: Any) -> Floats:
        """ln Σ_k θ_k f_k(x), the log density of each point [shape=(n,)].

        AODE's is the mean density of its models; features that were dropped do not count.
        """
        points = self._points(X)
        logs = [np.logaddexp.reduce(network_log_joint(m, points), axis=1) for m in self._models()]
        found = np.logaddexp.reduce(logs, axis=0) - np.log(len(logs))
        if self.erased == "marginal":
            found += class_free_log_density(self._models()[0], points)
        return np.asarray(found)

    def score(self, X: Any, y: Any) -> float:
        """Mean pignistic probability that the labels give to the predicted classes.

        For hard labels this is the accuracy.
        """
        predicted = self.predict_proba(X).argmax(axis=1)
        labels = pignistic_of_classes(y, self.classes_, len(predicted), self.unknown_)
        return float(labels[np.arange(len(predicted)), predicted].mean())

    def sample(self, n: int = 1, random_state: Any = None) -> tuple[Any, NDArray[Any]]:
        """Draw n points and their classes from the network, or from AODE's in equal parts.

        With categorical features the points hold their levels, in a DataFrame if one was fitted.
        """
        check_is_fitted(self)
        rng = make_generator(random_state)
        models = self._models()
        of_model = np.sort(rng.integers(len(models), size=n))
        points, classes = np.empty((n, self.n_features_in_)), np.empty(n, dtype=np.int64)
        for m, model in enumerate(models):
            rows = np.flatnonzero(of_model == m)
            classes[rows] = np.sort(rng.choice(len(model.weights), len(rows), p=model.weights))
            for k in np.unique(classes[rows]):
                chosen = rows[classes[rows] == k]
                points[chosen] = sample_class(model, int(k), len(chosen), rng)
        if self._categories is None:
            return points, self.classes_[classes]
        names = getattr(self, "feature_names_in_", None)
        return self._categories.decode(points, names), self.classes_[classes]

    # -- criteria ---------------------------------------------------------------------------------

    def aic(self) -> float:
        """-2 L + 2 d; smaller is better."""
        return 2.0 * self.n_parameters_ - 2.0 * self._single("aic")

    def bic(self) -> float:
        """-2 L + d ln n; smaller is better. AODE, which is no single model, has none."""
        likelihood = self._single("bic")
        return self.n_parameters_ * float(np.log(self._total_weight)) - 2.0 * likelihood

    def icl(self) -> float:
        """BIC plus twice the entropy of the responsibilities; smaller is better."""
        return self.bic() + 2.0 * self._responsibility_entropy()

    @property
    def responsibilities_(self) -> MassTable:
        """Beliefs about the training objects, labels included: t_ik of eq. 4, as Bayesian masses.

        Averaged over AODE's models.
        """
        return MassTable.from_probabilities(self._shares("responsibilities_"), self.classes_)

    @property
    def class_moments_(self) -> ClassMoments:
        """Counts, means and covariances of the classes at the responsibilities of the fit.

        What `dependence` finds out about the features, and the search works on.
        """
        X, _, sample_weight = self._training_data("class_moments_")
        weights = read_row_weights(sample_weight, len(X))
        points = Points(self._points(X), weights)
        if self._categories is not None:
            points = MixedPoints(self._points(X), weights, levels=self._categories.sizes)
        return points.class_moments(shares_of(self._shares("class_moments_")))

    def label_posteriors(self, y: Any) -> Floats:
        """θ_k pl_ik / Σ_l θ_l pl_il: what labels say of the class without the features [(n, K)].

        `y` are labels as `fit` takes them. Of AODE the priors of its models are averaged.
        """
        models = self._models()
        prior = np.mean([model.weights for model in models], axis=0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the labels gave reason to was said at fit
            labels = read_labels(y, len(y), self.unknown)
        factors = label_factors(labels, self.labels, models[0].label_parameters)
        with np.errstate(divide="ignore"):
            return _posterior(np.tile(np.log(prior), (len(y), 1)), factors)

    def __getstate__(self) -> dict[str, Any]:
        if "_training" in vars(self) and "parameters_" in vars(self):
            self._responsibility_entropy()
        return super().__getstate__()

    # -- inside -----------------------------------------------------------------------------------

    @property
    def _sizes(self) -> tuple[int, ...]:
        return () if self._categories is None else self._categories.sizes

    def _models(self) -> tuple[NetworkParameters, ...]:
        check_is_fitted(self)
        if isinstance(self.parameters_, NetworkParameters):
            return (self.parameters_,)
        models: tuple[NetworkParameters, ...] = self.parameters_
        return models

    def _points(self, X: Any) -> Floats:
        check_is_fitted(self)
        return self._validate(X, reset=False)

    def _validate(self, X: Any, *, reset: bool, ensure_min_samples: int = 1) -> Floats:
        """Points as finite numbers, levels as codes [shape=(n, p)]."""
        options = {"dtype": np.float64, "order": "C", "ensure_min_samples": ensure_min_samples}
        if self._categories is None:
            return np.asarray(validate_data(self, X, reset=reset, **options))
        validate_data(self, X, reset=reset, skip_check_array=True)
        return np.asarray(check_array(self._categories.encode(X), **options))

    def _single(self, name: str) -> float:
        check_is_fitted(self)
        if self.structure == "aode":
            raise DataError(f"AODE averages several models; {name}() is defined for a single one.")
        return float(self.log_likelihood_)

    def _shares(self, wanted: str) -> Floats:
        """Mean responsibilities of the models over all training objects [shape=(n, K)].

        A row that did not count in the fit may allow only classes that have a prior of 0; it gets
        the posterior without its label.
        """
        check_is_fitted(self)
        X, y, _ = self._training_data(wanted)
        points = self._points(X)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the labels gave reason to was said at fit
            labels = read_labels(y, len(points), self.unknown)
        total = np.zeros((len(points), len(self.classes_)))
        for model in self._models():
            joint = network_log_joint(model, points)
            factors = label_factors(labels, self.labels, model.label_parameters)
            shares = _posterior(joint, factors)
            lost = ~np.isfinite(shares).all(axis=1)
            shares[lost] = _posterior(joint[lost])
            total += shares
        return total / len(self._models())

    def _responsibility_entropy(self) -> float:
        """-Σ_i w_i Σ_k t_ik ln t_ik."""
        if self._entropy is None:
            shares = self._shares("icl")
            weights = read_row_weights(self._training[2], len(shares))
            rows = -xlogy(shares, shares).sum(axis=1)
            self._entropy = float(weights @ rows if weights.size else rows.sum())
        return self._entropy


def _posterior(log_joint: Floats, factors: Floats = NO_FACTORS) -> Floats:
    """Shares of exp(log_joint) [shape=(n, K)], times exp(factors) [shape=(K, n)] if given."""
    return share_out(log_joint, factors, 1.0).responsibilities
