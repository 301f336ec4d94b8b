"""What differs between two figures, and that base and difference give the other again."""

import base64
import json

import numpy as np
import plotly.graph_objects as go
from streamlit.testing.v1 import AppTest

from belieflab.figures.common.frames import MovingFigure, nested
from belieflab.ui.method.restyling import as_text, difference, is_alike, shorten


def figure(points: int = 3, colour: str = "red", title: str = "x", frames: int = 0, more: int = 0):
    traces = [go.Scatter(x=np.arange(points, dtype=np.float32), marker={"color": colour})]
    traces += [go.Scatter(x=[number], hovertext=["far"]) for number in range(more)]
    layout = {"xaxis": {"title": {"text": title}}, "yaxis": {"range": [0, points]}}
    moves = [(str(number), {0: {"x": [number]}}) for number in range(frames)]
    return MovingFigure(traces, layout, moves).to_dict()


def applied(base: dict, found: dict) -> dict:
    """What the browser makes of both."""
    whole = json.loads(as_text(base))
    change = json.loads(as_text(found))
    count = change.get("count", len(whole["data"]))
    whole["data"] = [*whole["data"], *change.get("added", [])][:count]
    places = [(int(number), update) for number, update in change.get("traces", {}).items()]
    for target, update in [
        *((whole["data"][number], update) for number, update in places),
        (whole["layout"], change.get("layout", {})),
    ]:
        for name, value in update.items():
            place = target
            *parents, last = name.split(".")
            for parent in parents:
                place = place.setdefault(parent, {})
            place[last] = value
            if value is None:
                del place[last]
    if "frames" in change:
        whole["frames"] = change["frames"]
    return whole


def test_the_same_figure_needs_no_change():
    assert difference(figure(), figure()) == {}


def test_base_and_difference_give_the_figure():
    base = figure(frames=2, more=1)
    for other in (
        figure(5, "blue", frames=3, more=1),
        figure(3, "red", frames=2, more=3),
        figure(4, "red", frames=2),
    ):
        assert is_alike(base, other)
        assert applied(base, difference(base, other)) == json.loads(as_text(other))


def test_only_what_changed_is_in_the_difference():
    found = difference(figure(), figure(colour="blue"))
    assert found == {"traces": {"0": {"marker.color": "blue"}}}
    assert nested(found["traces"]["0"]) == {"marker": {"color": "blue"}}


def test_an_attribute_that_is_gone_is_taken_back():
    bare = figure()
    del bare["data"][0]["marker"]["color"]
    assert difference(figure(), bare) == {"traces": {"0": {"marker.color": None}}}


def test_long_texts_and_frames_may_be_left_out():
    base, other = figure(frames=1, more=1), figure(frames=2, more=1)
    other["data"][1]["hovertext"] = ["near"]
    assert difference(base, other, seen_only=True) == {}


def test_other_axes_make_another_chart():
    assert not is_alike(figure(), figure(title="y"))
    bars = {**figure(), "data": [{"type": "bar"}]}
    assert not is_alike(figure(), bars)


def _page() -> None:
    import plotly.graph_objects as go
    import streamlit as st

    from belieflab.ui.method.charts import begin_page, draw_chart, end_page

    begin_page(st.session_state.get("page", "a"))
    level = st.slider("level", 0, 9, key="level")
    if level < 9:
        draw_chart(go.Figure(go.Scatter(x=[level])), "chart")
    end_page()


def test_a_chart_keeps_its_figure_until_it_leaves_the_screen():
    app = AppTest.from_function(_page).run()
    first = app.get("plotly_chart")[0].proto
    app.session_state["level"] = 3
    app.run()
    assert app.get("plotly_chart")[0].proto.spec == first.spec
    assert app.get("plotly_chart")[0].proto.id == first.id
    kept = app.session_state["charts.kept"]["on screen"]["chart"]
    assert json.loads(kept.change) == {"traces": {"0": {"x": [3]}}}
    assert kept.shown["data"][0]["x"] == [3]
    for level in (9, 3):
        app.session_state["level"] = level
        app.run()
    assert "3" in app.get("plotly_chart")[0].proto.spec
    assert not app.session_state["charts.kept"]["on screen"]["chart"].change
    app.session_state["level"] = 4
    app.session_state["page"] = "b"
    app.run()
    assert not app.session_state["charts.kept"]["on screen"]["chart"].change


def _many():
    import numpy as np
    import plotly.graph_objects as go

    from belieflab.ui.method import charts

    charts.MAX_BYTES, limit = 150_000, charts.MAX_BYTES
    try:
        charts.begin_page("many")
        for number in range(5):
            charts.draw_chart(go.Figure(go.Scatter(x=np.ones(2_000))), f"chart {number}", alt="")
        charts.end_page()
    finally:
        charts.MAX_BYTES = limit


def test_the_figures_on_screen_are_limited_in_bytes_and_the_oldest_leave():
    app = AppTest.from_function(_many).run()
    kept = app.session_state["charts.kept"]
    names = list(kept["on screen"])
    assert not app.exception and len(app.get("plotly_chart")) == 5
    assert 0 < len(names) < 5 and names[-1] == "chart 4"
    assert kept.held_bytes <= 150_000
    assert not app.run().exception and len(app.get("plotly_chart")) == 5


def test_long_lists_of_few_entries_are_shortened_and_nothing_is_lost():
    colours, widths = ["#0072B2", "#E69F00", "#0072B2", "#009E73"] * 20, [0.5, 2.0] * 40
    marker = {"color": colours, "line": {"width": widths}, "size": [1, 2], "opacity": 0.5}
    places = {"bdata": "AAAA", "dtype": "i1"}
    texts = [str(number) for number in range(300)]  # all different
    frames = [{"name": "1", "data": [{"marker": marker, "x": places, "text": texts}]}]
    short = shorten(frames)
    found = short[0]["data"][0]
    assert len(as_text(found["marker"])) < len(as_text(marker)) / 2
    for sent, meant in (
        (found["marker"]["color"], colours),
        (found["marker"]["line"]["width"], widths),
    ):
        assert [sent["different"][number] for number in base64.b64decode(sent["at"])] == meant
    assert found["x"] == places and found["text"] == texts
    assert found["marker"]["size"] == [1, 2] and found["marker"]["opacity"] == 0.5
