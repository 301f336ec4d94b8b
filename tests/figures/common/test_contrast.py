"""Text in charts and on pages has a contrast of 4.5 : 1 at least, light and dark."""

import tomllib
from itertools import product

import numpy as np
import pytest
from app_server import ROOT

from belieflab.belief import Frame
from belieflab.figures.common import heatmap, sketch
from belieflab.figures.common.mass_bars import mass_bars, text_colour_on
from belieflab.figures.common.palette import ACCENT, contrast, over, set_colour
from belieflab.figures.common.plane import draw_points

LEAST = 4.5
THEMES = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
PLOTLY_TEXT = {"light": "#262730", "dark": "#FAFAFA"}
"""What Streamlit writes into charts: legends, annotations, texts beside points."""


def test_contrast_is_that_of_the_guidelines():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert over("#FF0000", 0.5, "#000000") == "#800000"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_of_the_themes_reads_on_their_grounds(theme):
    text = THEMES[theme]["textColor"]
    for ground in ("backgroundColor", "secondaryBackgroundColor"):
        paper = THEMES[theme][ground]
        assert contrast(text, paper) >= LEAST
        assert contrast(over(text, 0.6, paper), paper) >= LEAST  # captions
        assert contrast(PLOTLY_TEXT[theme], paper) >= LEAST
    assert contrast(THEMES[theme]["primaryColor"], THEMES[theme]["backgroundColor"]) >= 3.0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_numbers_read_on_every_cell_of_a_confusion_matrix(theme):
    paper = THEMES[theme]["backgroundColor"]
    for share in np.linspace(0.0, 1.0, 11):
        cell = over(ACCENT, heatmap.FULL * share, paper)
        assert contrast(PLOTLY_TEXT[theme], cell) >= LEAST


@pytest.mark.parametrize("n_classes", [2, 3, 5, 7, 20])
def test_text_reads_on_every_set(n_classes):
    masks = range(1 << n_classes) if n_classes < 20 else (1 << k for k in range(n_classes))
    for mask in masks:
        fill = set_colour(mask, n_classes)
        assert contrast(text_colour_on(fill), fill) >= LEAST


def test_no_single_colour_reads_on_both_grounds_so_figures_name_none():
    """Text beside points and at axes has the colour of the theme, which differs by page."""
    papers = [THEMES[theme]["backgroundColor"] for theme in ("light", "dark")]
    greys = [f"#{level:02X}{level:02X}{level:02X}" for level in range(256)]
    assert max(min(contrast(grey, paper) for paper in papers) for grey in greys) < LEAST
    figures = [
        draw_points(np.zeros((3, 2)), ("a", "b")),
        heatmap.draw_confusion(np.eye(2, dtype=np.int64), ["a", "b"], ["a", "b"]),
    ]
    for figure, place in product(figures, ("xaxis", "yaxis")):
        assert figure.layout[place].title.font.color is None
        assert figure.layout[place].tickfont.color is None
        assert all(getattr(trace, "textfont", None) is None or trace.textfont.color is None
                   for trace in figure.data if trace.type == "scatter")  # fmt: skip


def test_text_within_bars_reads_on_its_bar():
    figure = mass_bars(Frame(["a", "b", "c"]), [("m", {1: 0.4, 2: 0.3, 7: 0.3})])
    for bar in figure.data:
        assert contrast(bar.textfont.color, bar.marker.color) >= LEAST


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lettering_of_sketches_reads_on_the_page(theme):
    drawn = sketch.numbers(("pl", (1.0, 0.5, 0.2)))
    assert drawn.count("<text") == drawn.count('class="t"') == 4
    assert sketch.LETTERING[theme] in drawn
    assert contrast(sketch.LETTERING[theme], THEMES[theme]["backgroundColor"]) >= LEAST
