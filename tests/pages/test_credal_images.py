"""The Credal partition page with an image: segmented, drawn as an image, described and exported."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest
from opened_pages import chart_specs, metrics, open_page, run_code, sentences, snippets

from belieflab.clustering import SpatialECM
from belieflab.data.samples import load_sample
from belieflab.ui.method.code_tab import DATA_FILE, data_file
from belieflab.ui.method.context import Context
from belieflab.ui.pages.credal import tabs, view
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "credal")


def loaded(sample: str = "picture") -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe(sample))
    return workspace


def test_an_image_is_segmented_and_drawn_as_an_image():
    app = opened(loaded())
    drawn = chart_specs(app)[0]
    assert app.selectbox(key="credal.algorithm").value == "Spatial ECM"
    assert [trace["type"] for trace in drawn["data"][:2]] == ["image", "image"]
    assert drawn["layout"]["yaxis"]["scaleanchor"] == "x" and len(drawn["frames"]) > 3
    assert drawn["data"][1]["hovertext"][0][0].startswith("<b>Row 1, column 1</b><br>m(")
    assert float(metrics(app)["ARI"]) > 0.95
    assert "unions, where clusters meet, are blends" in sentences(app)


def test_other_data_are_not_offered_what_needs_an_image():
    app = opened(loaded("iris"), algorithm="Spatial ECM", picture="image", show="lower")
    assert app.selectbox(key="credal.algorithm").value == "ECM"
    assert chart_specs(app)[0]["data"][-1]["type"] == "scatter"


@pytest.mark.parametrize(
    "controls",
    [{"show": "lower"}, {"show": "upper", "c": 2}, {"show": "original"}, {"mass": "Ω"}],
)
def test_an_image_has_views_of_its_own(controls):
    drawn = chart_specs(opened(loaded(), **controls))[0]
    assert drawn["data"][1]["source"].startswith("data:image/png")


def test_the_pixels_can_be_seen_on_a_plane():
    app = opened(loaded(), picture="plane", algorithm="ECM", mass="ω1", tab="Masses")
    assert chart_specs(app)[0]["data"][0]["type"] == "heatmap"


def test_a_clicked_pixel_shows_its_masses():
    assert "Row 5, column 3" in sentences(opened(loaded(), row=96 * 4 + 2))
    assert "Click a pixel" in sentences(opened(loaded()))


@pytest.mark.parametrize(
    ("place", "row"), [((3.2, 4.9), 96 * 4 + 2), ((1, 1), 0), ((97, 3), None), ((0.2, 3), None)]
)
def test_a_click_finds_its_pixel(place, row, monkeypatch):
    workspace, found = loaded(), []
    monkeypatch.setattr(view, "_choose", lambda _, row: found.append(row))
    view._answer_pixel(Context("credal", workspace, workspace.dataset, None), *place)
    assert found == [row]


def test_the_results_tell_where_a_pixel_is():
    workspace = loaded()
    model = SpatialECM(2, delta_quantile=0.7, random_state=7)
    model.fit(workspace.dataset.X.reshape(72, 96, 3))
    table = tabs.result_table(Context("credal", workspace, workspace.dataset, None), model)
    assert list(table.columns[:4]) == ["row", "column", "truth", "set"]
    assert table[["row", "column"]].iloc[97].tolist() == [2, 2]


def test_the_code_of_an_uploaded_image_gives_the_same_partition(tmp_path: Path, monkeypatch):
    workspace = Workspace()
    workspace.adopt_dataset(load_sample("picture"))
    code = snippets(opened(workspace, tab="Code"))[0]
    (tmp_path / DATA_FILE).write_bytes(data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    space = run_code(code)
    assert space["dataset"].image_shape == (72, 96) and space["figure"].data[1].type == "image"
    sample = run_code(snippets(opened(loaded(), tab="Code"))[0])
    np.testing.assert_array_equal(space["partition"].mass, sample["partition"].mass)
