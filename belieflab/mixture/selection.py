"""Choosing the number of components and the covariance family by an information criterion."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from belieflab.errors import DataError
from belieflab.iteration import StopFlag, Stopped, until_stopped
from belieflab.mixture.covariance_families import FAMILIES
from belieflab.mixture.estimator import SoftLabelMixture

CRITERIA = ("bic", "aic", "icl")


@dataclass(frozen=True)
class Candidate:
    """One model of the comparison; smaller criteria are better."""

    n_components: int
    covariance: str
    model: SoftLabelMixture
    bic: float
    aic: float
    icl: float


def compare_models(
    X: Any,
    y: Any = None,
    n_components: Iterable[int] = range(1, 7),
    covariances: Iterable[str] = tuple(FAMILIES),
    n_init: int = 5,
    random_state: Any = None,
    *,
    sample_weight: Any = None,
    stop_flag: StopFlag | None = None,
    **settings: Any,
) -> Iterator[Candidate]:
    """Fit every number of components with every family; yields each as it is ready.

    With labels the number of components is the number of their classes. `sample_weight` says what
    each row counts [shape=(n,)]. `stop_flag` ends the comparison when it is set, within a fit too
    (`stop` is a setting of the model).
    """
    given = X, y, sample_weight
    fits = _fit_candidates(given, n_components, covariances, n_init, random_state, settings)
    return until_stopped(fits, stop_flag)


def _fit_candidates(
    given: tuple[Any, Any, Any],
    n_components: Iterable[int],
    covariances: Iterable[str],
    n_init: int,
    random_state: Any,
    settings: dict[str, Any],
) -> Iterator[Candidate]:
    families, (_, y, _) = tuple(covariances), given
    for n in [None] if y is not None else list(n_components):
        for covariance in families:
            model = SoftLabelMixture(
                n,
                covariance,
                init="pignistic" if y is not None else "k-means++",
                n_init=n_init,
                random_state=random_state,
                **settings,
            )
            for _ in model.iterate(*given):
                pass
            yield Candidate(
                len(model.classes_), covariance, model, model.bic(), model.aic(), model.icl()
            )


def choose_model(X: Any, y: Any = None, criterion: str = "bic", **settings: Any) -> Candidate:
    """The candidate with the smallest criterion; settings as in `compare_models`.

    Stopped by its flag, the best of those fitted until then; `Stopped` is raised if there is none.
    """
    if criterion not in CRITERIA:
        raise DataError(f"criterion is one of {', '.join(CRITERIA)}; not {criterion!r}.")
    candidates = list(compare_models(X, y, **settings))
    if not candidates and settings.get("stop_flag") is not None:
        raise Stopped
    values = [getattr(candidate, criterion) for candidate in candidates]
    return candidates[int(np.argmin(values))]
