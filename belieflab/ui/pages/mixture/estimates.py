"""The estimated proportions, means and covariances with their standard errors."""

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.figures.mixture.fit import component_names
from belieflab.mixture import standard_errors
from belieflab.mixture.covariance_families import find_family
from belieflab.mixture.gaussian import GaussianParameters
from belieflab.mixture.label_noise import NoisyParameters
from belieflab.mixture.weibull import WeibullParameters
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import with_result
from belieflab.ui.pages.mixture.fit import MixtureFit
from belieflab.ui.pages.mixture.settings import PAGE

MAX_FREE = 150
"""Free parameters up to which the observed information is worked out without being asked."""

RESAMPLES = 50
NO_ERRORS, INFORMATION, BOOTSTRAP = "none", "information", "bootstrap"


@with_result
def draw(context: Context, fit: MixtureFit) -> None:
    """Draw one table of proportions, one of means and spreads, and the covariance of a class."""
    names = component_names(fit.model)
    parameters = fit.model.parameters_
    errors_known = not isinstance(parameters, NoisyParameters)
    if isinstance(parameters, NoisyParameters):
        _draw_flips(parameters, names)
        parameters = parameters.model
    if isinstance(parameters, WeibullParameters):
        st.dataframe(
            weibull_table(parameters, names, context.dataset.feature_names), hide_index=True
        )
        return
    errors = _draw_errors(context, fit) if errors_known else None
    left, right = st.columns([1, 2], gap="large")
    with left:
        st.markdown("**Proportions** π")
        st.dataframe(proportion_table(parameters, errors, names), hide_index=True)
    with right:
        st.markdown("**Means** μ and **standard deviations** σ of the features")
        table = mean_table(parameters, errors, names, context.dataset.feature_names)
        st.dataframe(table, hide_index=True)
    _draw_covariance(parameters, errors, names, context.dataset)


def proportion_table(
    parameters: GaussianParameters, errors: GaussianParameters | None, names: list[str]
) -> pd.DataFrame:
    """One row per component."""
    table = {"component": names, "π": parameters.weights}
    if errors is not None:
        table["± se"] = errors.weights
    return pd.DataFrame(table).round(6)


def mean_table(
    parameters: GaussianParameters,
    errors: GaussianParameters | None,
    names: list[str],
    features: tuple[str, ...],
) -> pd.DataFrame:
    """One row per component and feature; the error of σ is that of σ² over 2 σ."""
    deviations = np.sqrt(np.diagonal(parameters.covariances, axis1=1, axis2=2))
    columns: dict[str, Any] = {
        "component": np.repeat(names, len(features)),
        "feature": list(features) * len(names),
        "μ": parameters.means.ravel(),
    }
    if errors is not None:
        columns["± se μ"] = errors.means.ravel()
    columns["σ"] = deviations.ravel()
    if errors is not None:
        variances = np.diagonal(errors.covariances, axis1=1, axis2=2)
        columns["± se σ"] = (variances / (2.0 * deviations)).ravel()
    return pd.DataFrame(columns).round(6)


def weibull_table(
    parameters: WeibullParameters, names: list[str], features: tuple[str, ...]
) -> pd.DataFrame:
    """One row per component and feature: shape and scale."""
    return pd.DataFrame(
        {
            "component": np.repeat(names, len(features)),
            "π": np.repeat(parameters.weights, len(features)),
            "feature": list(features) * len(names),
            "shape": parameters.shapes.ravel(),
            "scale": parameters.scales.ravel(),
        }
    ).round(6)


def _draw_errors(context: Context, fit: MixtureFit) -> GaussianParameters | None:
    """Standard errors by the chosen method; a sentence where they are not known."""
    settings = context.settings
    full = settings.kind == "gaussian" and find_family(settings.family).name == "VVV"
    ways = [NO_ERRORS, *([INFORMATION] if full else []), BOOTSTRAP]
    key = f"{PAGE}.errors"
    if st.session_state.get(key) not in ways:
        st.session_state.pop(key, None)
    way = st.segmented_control(
        "Standard errors by",
        ways,
        default=INFORMATION if full and fit.model.n_parameters_ <= MAX_FREE else NO_ERRORS,
        required=True,
        key=key,
        help="Information: curvature of the likelihood at its top (full covariances only). "
        f"Bootstrap: spread over {RESAMPLES} refits to resampled objects.",
    )
    if way == NO_ERRORS or way is None:
        return None
    with st.spinner("Working out standard errors"):
        answer = context.remember(
            "errors", (context.fit_token, way), partial(_errors, context, fit, str(way))
        )
    if isinstance(answer, str):
        st.caption(answer)
        return None
    return answer


def _errors(context: Context, fit: MixtureFit, way: str) -> GaussianParameters | str:
    more: dict[str, Any] = {}
    if way == BOOTSTRAP:
        more = {
            "X": context.dataset.X,
            "y": fit.labels,
            "n_resamples": RESAMPLES,
            "random_state": context.seed,
        }
    try:
        found = standard_errors(fit.model, way, **more)
    except (DataError, np.linalg.LinAlgError) as error:
        return f"Standard errors are not known here: {error}"
    if not all(np.isfinite(part).all() for part in found):
        return "Standard errors are not known here: a component has collapsed."
    return found


def _draw_covariance(
    parameters: GaussianParameters,
    errors: GaussianParameters | None,
    names: list[str],
    dataset: Dataset,
) -> None:
    chosen = st.selectbox(
        "Covariance of",
        range(len(names)),
        format_func=names.__getitem__,
        key=f"{PAGE}.covariance_of",
        width=260,
    )
    k = min(int(chosen or 0), len(names) - 1)
    features = list(dataset.feature_names)
    matrices = [("Σ", parameters.covariances[k])]
    if errors is not None:
        matrices.append(("± se", errors.covariances[k]))
    for column, (title, matrix) in zip(st.columns(len(matrices)), matrices, strict=True):
        with column:
            st.caption(title)
            st.dataframe(pd.DataFrame(matrix.round(6), features, features))


def _draw_flips(parameters: NoisyParameters, names: list[str]) -> None:
    st.markdown("**Flips**: the learned chance that a true class (row) is given as another")
    st.dataframe(pd.DataFrame(parameters.flips.round(4), names, names))
