"""Type that is too small for a lecture hall is raised wherever it stands; larger type stays."""

import json

import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.figures.common.canvas import chart, note
from belieflab.figures.common.type_size import raise_type
from belieflab.figures.labels import summaries


def sizes(part: object) -> list[float]:
    """Every size of a font in a figure."""
    if isinstance(part, list):
        return [size for each in part for size in sizes(each)]
    if not isinstance(part, dict):
        return []
    found = [
        value["size"] for name, value in part.items() if name.endswith("font") and "size" in value
    ]
    return found + [size for value in part.values() for size in sizes(value)]


def test_titles_ticks_legend_hover_notes_texts_and_colour_bars_are_raised():
    figure = note(chart("x", "y", 300, legend=True), "small print")
    bar = {"title": {"text": "z", "font": {"size": 9}}, "tickfont": {"size": 8}}
    figure.add_trace(go.Bar(x=[1], y=[1], text=["a"], textfont={"size": 11}))
    figure.add_trace(go.Heatmap(z=[[1.0]], colorbar=bar))
    figure.update_layout(title={"text": "large", "font": {"size": 30}})
    found = sizes(json.loads(raise_type(figure, 17).to_json()))
    assert min(found) == 17 and max(found) == 30 and len(found) >= 10


def test_a_figure_keeps_its_notes_and_everything_else():
    labels = MassTable.from_probabilities([[0.2, 0.3, 0.5]], ("a", "b", "c"))
    before = json.loads(summaries.ternary(labels).to_json())
    after = json.loads(raise_type(summaries.ternary(labels), 17).to_json())
    assert min(sizes(after)) == 17
    assert json.dumps(before["data"]) == json.dumps(after["data"])
    figure = note(chart("x", "y", 300), "small print")
    text = figure.layout.annotations[0].text
    assert [each.text for each in raise_type(figure, 17).layout.annotations] == [text]
