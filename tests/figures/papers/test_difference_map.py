import numpy as np

from belieflab.figures.papers.difference_map import draw_differences


def test_differences_are_centred_on_nothing():
    values = np.array([[0.5, np.nan], [-2.0, 0.0]])
    figure = draw_differences(
        [("", "a"), ("", "b")], ["10 %", "20 %"], values, "level", "difference"
    )
    heat = figure.data[0]
    assert (heat.zmin, heat.zmax) == (-2.0, 2.0)
    assert list(heat.y) == ["a", "b"]
    empty = draw_differences([("", "a")], ["x"], np.array([[np.nan]]), "level", "difference")
    assert empty.data[0].zmax == 1.0
    assert empty.data[0].texttemplate == "%{z:+.1f}"


def test_small_differences_keep_their_digits_and_cells_tell_what_is_behind():
    values = np.array([[1e-4, -2e-5]])
    notes = [["ours 1.0, the paper's <b>", "equal"]]
    figure = draw_differences([("", "a")], ["x", "y"], values, "level", "difference", notes=notes)
    heat = figure.data[0]
    assert heat.texttemplate == "%{z:+.1e}"
    assert heat.customdata[0][0].endswith("&lt;b&gt;")
    assert "customdata" in heat.hovertemplate
    accuracy = draw_differences([("", "a")], ["x", "y"], 160 * values, "level", "difference")
    assert accuracy.data[0].texttemplate == "%{z:+.3f}"


def test_several_panels_stand_under_their_names():
    values = np.array([[1.0], [2.0], [3.0]])
    rows = [("Iris", "soft"), ("Iris", "hard"), ("<Wine>", "soft")]
    figure = draw_differences(rows, ["x"], values, "level", "difference", notes=[["n"]] * 3)
    heat, side = figure.data[0], figure.layout.yaxis
    assert list(side.ticktext) == ["<b>Iris</b>", "soft", "hard", "<b>&lt;Wine&gt;</b>", "soft"]
    assert len(set(side.tickvals)) == 5
    assert list(heat.y) == list(side.tickvals)
    assert heat.y[1] == "Iris · soft"
    np.testing.assert_array_equal(heat.z.ravel(), [np.nan, 1.0, 2.0, np.nan, 3.0])
    assert [row[0] for row in heat.customdata] == ["", "n", "n", "", "n"]
