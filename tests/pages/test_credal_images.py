"""The Credal partition page with an image: segmented, drawn as an image, described and exported."""

import base64
import io
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from opened_pages import chart_specs, metrics, open_page, run_code, sentences, snippets
from PIL import Image
from streamlit.testing.v1 import AppTest

from belieflab.clustering import SpatialECM
from belieflab.data.reading import Roles, read_table, sniff, to_dataset, with_image
from belieflab.data.samples import load_sample
from belieflab.figures.credal.segmentation import OVERLAY
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


def above(app: AppTest) -> np.ndarray:
    """Red, green, blue and opacity of what is above the image [shape=(rows × columns, 4)]."""
    content = base64.b64decode(chart_specs(app)[0]["data"][1]["source"].partition(",")[2])
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGBA")).reshape(-1, 4)


def test_the_lower_approximation_leaves_unions_clear_and_the_upper_tints_them():
    space = run_code(snippets(opened(loaded(), tab="Code"))[0])
    sets = space["partition"].sets()
    sizes = np.array([int(mask).bit_count() for mask in sets])
    assert (sizes > 1).sum() > 20 and (sizes == 1).sum() > 1_000
    lower, upper = (above(opened(loaded(), show=show)) for show in ("lower", "upper"))
    sure, tint = sizes == 1, round(255 * OVERLAY)
    np.testing.assert_allclose(lower[:, 3], np.where(sure, tint, 0), atol=1)
    np.testing.assert_allclose(upper[:, 3], np.where(sizes > 0, tint, 0), atol=1)
    # sure pixels have the same colour in both, and a union one of its own
    np.testing.assert_array_equal(upper[sure], lower[sure])
    of_clusters = {tuple(each) for each in upper[sure].tolist()}
    assert not of_clusters & {tuple(each) for each in upper[sizes > 1].tolist()}


def placed_picture() -> Workspace:
    """The bundled picture as it is uploaded with the places of its pixels among the features."""
    sample, content = load_sample("picture"), io.BytesIO()
    pixels = np.rint(255 * sample.X).astype(np.uint8).reshape(72, 96, 3)
    Image.fromarray(pixels).save(content, "PNG")
    guess = replace(sniff(content.getvalue()), position=True)
    table = read_table(content.getvalue(), guess)
    found = to_dataset(table, Roles(dict.fromkeys(table.columns, "feature")))
    workspace = Workspace()
    workspace.adopt_dataset(with_image(found, guess).dataset)
    return workspace


def test_places_of_pixels_are_features_that_are_not_drawn_as_colours(tmp_path, monkeypatch):
    workspace = placed_picture()
    dataset = workspace.dataset
    assert dataset.feature_names[3:] == ("row", "column") and dataset.image_shape == (72, 96)
    app = opened(workspace, tab="Code")
    assert app.selectbox(key="credal.algorithm").value == "Spatial ECM"
    shown, plain = chart_specs(app)[0], chart_specs(opened(loaded()))[0]
    assert shown["data"][0] == plain["data"][0]  # the image beneath, by its colours alone
    assert shown["data"][1]["source"] != plain["data"][1]["source"]
    assert shown["data"][1]["hovertext"][1][2].startswith("<b>Row 2, column 3</b>")
    (tmp_path / DATA_FILE).write_bytes(data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    space = run_code(snippets(app)[0])
    assert space["dataset"].X.shape == (72 * 96, 5)
    model = SpatialECM(**space["model"].get_params()).fit(dataset.X.reshape(72, 96, 5))
    np.testing.assert_allclose(space["partition"].mass, model.partition_.mass, atol=1e-9)
    assert model.prototypes_.shape[1] == 5


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
