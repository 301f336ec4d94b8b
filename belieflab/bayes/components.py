"""A conditional linear Gaussian network of one structure on one set of points, for the EM loop.

It supplies what `mixture.em.run_em` asks for. With the features in an order in which parents come
before their children, the residuals of all regressions are F (x - μ) with a lower triangular F,
so the E step of full Gaussians serves every structure; naive Bayes and stars have a shorter one.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.density import NO_LABEL_MODEL, NetworkParameters, factors_of
from belieflab.bayes.dirichlet_labels import DirichletLabels
from belieflab.bayes.family_kernel import fit_families
from belieflab.bayes.points import ClassMoments, Expectation, Points, StarMoments, sum_over_segments
from belieflab.bayes.star_kernel import expect_star, fit_star
from belieflab.bayes.structure import Chosen, Structure
from belieflab.iteration import current_flag
from belieflab.mixture.components import Rows
from belieflab.mixture.expectation_kernel import EMPTY_COUNT, LOG_2_PI, NONE_LEFT_OUT, expect
from belieflab.mixture.gaussian import EMPTY_NOTE, Moments, raise_spectra

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


class NetworkComponents(Rows):
    """Densities of one structure on one set of points.

    Parameters
    ----------
    points : the points
    structure : the arcs, and the features that depend on the class
    dropped : whether a feature that does not depend on the class leaves the likelihood, instead of
        keeping one Gaussian for all classes
    spectral : whether the floor holds for the eigenvalues of the covariances, as for unrestricted
        Gaussians, instead of the variances given the parents
    label_model : how the labels come about; None: their plausibilities are taken as they are
    """

    needs_responsibilities = False
    """Whether the M step takes the responsibilities of all rows, beside the sums."""

    def __init__(
        self,
        points: Points,
        structure: Structure,
        *,
        dropped: bool = False,
        spectral: bool = False,
        label_model: DirichletLabels | None = None,
    ) -> None:
        super().__init__(points.n, points.row_weights)
        self.points = points
        self.structure = structure
        self.dropped = dropped
        self.spectral = spectral
        self.label_model = label_model
        self.linear = self._linear_part(structure)
        root = self.linear.root
        self.is_star = root is not None
        # a star needs no order of its features, so all stars share the points as they are
        self.order: Places = np.flatnonzero(self.linear.kept) if self.is_star else self.linear.order
        self.root = -1 if root in (None, -1) else int(np.searchsorted(self.order, root))
        whole = np.array_equal(self.order, np.arange(points.p))
        self.places: Any = slice(None) if whole else self.order  # a slice is ten times as quick
        self.floors = points.floors[self.order]

    def _linear_part(self, structure: Structure) -> Structure:
        """The families that are Gaussian and linear in their parents."""
        return structure

    def log_prior(self, parameters: NetworkParameters) -> float:
        """ln of the prior of the parameters, which the criterion includes; Gaussians have none."""
        return 0.0

    @cached_property
    def features(self) -> Floats:
        """The kept features in this order [shape=(kept, n)], a copy only where it differs."""
        return self.points.features[self.places]

    @cached_property
    def class_free_likelihood(self) -> float:
        """ln likelihood of the features that do not depend on the class, at their best fit."""
        erased = ~self.structure.kept
        if self.dropped or not erased.any():
            return 0.0
        logs = np.log(self.points.variances[erased]) + LOG_2_PI + 1.0
        return -0.5 * self.total_weight * float(logs.sum())

    # -- E step -----------------------------------------------------------------------------------

    def expect(
        self, parameters: NetworkParameters, log_plausibility: Floats, power: float = 1.0
    ) -> Expectation:
        """Criterion and sums: López-Cruz et al. (2013), eq. 3 and 4, with plausibilities.

        `log_plausibility` is [shape=(K, n)], or (K, 0) when every label is vacuous.
        """
        by_row = self.needs_responsibilities or self.label_model is not None
        wanted = np.empty((len(parameters.weights), self.n if by_row else 0))
        return self._expect(parameters, log_plausibility, power, wanted)

    def _expect(
        self, parameters: NetworkParameters, log_plausibility: Floats, power: float, wanted: Floats
    ) -> Expectation:
        """Also fill `wanted` with the responsibilities [shape=(K, n)], unless it is empty."""
        factors = self._row_factors(parameters, log_plausibility)
        given = (parameters, np.ascontiguousarray(factors), power, wanted)
        sums: Moments | StarMoments
        if self.is_star:
            sums = StarMoments(*sum_over_segments(self._star_sums(*given), self.n))
        else:
            sums = Moments(*sum_over_segments(self._full_sums(*given), self.n))
        return Expectation(sums.criterion + self.class_free_likelihood, sums, wanted)

    def _row_factors(self, parameters: NetworkParameters, log_plausibility: Floats) -> Floats:
        """ln of what each object has besides the Gaussians, its label [shape=(K, n or 0)]."""
        if self.label_model:
            return self.label_model.log_factors(parameters.label_parameters)
        return log_plausibility

    def _full_sums(
        self, parameters: NetworkParameters, log_plausibility: Floats, power: float, wanted: Floats
    ) -> Callable[[tuple[int, int]], Moments]:
        constants, factors = factors_of(parameters)
        factors = np.ascontiguousarray(factors[:, self.order][:, :, self.order])
        means = np.ascontiguousarray(parameters.means[:, self.order])
        n_classes, p = means.shape
        stop = current_flag().array

        def sums_of(bounds: tuple[int, int]) -> Moments:
            counts, first = np.empty(n_classes), np.empty((n_classes, p))
            second = np.empty((n_classes, p, p))
            given = (self.features, log_plausibility, self.row_weights, power)
            model, sums = (constants, means, factors), (counts, first, second)
            criterion = expect(*given, *model, *bounds, *sums, wanted, NONE_LEFT_OUT, stop)
            return Moments(criterion, *sums)

        return sums_of

    def _star_sums(
        self, parameters: NetworkParameters, log_plausibility: Floats, power: float, wanted: Floats
    ) -> Callable[[tuple[int, int]], StarMoments]:
        means, slopes, variances = self.star_parameters(parameters)
        scales = 1.0 / np.sqrt(variances)
        if parameters.families:
            scales = np.ascontiguousarray(parameters.scales[:, self.order])
        root, stop = max(self.root, 0), current_flag().array

        def sums_of(bounds: tuple[int, int]) -> StarMoments:
            first, squares, crosses = np.empty((3, *means.shape))
            sums = (np.empty(len(means)), first, squares, crosses)
            given = (self.features, log_plausibility, self.row_weights, power)
            model = (parameters.weights, means, slopes, scales)
            criterion = expect_star(*given, *model, root, *bounds, *sums, wanted, stop)
            return StarMoments(criterion, *sums)

        return sums_of

    def star_parameters(self, parameters: NetworkParameters) -> tuple[Floats, Floats, Floats]:
        """Copies of means, slopes on the root and variances [shape=(K, kept)]."""
        means = parameters.means[:, self.places].copy()
        variances = parameters.variances[:, self.places].copy()
        if self.root < 0:
            return means, np.zeros(means.shape), variances
        slopes = parameters.coefficients[:, self.places, self.order[self.root]]
        return means, slopes.copy(), variances

    def responsibilities(
        self, parameters: NetworkParameters, log_plausibility: Floats, power: float = 1.0
    ) -> Floats:
        """t_ik of the points themselves [shape=(n, K)]."""
        wanted = np.empty((len(parameters.weights), self.n))
        self._expect(parameters, log_plausibility, power, wanted)
        return np.ascontiguousarray(wanted.T)

    # -- M step -----------------------------------------------------------------------------------

    def maximise(
        self, parameters: NetworkParameters, expectation: Expectation
    ) -> NetworkParameters:
        """The M step: López-Cruz et al. (2013), eq. 5 and 6, over the features that are kept."""
        moments = expectation.sums
        counts, alive = moments.counts, self._alive(moments.counts)
        labels = self._fit_labels(parameters.label_parameters, expectation.responsibilities)
        new = parameters._replace(
            weights=np.where(alive, counts, 0.0) / counts[alive].sum(),
            means=parameters.means.copy(),
            coefficients=parameters.coefficients.copy(),
            variances=parameters.variances.copy(),
            label_parameters=labels,
        )
        if isinstance(moments, StarMoments):
            self._fit_star(moments, new)
            return new
        shift = moments.first[alive] / counts[alive, None]
        new.means[np.ix_(alive, self.order)] += shift
        slopes, variances = self._fit_full(moments, alive, shift)
        new.coefficients[np.ix_(alive, self.order, self.order)] = slopes
        new.variances[np.ix_(alive, self.order)] = variances
        return new

    def _fit_full(self, moments: Moments, alive: Chosen, shift: Floats) -> tuple[Floats, Floats]:
        second = moments.second[alive]
        second = np.tril(second) + np.swapaxes(np.tril(second, -1), 1, 2)
        covariances = second / moments.counts[alive, None, None]
        return self._regress(covariances - shift[:, :, None] * shift[:, None, :])

    def _regress(self, covariances: Floats) -> tuple[Floats, Floats]:
        """β and σ² of every class from covariances in this order of features."""
        floors = self.floors
        if self.spectral:
            scale = self.points.variances[self.order]
            covariances, low = raise_spectra(covariances, scale, self.points.floor)
            floors = np.zeros_like(floors)
            if low:
                self.note_floor()
        slopes, variances = np.empty(covariances.shape), np.empty(covariances.shape[:2])
        parents = np.ascontiguousarray(self.linear.parents[np.ix_(self.order, self.order)])
        if fit_families(np.ascontiguousarray(covariances), parents, floors, slopes, variances):
            self.note_floor()
        return slopes, variances

    def _fit_star(self, moments: StarMoments, new: NetworkParameters) -> None:
        """Put the M step of a star into the new parameters."""
        smallest = EMPTY_COUNT * self.total_weight / self.n
        means, slopes, variances = self.star_parameters(new)
        given = (*moments[1:], smallest, self.floors, self.root)
        if fit_star(*given, means, slopes, variances):
            self.note_floor()
        self.put_star_parameters(new, means, slopes, variances)

    def put_star_parameters(
        self, new: NetworkParameters, means: Floats, slopes: Floats, variances: Floats
    ) -> None:
        """Write means, slopes on the root and variances [shape=(K, kept)] into parameters."""
        new.means[:, self.places] = means
        new.variances[:, self.places] = variances
        if self.root >= 0:
            new.coefficients[:, self.places, self.order[self.root]] = slopes

    def _alive(self, counts: Floats) -> Chosen:
        """The classes that have objects."""
        alive = counts > EMPTY_COUNT * self.total_weight / self.n
        if not alive.all():
            self.note_empty()
        return alive

    def note_empty(self) -> None:
        """Say that a class has no objects."""
        self.notes["empty"] = EMPTY_NOTE

    def note_floor(self) -> None:
        """Say that a variance met the floor."""
        self.notes["floor"] = (
            "A feature hardly varied within a class; its variance there was kept at "
            f"{self.points.floor:g} of its variance in all data."
        )

    # -- starts -----------------------------------------------------------------------------------

    def first_label_parameters(self, responsibilities: Floats) -> Floats:
        """Those of the label model at given responsibilities [shape=(n, K)], if there is one."""
        if not self.label_model:
            return NO_LABEL_MODEL
        first = self.label_model.first(responsibilities.shape[1])
        return self._fit_labels(first, np.ascontiguousarray(responsibilities.T))

    def fit_moments(
        self, moments: ClassMoments, label_parameters: Floats = NO_LABEL_MODEL
    ) -> NetworkParameters:
        """Parameters of one M step from the moments of all features."""
        counts, alive = moments.counts, self._alive(moments.counts)
        n_classes, p = moments.means.shape
        means = np.tile(self.points.centre, (n_classes, 1))
        means[np.ix_(alive, self.order)] = moments.means[np.ix_(alive, self.order)]
        variances = np.tile(self.points.variances, (n_classes, 1))
        coefficients = np.zeros((n_classes, p, p))
        slopes, found = self._regress(moments.covariances[np.ix_(alive, self.order, self.order)])
        coefficients[np.ix_(alive, self.order, self.order)] = slopes
        variances[np.ix_(alive, self.order)] = found
        weights = np.where(alive, counts, 0.0) / counts[alive].sum()
        fitted = (weights, means, coefficients, variances)
        return NetworkParameters(*fitted, *self.structure, label_parameters)

    def _fit_labels(self, label_parameters: Floats, responsibilities: Floats) -> Floats:
        """The M step of the label model, if there is one."""
        if not self.label_model:
            return label_parameters
        weighted = responsibilities
        if self.row_weights.size:
            weighted = self.row_weights * responsibilities
        return self.label_model.maximise(label_parameters, weighted)
