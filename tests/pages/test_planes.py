"""The plane of more than two features: LDA, t-SNE in the background, and what is drawn there."""

import base64
import io
import time

import numpy as np
import pytest
from opened_pages import chart_specs, finish, open_page, run_code, sentences, snippets
from PIL import Image

from belieflab.answers import Answers
from belieflab.data.planes import embedding, lay_out
from belieflab.data.samples import load_sample
from belieflab.ui.shell.workspace import Recipe, Workspace

RUN = "plane.tsne"


def iris(law: str | None = "expert-doubt") -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), None if law is None else Recipe(law))
    return workspace


@pytest.fixture
def quick_tsne(monkeypatch):
    """Coordinates that are no linear map of the features, at once; each test finds its own."""
    monkeypatch.setattr(embedding, "_FOUND", Answers())
    found = {"waits": False}

    def place(X, seed):
        while found["waits"]:
            time.sleep(0.01)
        return np.column_stack([np.sin(X[:, 0]) * X[:, 2], X[:, 1] ** 2])

    monkeypatch.setitem(embedding._METHODS, "tsne", place)
    return found


def title_of(spec: dict) -> str:
    return spec["layout"].get("xaxis", {}).get("title", {}).get("text", "")


@pytest.mark.parametrize("page", ["mixture", "neighbours", "credal", "eknnclus", "networks"])
def test_every_page_draws_objects_alone_on_a_plane_that_no_linear_map_leads_to(page, quick_tsne):
    app = open_page(page, iris(), projection="tsne", tab="Code")
    app = finish(app, RUN)
    assert "t-SNE 1" in map(title_of, chart_specs(app))
    assert "is no linear map of the features" in sentences(app)
    text = snippets(app)[0]
    assert 'lay_out(dataset, "tsne", seed=' in text
    names = run_code(text)
    figure = names["figure"]
    assert figure.layout.xaxis.title.text == "t-SNE 1"
    np.testing.assert_array_equal(
        names["dataset"].plane.coordinates[:, 1], load_sample("iris").X[:, 1] ** 2
    )
    for trace in figure.data:
        if trace.name in ("centres", "prototypes", "mass"):
            assert not np.isfinite(np.array([] if trace.x is None else trace.x, dtype=float)).any()
        assert trace.type != "heatmap"
        if trace.type == "image":  # of the regions: wholly clear
            content = base64.b64decode(trace.source.split(",")[1])
            assert Image.open(io.BytesIO(content)).convert("RGBA").getextrema()[3] == (0, 0)


def test_until_it_is_there_the_default_axes_are_drawn_and_stop_keeps_them(quick_tsne):
    quick_tsne["waits"] = True
    try:
        app = open_page("mixture", iris(), projection="tsne")
        assert title_of(chart_specs(app)[0]).startswith("PCA 1")
        assert "t-SNE is computed in the background" in sentences(app)
        app.button(key="plane.tsne.stop").click().run()
        assert title_of(chart_specs(app)[0]).startswith("PCA 1")
        assert app.button(key="plane.tsne.run").label == "Compute t-SNE"
    finally:
        quick_tsne["waits"] = False


def test_a_plane_of_many_objects_waits_for_its_button(quick_tsne):
    workspace = Workspace()
    workspace.set_up(Recipe("gaussians", {"size": 2_000, "dimension": 5}), Recipe("expert-doubt"))
    app = open_page("labels", workspace, projection="tsne")
    assert "t-SNE is not computed yet" in sentences(app)
    app = finish(app.button(key=f"{RUN}.run").click().run(), RUN)
    assert title_of(chart_specs(app)[0]) == "t-SNE 1"


def test_discriminants_follow_the_labels_and_their_absence_is_said():
    app = open_page("neighbours", iris(), projection="lda", source="axes shown", tab="Code")
    names = run_code(snippets(app)[0])
    spec = chart_specs(app)[0]
    assert title_of(spec) == "LDA 1"
    expected = lay_out(names["dataset"], "lda", names["labels"]).plane.coordinates
    np.testing.assert_allclose(names["dataset"].plane.coordinates, expected)
    assert names["model"].n_features_in_ == 2
    app = open_page("credal", iris(None), projection="lda", tol="1e-2")
    assert "needs labels, and there are none" in sentences(app)
    assert title_of(chart_specs(app)[0]).startswith("PCA 1")


def test_labels_page_has_the_same_planes(quick_tsne):
    app = finish(open_page("labels", iris(), projection="tsne"), RUN)
    assert title_of(chart_specs(app)[0]) == "t-SNE 1"
    app = open_page("labels", iris(), projection="raw-pca")
    assert title_of(chart_specs(app)[0]).startswith("PCA 1, not standardised")
