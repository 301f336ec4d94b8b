"""The estimated proportions, means and covariances with their standard errors."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.cost import Cost
from belieflab.data.parameters import Parameter
from belieflab.errors import DataError
from belieflab.iteration import StopFlag
from belieflab.mixture import standard_errors
from belieflab.mixture.cost import information_cost, mixture_cost
from belieflab.mixture.covariance_families import find_family
from belieflab.mixture.gaussian import GaussianParameters
from belieflab.mixture.label_noise import NoisyParameters
from belieflab.mixture.weibull import WeibullParameters
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_one
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import NO_VALUE, draw_table
from belieflab.ui.method.tasks import Task, collect, draw_task
from belieflab.ui.pages.mixture.fit import ADVICE, MixtureFit, fit_names
from belieflab.ui.pages.mixture.settings import PAGE
from belieflab.ui.shell.text import plain

MAX_FREE = 150  # free parameters up to which the observed information is chosen at the start
RESAMPLES = 50
BEYOND = f"{NO_VALUE} stands where a number is too large or too small to be written: the values of "
BEYOND += "the features are extreme, or a component has collapsed. Scale the features (Data)."
NO_ERRORS, INFORMATION, BOOTSTRAP = "none", "information", "bootstrap"


@with_result
def draw(context: Context, fit: MixtureFit) -> None:
    """Draw one table of proportions, one of means and spreads, and the covariance of a class."""
    names, features = fit_names(context, fit), list(context.dataset.feature_names)
    parameters, errors = fit.model.parameters_, None
    if isinstance(parameters, NoisyParameters):
        st.markdown("**Flips**: the learned chance that a true class (row) is given as another")
        draw_finite(pd.DataFrame(parameters.flips, names, names), form="%.4f", hide_index=False)
        parameters = parameters.model
    elif not isinstance(parameters, WeibullParameters):
        errors = _draw_errors(context, fit)
    if isinstance(parameters, WeibullParameters):
        weights = np.repeat(parameters.weights, len(features))
        columns = {"π": weights, "shape": parameters.shapes, "scale": parameters.scales}
        draw_finite(_feature_table(names, features, columns))
        return
    left, right = st.columns([1, 2], gap="large")
    with left:
        st.markdown("**Proportions** π")
        table = {"component": names, "π": parameters.weights}
        table |= {} if errors is None else {"± se": errors.weights}
        draw_finite(pd.DataFrame(table))
    with right:
        st.markdown("**Means** μ and **standard deviations** σ of the features")
        columns = _means_and_deviations(parameters, errors)
        draw_finite(_feature_table(names, features, columns))
    _draw_covariance(parameters, errors, names, features)


def report_tables(context: Context, fit: MixtureFit) -> dict[str, pd.DataFrame]:
    """The estimates: proportions, the distribution of every feature, covariances and flips."""
    names, features = fit_names(context, fit), list(context.dataset.feature_names)
    parameters, tables = fit.model.parameters_, dict[str, pd.DataFrame]()
    if isinstance(parameters, NoisyParameters):
        flips = pd.DataFrame(parameters.flips, columns=names)
        flips.insert(0, "true class", names)
        tables, parameters = {"flips": flips}, parameters.model
    tables["proportions"] = pd.DataFrame({"component": names, "π": parameters.weights})
    if isinstance(parameters, WeibullParameters):
        columns: dict[str, Any] = {"shape": parameters.shapes, "scale": parameters.scales}
        return tables | {"features": _feature_table(names, features, columns)}
    tables["features"] = _feature_table(names, features, _means_and_deviations(parameters, None))
    rows = np.concatenate(list(parameters.covariances))
    columns = {f"Σ {feature}": rows[:, j] for j, feature in enumerate(features)}
    return tables | {"covariances": _feature_table(names, features, columns)}


def draw_finite(table: pd.DataFrame, **look: Any) -> None:
    """Draw estimates to six digits; a dash, and why, where one is no finite number."""
    finite = table.replace([np.inf, -np.inf], np.nan)
    draw_table(finite, **look)
    if finite.isna().any(axis=None):
        st.caption(BEYOND)


def _feature_table(names: list[str], features: list[str], columns: dict[str, Any]) -> pd.DataFrame:
    """One row per component and feature."""
    table = {"component": np.repeat(names, len(features)), "feature": features * len(names)}
    table |= {name: np.ravel(column) for name, column in columns.items()}
    return pd.DataFrame(table)


def _means_and_deviations(
    parameters: GaussianParameters, errors: GaussianParameters | None
) -> dict[str, Any]:
    """The error of σ is that of σ² over 2 σ."""
    deviations = np.sqrt(np.diagonal(parameters.covariances, axis1=1, axis2=2))
    if errors is None:
        return {"μ": parameters.means, "σ": deviations}
    variances = np.diagonal(errors.covariances, axis1=1, axis2=2)
    means = {"μ": parameters.means, "± se μ": errors.means}
    with np.errstate(divide="ignore", invalid="ignore"):  # a spread too small for a number is 0
        return means | {"σ": deviations, "± se σ": variances / (2.0 * deviations)}


def _draw_errors(context: Context, fit: MixtureFit) -> GaussianParameters | None:
    """Standard errors by the chosen method; a sentence where they are not known."""
    settings = context.settings
    full = settings.kind == "gaussian" and find_family(settings.family).name == "VVV"
    ways = [NO_ERRORS, *([INFORMATION] if full else []), BOOTSTRAP]
    first = INFORMATION if full and fit.model.n_parameters_ <= MAX_FREE else NO_ERRORS
    explained = "Information: curvature of the likelihood at its top (full covariances only). "
    explained += f"Bootstrap: spread over {RESAMPLES} refits to resampled objects."
    by = partial(Parameter, choices=tuple(ways), form="segments", help=explained)
    way = draw_one(PAGE, by("errors", "Standard errors by", first))
    if way == NO_ERRORS:
        return None
    outcome = draw_task(_errors_task(context, fit, way))
    if not outcome.value or outcome.outdated:
        return None
    answer: GaussianParameters | str = outcome.value[0]
    if isinstance(answer, str):
        st.caption(plain(answer))
        return None
    return answer


def _errors_task(context: Context, fit: MixtureFit, way: str) -> Task[list[Any]]:
    """The standard errors, or why they are not known; by themselves where that is quick."""

    def start(stop: StopFlag) -> tuple[list[Any], Iterator[GaussianParameters | str]]:
        return collect(_find_errors(context, fit, way, stop))

    return Task(
        f"{PAGE}.standard_errors",
        (context.fit_token, fit.model.n_iter_, way),
        start,
        _errors_cost(context, fit, way),
        label="Standard errors",
        about="Working out standard errors",
        unit="measurement",
        advice=ADVICE,
    )


def _errors_cost(context: Context, fit: MixtureFit, way: str) -> Cost:
    """A refit starts where the fit ended, so that it takes no more iterations than this did."""
    (n, p), model = context.dataset.X.shape, fit.model
    n_components = len(model.classes_)
    if way == INFORMATION:
        return information_cost(n, p, n_components, model.n_parameters_)
    family, iterations = context.settings.family, model.n_iter_
    return mixture_cost(n, p, n_components, family, iterations=iterations) * RESAMPLES


def _find_errors(
    context: Context, fit: MixtureFit, way: str, stop: StopFlag
) -> Iterator[GaussianParameters | str]:
    more: dict[str, Any] = {}
    if way == BOOTSTRAP:
        more = {"X": context.dataset.X, "y": fit.labels, "sample_weight": context.dataset.weights}
        more |= {"n_resamples": RESAMPLES, "random_state": context.seed}
    try:
        found = standard_errors(fit.model, way, stop=stop, **more)
    except (DataError, np.linalg.LinAlgError) as error:
        yield f"Standard errors are not known here: {error}"
        return
    if all(np.isfinite(part).all() for part in found):
        yield found
    else:
        yield "Standard errors are not known here: a component has collapsed."


def _draw_covariance(
    parameters: GaussianParameters,
    errors: GaussianParameters | None,
    names: list[str],
    features: list[str],
) -> None:
    listed = {str(k): name for k, name in enumerate(names)}
    whose = choice("covariance_of", "Covariance of", listed, form="list", width=260)
    k = int(draw_one(PAGE, whose))
    matrices = {"Σ": parameters.covariances[k]}
    matrices |= {} if errors is None else {"± se": errors.covariances[k]}
    for column, (title, matrix) in zip(st.columns(len(matrices)), matrices.items(), strict=True):
        with column:
            st.caption(title)
            draw_finite(pd.DataFrame(matrix, features, features), hide_index=False)
