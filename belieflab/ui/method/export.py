"""Export: the results as a table, the picture as a file, the settings as a link."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.label_files import label_columns
from belieflab.data.reading import write_table
from belieflab.figures.common.copies import as_html
from belieflab.ui.method.charts import Drawing
from belieflab.ui.method.player import draw_image_buttons
from belieflab.ui.shell import share
from belieflab.ui.shell.buttons import draw_download
from belieflab.ui.shell.workspace import Workspace


def draw(
    page: str,
    workspace: Workspace,
    drawing: Drawing,
    results: Callable[[], pd.DataFrame] | None = None,
    rows: str = "One row per object: label, masses, decision.",
    draw_report: Callable[[], None] | None = None,
) -> None:
    """Draw the fold with everything one can take away; `draw_report` draws what makes a report.

    `results` is called only when its file is asked for, and then outside the session: it must not
    look anything up there. `result_table` makes the results, `rows` says what they hold.
    """
    name, moves = f"belieflab-{page}", bool(drawing.frames)
    save = partial(draw_download, width="stretch")
    with st.popover("Export", icon=":material/download:", key=f"{page}.export"):
        if results is not None:
            key, file = f"{page}.export.csv", f"{name}.csv"
            save("Results as CSV", key, file, lambda: write_table(results()), help=rows)
        st.caption("The picture as it is now")
        draw_image_buttons(f"{page}.export.images", drawing.chart, name)
        save(
            "HTML that moves, 5 MB" if moves else "HTML, 5 MB",
            f"{page}.export.html",
            f"{name}.html",
            lambda: as_html(drawing.figure, word=drawing.unit),
            help=f"The picture with zoom{', hover and player' if moves else ' and hover'}, in one "
            "file that opens offline.",
        )
        if draw_report is not None:
            st.caption("Everything in one zip, to print, cite and compute again")
            draw_report()
        share.draw_link(workspace, "Link to these settings")


def result_table(
    workspace: Workspace,
    beliefs: MassTable,
    decisions: NDArray[np.int64],
    answers: MassTable | None = None,
) -> pd.DataFrame:
    """Id or row, text, truth (unless hidden), decision, masses of label and belief, per object.

    `decisions` are codes into the frame of `beliefs` [shape=(n,)]; -1 is none. `answers` take the
    place of the labels where a person gave them.
    """
    learned = workspace.state.training
    dataset = learned.dataset
    given = ("label", learned.labels) if answers is None else ("answer", answers)
    columns: dict[str, object] = {"row": np.arange(1, len(beliefs) + 1)}
    if dataset is not None:
        columns = dataset.name_columns(texts=True)
    if dataset is not None and dataset.truth is not None and not workspace.truth_hidden:
        columns["truth"] = _names(dataset.truth, dataset.class_names)
    columns["decision"] = _names(decisions, beliefs.frame.names)
    parts = [pd.DataFrame(columns)]
    for title, table in (given, ("belief", beliefs)):
        if table is not None:
            parts.append(label_columns(table, "masses").add_prefix(f"{title} "))
    return pd.concat(parts, axis=1)


def _names(codes: NDArray[np.int64], names: tuple[str, ...]) -> list[str | None]:
    return [None if code < 0 else names[code] for code in codes.tolist()]
