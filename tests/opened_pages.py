"""A page opened in process, and what it shows."""

import json
from collections.abc import Mapping
from typing import Any

from plotly.io.json import to_json_plotly
from streamlit.testing.v1 import AppTest

from belieflab.ui.shell.page_settings import put_back
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.workspace import Workspace


def open_page(
    key: str,
    workspace: Workspace | None = None,
    *,
    address: Mapping[str, Any] | None = None,
    file: Mapping[str, Any] | None = None,
    **controls: Any,
) -> AppTest:
    """The page of that key, drawn once; its controls set so, by the address, or by a file.

    A control that all pages share has a point in its name, as in `decisions.reject`.
    """
    app = AppTest.from_file(str(PAGES[key].file), default_timeout=120)
    app.session_state["workspace"] = workspace or Workspace()
    for name, value in controls.items():
        app.session_state[name if "." in name else f"{key}.{name}"] = value
    for name, value in (address or {}).items():
        app.query_params[f"{key}.{name}"] = value
    put_back(app.session_state, {f"{key}.{name}": value for name, value in (file or {}).items()})
    return drawn(app)


def drawn(app: Any) -> AppTest:
    """The page drawn once more, after a click or a change."""
    after: AppTest = app.run()
    assert not after.exception
    return after


def finish(app: AppTest, run: str) -> AppTest:
    """The page once that run in the background has ended."""
    app.session_state["shell.runs"][run].join(120)
    return drawn(app)


def sentences(app: AppTest) -> str:
    """All sentences on the page, as a person reads them."""
    shown = [*app.markdown, *app.caption, *app.error, *app.warning, *app.info, *app.toast]
    return "\n".join(element.value for element in shown).replace("\\", "")


def metrics(app: AppTest) -> dict[str, str]:
    """The large numbers by their titles."""
    return {metric.label.replace("\\", ""): metric.value for metric in app.metric}


def snippets(app: AppTest) -> list[str]:
    """The code that the page offers."""
    return [block.value for block in app.code if block.language == "python"]


def run_code(text: str) -> dict[str, Any]:
    """The names that such code leaves behind."""
    names: dict[str, Any] = {}
    exec(text, names)  # noqa: S102  (the code that the page offers)
    return names


def chart_texts(app: AppTest) -> list[str]:
    """The charts on the page from top to bottom, as they are seen, as JSON."""
    kept = app.session_state["charts.kept"]["on screen"]
    keys = [chart.proto.id.split("-", 2)[-1] for chart in app.get("plotly_chart")]
    return [to_json_plotly(kept[key].shown) for key in keys]


def chart_specs(app: AppTest) -> list[dict[str, Any]]:
    """The charts on the page from top to bottom, as they are seen."""
    return [json.loads(text) for text in chart_texts(app)]
