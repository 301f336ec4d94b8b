import numpy as np

from belieflab.figures.enlarging import enlarge
from belieflab.figures.experiments import LevelCurve, Panel, draw_levels


def test_all_type_grows_and_the_figure_itself_stays():
    x = np.array([10.0, 20.0])
    panels = [Panel(name, [LevelCurve("soft", x, x, x - 1, x + 1)]) for name in ("a", "b")]
    figure = draw_levels(panels, "level", "error", height=300)
    large = enlarge(figure, 1.5, 540)
    assert (figure.layout.height, large.layout.height) == (300, 540)
    for place in ("xaxis", "yaxis2"):
        before, after = figure.layout[place], large.layout[place]
        assert after.title.font.size == 1.5 * before.title.font.size
        assert after.tickfont.size == 1.5 * before.tickfont.size
    assert large.layout.annotations[0].font.size == 1.5 * figure.layout.annotations[0].font.size
    assert large.layout.legend.font.size == 1.5 * figure.layout.legend.font.size
    assert large.layout.margin.t > figure.layout.margin.t
