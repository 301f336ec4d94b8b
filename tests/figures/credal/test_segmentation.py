"""A partition of pixels as an image: every pixel in its colour where it is, a frame per step."""

import numpy as np
import pytest
from pngs import read_codes

from belieflab.clustering import ECM, SpatialECM
from belieflab.data.dataset import Dataset
from belieflab.figures.common.pixels import as_colours, draw_pixels
from belieflab.figures.common.thumbnails import thumbnail
from belieflab.figures.credal import SegmentationView, draw_segmentation

SHAPE = (6, 8)
TRUTH = np.repeat(np.arange(SHAPE[1]) >= 4, SHAPE[0]).reshape(SHAPE[::-1]).T.ravel().astype(int)
GREY = np.where(TRUTH == 1, 0.9, 0.1) + 0.02 * np.random.default_rng(0).normal(size=48)
GREY[np.arange(48) % 8 == 4] = 0.5  # one column between dark and bright
DATASET = Dataset(GREY[:, None], ("grey",), TRUTH, ("dark", "bright"), image_shape=SHAPE)


def fitted(estimator=SpatialECM, **given):
    model = estimator(2, delta=1.0, random_state=0, keep_history=True, **given)
    return model.fit(DATASET.X if estimator is ECM else DATASET.X.reshape(*SHAPE, 1))


def drawn(model=None, **look):
    return draw_segmentation(DATASET, model or fitted(), SegmentationView(**look), truth=TRUTH)


@pytest.mark.parametrize("show", ["set", "cluster", "lower", "upper"])
def test_every_pixel_has_the_colour_of_its_set_where_it_is(show):
    model = fitted(neighbour_weight=0.2)
    figure = drawn(model, show=show)
    codes = read_codes(figure.data[1].source)
    kinds = model.partition_.labels() if show == "cluster" else model.partition_.sets()
    assert codes.shape == SHAPE
    assert (np.unique(kinds, return_inverse=True)[1].reshape(SHAPE) == codes).all()
    assert len(np.unique(codes)) == (2 if show == "cluster" else 3)


def test_there_is_a_frame_for_every_kept_step_and_the_last_is_shown():
    model = fitted()
    figure = drawn(model)
    assert [frame.name for frame in figure.frames] == [
        str(step.iteration) for step in model.kept_steps
    ]
    assert figure.frames[-1].data[0].source == figure.data[1].source
    assert not drawn(model, show="original").frames[-1].data


@pytest.mark.parametrize("look", [{"show": "masses"}, {"show": "truth"}, {"mass": 3}, {"mass": 0}])
def test_other_views_are_pictures_too(look):
    assert drawn(**look).data[1].source.startswith("data:image/png;base64,")


def test_points_without_neighbours_are_drawn_as_an_image_too():
    figure = drawn(fitted(ECM))
    assert figure.data[1].hovertext[2][4].startswith("<b>Row 3, column 5</b><br>m(")
    assert figure.layout.yaxis.scaleanchor == "x" and figure.layout.yaxis.range == (6.5, 0.5)


def test_an_image_looks_as_it_is_and_strange_numbers_are_stretched():
    assert as_colours(DATASET)[0, 4].tolist() == [128, 128, 128]
    far = Dataset(np.arange(6.0)[:, None] * [1, 10], ("a", "b"), image_shape=(2, 3))
    assert as_colours(far)[:, :, 0].tolist() == [[0, 51, 102], [153, 204, 255]]
    flat = Dataset(np.full((6, 1), 7.0), ("a",), image_shape=(2, 3))
    assert as_colours(flat).max() == 0
    assert draw_pixels(DATASET).data[0].type == "image"
    assert "<image href=" in thumbnail(DATASET)
