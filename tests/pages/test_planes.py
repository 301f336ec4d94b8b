"""The plane of more than two features: LDA, t-SNE in the background, and what is drawn there."""

import base64
import io
import time

import numpy as np
import pytest
from opened_pages import chart_specs, drawn, finish, open_page, run_code, sentences, snippets
from PIL import Image

from belieflab.answers import Answers
from belieflab.classroom import PORT_VARIABLE, STORE_VARIABLE
from belieflab.classroom.store import Store
from belieflab.data.planes import embedding, lay_out
from belieflab.data.projection import default_axes, find_projection
from belieflab.data.samples import load_sample
from belieflab.mixture.planar import WITHIN_95, see
from belieflab.ui.method import player
from belieflab.ui.pages.active.settings import PLAY
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


@pytest.mark.parametrize(
    "page", ["mixture", "neighbours", "credal", "eknnclus", "networks", "suspects"]
)
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


def values(array) -> np.ndarray:
    """The numbers of a trace, as they travel."""
    if isinstance(array, dict):
        return np.frombuffer(base64.b64decode(array["bdata"]), array["dtype"]).astype(float)
    return np.array([each for each in array or () if each is not None], dtype=float)


LINEAR = {"raw-pca": "PCA 1, not standardised (92% of the variance)", "lda": "LDA 1"}


@pytest.mark.parametrize("kind", LINEAR)
@pytest.mark.parametrize(
    ("page", "controls", "chart"),
    [
        ("landscape", {"labels": "given", "starts": 20}, 1),
        ("active", {"mode": PLAY}, 0),
        ("active", {"repetitions": 1, "queries": 2}, 1),
        ("suspects", {}, 0),
    ],
)
def test_linear_planes_are_drawn_where_regions_or_outlines_need_them(page, controls, chart, kind):
    workspace = iris()
    app = open_page(page, workspace, projection=kind, **controls)
    app = finish(app, "landscape.run") if page == "landscape" else app
    shown = chart_specs(app)[chart]
    assert title_of(shown) == LINEAR[kind]
    expected = lay_out(workspace.dataset, kind, workspace.labels).plane.coordinates[:, 0]
    places = np.concatenate([values(trace.get("x")) for trace in shown["data"]])
    assert np.isclose(places[:, None], expected, atol=1e-5).any(axis=0).all()
    offered = app.selectbox(key=f"{page}.projection").options[:3]
    assert offered == ["two axes", "PCA, not standardised", "LDA by labels"]


def test_outlines_of_a_landscape_are_those_of_the_projected_components(monkeypatch):
    pushed = {}
    monkeypatch.setattr(
        player, "push_traces", lambda key, chart, traces: pushed.update({chart: traces})
    )
    given = {"labels": "given", "starts": 20, "tab": "Code"}
    workspace = iris()
    app = finish(open_page("landscape", workspace, projection="raw-pca", **given), "landscape.run")
    assert "lay_out" not in snippets(app)[0]  # the code draws nothing
    model = run_code(snippets(app)[0])["model"]
    laid = lay_out(workspace.dataset, "raw-pca")
    seen = see(model.parameters_, find_projection(laid, *default_axes(laid)))
    outlines = [each for each in pushed["landscape.plane"].values() if len(each["x"]) > 1]
    assert len(outlines) == 3
    for line, expected in zip(outlines, seen.outlines(WITHIN_95, (0.0, 1.0)), strict=True):
        np.testing.assert_allclose(np.column_stack([line["x"], line["y"]]), expected, atol=1e-6)


def test_a_model_learns_from_no_plane_that_labels_decide():
    for kind, learns in (("raw-pca", True), ("lda", False)):
        app = open_page("active", iris(), mode=PLAY, projection=kind, flat=True, tab="Code")
        text = snippets(app)[0]
        assert ("lay_out" in text) is learns
        names = run_code(text)
        assert names["session"].X.shape[1] == (2 if learns else 4)


def test_a_class_sees_no_plane_that_labels_decide(tmp_path, monkeypatch):
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "sessions.sqlite"))
    monkeypatch.setenv(PORT_VARIABLE, "8600")
    workspace = iris()
    app = open_page("crowd", workspace, answers_of="class", **{"crowd.class.projection": "raw-pca"})
    assert app.selectbox(key="crowd.class.projection").options == [
        "two axes",
        "PCA, not standardised",
    ]
    assert title_of(chart_specs(app)[0]).startswith("PCA 1, not standardised")
    drawn(app.button(key="crowd.class.open").click())
    session = Store(tmp_path / "sessions.sqlite").latest_session().session
    expected = lay_out(workspace.dataset, "raw-pca").plane.coordinates
    np.testing.assert_allclose(session.points, expected, atol=1e-6)
