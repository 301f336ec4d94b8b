"""The choice of a model: BIC over numbers of components and families, a click uses a cell."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.mixture import compare_models
from belieflab.mixture.covariance_families import FAMILIES
from belieflab.mixture.selection import CRITERIA, Candidate
from belieflab.ui.method import run_panel, runs
from belieflab.ui.pages.mixture.settings import PAGE, Settings, family_choice, use_model
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.workspace import Workspace

RUN = f"{PAGE}.choice"
TABLE = f"{PAGE}.choice_table"
MOST_COMPONENTS = 6
STARTS = 3
"""Random starts of every model; the best is kept."""

HEIGHT = 36 * (len(FAMILIES) + 1) + 3
BEST = "font-weight: bold; background-color: rgba(0, 114, 178, 0.35)"
WITH, WITHOUT = "with these labels", "without labels"


def draw_selection(workspace: Workspace, dataset: Dataset, settings: Settings) -> None:
    """Draw the comparison: which labels, which criterion, Run, and the grid."""
    st.markdown("**Which model?** Information criteria over families and numbers of components.")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        how = WITHOUT
        if workspace.labels is not None:
            how = str(
                st.segmented_control(
                    "Compare",
                    (WITH, WITHOUT),
                    default=WITH if settings.uses_labels else WITHOUT,
                    required=True,
                    key=f"{PAGE}.choice_labels",
                    help="With labels there are as many components as classes; without them every "
                    f"number from 1 to {MOST_COMPONENTS} is tried.",
                )
            )
        criterion = str(
            st.segmented_control(
                "Criterion",
                CRITERIA,
                format_func=str.upper,
                default="bic",
                required=True,
                key=f"{PAGE}.criterion",
                help="Each is -2 L plus a price: BIC d ln n, AIC 2 d, ICL that of BIC and twice "
                "the entropy of the responsibilities. Smaller is better.",
            )
        )
    mark = (workspace.version, settings.seed, settings.tol, how)
    run = run_panel.draw(
        RUN,
        "Compare models",
        begin=lambda: _begin(workspace, dataset, settings, how, mark),
        word="model",
    )
    if run is None or run.token != mark or not run.steps:
        return
    _draw_grid(list(run.steps), criterion, how == WITHOUT, run.running)


def grid(candidates: Sequence[Candidate], criterion: str) -> pd.DataFrame:
    """The criterion by family (rows) and number of components (columns); NaN where not fitted."""
    numbers = sorted({each.n_components for each in candidates})
    table = pd.DataFrame(np.nan, index=list(FAMILIES), columns=numbers)
    for each in candidates:
        table.loc[each.covariance, each.n_components] = getattr(each, criterion)
    return table


def _begin(
    workspace: Workspace, dataset: Dataset, settings: Settings, how: str, mark: Hashable
) -> None:
    labels = workspace.labels if how == WITH else None
    numbers = range(1, min(MOST_COMPONENTS, dataset.n - 1) + 1)
    count = len(FAMILIES) * (1 if labels is not None else len(numbers))
    runs.begin(
        RUN,
        lambda: compare_models(
            dataset.X,
            labels,
            numbers,
            n_init=STARTS,
            random_state=settings.seed,
            tol=settings.tol,
        ),
        count,
        mark,
    )


def _draw_grid(
    candidates: list[Candidate], criterion: str, unsupervised: bool, running: bool
) -> None:
    table = grid(candidates, criterion)
    shown = _styled(table)
    if running:
        st.dataframe(shown, key=f"{TABLE}.growing", height=HEIGHT)
        return

    def use_cell() -> None:
        cells = st.session_state[TABLE]["selection"]["cells"]
        if cells:
            row, column = cells[0]
            number = next(int(each) for each in table.columns if _title_of(each) == column)
            family = str(table.index[int(row)])
            use_model(number, family, unsupervised)
            say(f"Now fitting {family_choice(family)} with K = {number}.")

    st.dataframe(
        shown,
        key=TABLE,
        on_select=use_cell,
        selection_mode="single-cell",
        height=HEIGHT,
    )
    st.caption("Smaller is better; the best is marked. Click a cell to fit that model above.")


def _title_of(number: Any) -> str:
    return f"K = {number}"


def _styled(table: pd.DataFrame) -> Any:
    """The table with readable titles and its smallest number marked."""
    best = np.nanmin(table.to_numpy())
    titled = table.rename(
        index={name: f"{name} {family.title}" for name, family in FAMILIES.items()},
        columns=_title_of,
    )
    return titled.style.format("{:,.1f}", na_rep="").map(
        lambda value: BEST if value == best else ""
    )
