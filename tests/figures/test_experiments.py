import numpy as np

from belieflab.figures.experiments import LevelCurve, Panel, draw_differences, draw_levels


def make_curve(name, printed=None):
    x = np.array([10.0, 20.0])
    return LevelCurve(name, x, x / 2, x / 2 - 1, x / 2 + 1, printed)


def test_a_method_has_one_colour_and_one_legend_entry():
    panels = [
        Panel("first", [make_curve("soft"), make_curve("<i>hard")]),
        Panel("second", [make_curve("<i>hard", np.array([4.0, np.nan])), make_curve("soft")]),
        Panel("third", [make_curve("soft")]),
    ]
    figure = draw_levels(panels, "level (%)", "error (%)", height=300)
    lines = [t for t in figure.data if t.mode == "lines+markers" and t.line.dash is None]
    colours = {}
    for trace in lines:
        colours.setdefault(trace.name, set()).add(trace.line.color)
    assert sorted(colours) == ["&lt;i&gt;hard", "soft"]
    assert all(len(found) == 1 for found in colours.values())
    told = [trace.name for trace in figure.data if trace.showlegend is not False]
    assert told == ["soft", "&lt;i&gt;hard", "the paper's numbers"]
    dotted = [trace for trace in figure.data if trace.line.dash == "dot"]
    assert len(dotted) == 2 and dotted[0].marker.symbol == "circle-open"
    assert figure.layout.height == 600
    assert figure.layout.xaxis3.title.text == "level (%)"
    assert figure.layout.yaxis2.title.text == "error (%)"


def test_differences_are_centred_on_nothing():
    values = np.array([[0.5, np.nan], [-2.0, 0.0]])
    figure = draw_differences(["a", "b"], ["10 %", "20 %"], values, "level", "difference")
    heat = figure.data[0]
    assert (heat.zmin, heat.zmax) == (-2.0, 2.0)
    assert list(heat.y) == ["a", "b"]
    empty = draw_differences(["a"], ["x"], np.array([[np.nan]]), "level", "difference")
    assert empty.data[0].zmax == 1.0
