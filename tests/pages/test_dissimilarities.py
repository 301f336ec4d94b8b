"""Dissimilarities on the pages: who takes them as they are, and who says that it cannot."""

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from opened_pages import metrics, open_page, run_code, sentences, snippets
from scipy.spatial.distance import cdist
from sklearn.metrics import adjusted_rand_score

from belieflab.belief import MassTable
from belieflab.clustering import EVCLUS, RECM, EKNNclus
from belieflab.data.dissimilarities import from_dissimilarities
from belieflab.figures.neighbours.classifier import find_links
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.planar import lay_plane
from belieflab.ui.method import code_tab
from belieflab.ui.shell.workspace import Workspace

RNG = np.random.default_rng(5)
POINTS = np.concatenate([RNG.normal(centre, 0.5, (20, 3)) for centre in (0.0, 3.0, 6.0)])
D = cdist(POINTS, POINTS)
TRUTH = np.repeat([0, 1, 2], 20)
NAMES = tuple(f"plant {k}" for k in range(60))


def relational(*, labelled: bool = False, truth: bool = True) -> Workspace:
    known = {"truth": TRUTH, "class_names": ("a", "b", "c")} if truth else {}
    dataset, _ = from_dissimilarities(D, NAMES, name="plants", **known)
    workspace = Workspace()
    labels = MassTable.from_hard(np.array(["a", "b", "c"])[TRUTH], ["a", "b", "c"])
    workspace.adopt_dataset(dataset, labels if labelled else None, "hard")
    return workspace


def run_exported(workspace: Workspace, code: str, folder: Path, monkeypatch) -> dict:
    monkeypatch.chdir(folder)
    Path(code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    return run_code(code)


@pytest.mark.parametrize(
    "page", ["mixture", "landscape", "networks", "whatif", "active", "evaluate", "suspects"]
)
def test_pages_that_need_features_say_so_and_what_to_do(page: str) -> None:
    app = open_page(page, relational(labelled=True))
    assert "needs features, and these data are dissimilarities" in sentences(app)
    assert "Credal partition, EKNNclus and Neighbours take them" in sentences(app)
    assert not app.get("plotly_chart")
    assert app.button(key=f"{page}.begin").label


@pytest.mark.parametrize("page", ["data", "labels", "crowd", "start", "playground"])
def test_other_pages_open_with_them(page: str) -> None:
    app = open_page(page, relational(labelled=True))
    assert not app.exception and not app.error


def test_the_credal_page_begins_with_evclus_on_the_dissimilarities(tmp_path, monkeypatch) -> None:
    workspace = relational()
    app = open_page("credal", workspace, tab="Code")
    assert app.selectbox(key="credal.algorithm").value == "EVCLUS"
    assert app.selectbox(key="credal.algorithm").options == ["EVCLUS", "RECM"]
    expected = EVCLUS(3, n_partners=59, metric="precomputed", random_state=7).fit(D)
    found = adjusted_rand_score(TRUTH, expected.labels_)
    assert metrics(app)["ARI"] == f"{found:.3f}"
    assert "multidimensional scaling" in sentences(app)
    model = run_exported(workspace, snippets(app)[0], tmp_path, monkeypatch)["model"]
    assert_array_equal(model.partition_.mass, expected.partition_.mass)


def test_recm_takes_them_as_they_are(tmp_path, monkeypatch) -> None:
    workspace = relational(truth=False)
    app = open_page("credal", workspace, algorithm="RECM", c=3, tab="Code")
    given = {"beta": 2.0, "focal": "simple", "delta_quantile": 0.7, "random_state": 7}
    expected = RECM(3, **given).fit(D)
    namespace = run_exported(workspace, snippets(app)[0], tmp_path, monkeypatch)
    assert_allclose(namespace["model"].criterion_, expected.criterion_, rtol=1e-12)
    assert namespace["dataset"].ids == NAMES
    masses = open_page("credal", workspace, algorithm="RECM", tab="Masses")
    assert "need features" in sentences(masses)


def test_an_algorithm_that_needs_features_is_not_offered(monkeypatch) -> None:
    app = open_page("credal", relational(), algorithm="ECM")
    assert app.selectbox(key="credal.algorithm").value == "EVCLUS"


def test_eknnclus_takes_them_and_its_code_gives_the_same(tmp_path, monkeypatch) -> None:
    workspace = relational()
    app = open_page("eknnclus", workspace, tab="Code")
    expected = EKNNclus(metric="precomputed", random_state=7).fit(D)
    assert metrics(app)["Clusters"] == str(expected.n_clusters_)
    first, runs, _ = snippets(app)
    namespace = run_exported(workspace, first, tmp_path, monkeypatch)
    assert_array_equal(namespace["model"].labels_, expected.labels_)
    assert namespace["model"].energy_ == expected.energy_
    exec(runs, namespace)  # noqa: S102  (the code that the page offers)
    assert len(namespace["ends"]) == 20


def test_neighbours_learn_from_them_and_colour_the_objects_by_belief(tmp_path, monkeypatch) -> None:
    workspace = relational(labelled=True)
    app = open_page("neighbours", workspace, tab="Code", K=5, place="0, 0")
    assert "Regions between the objects need features" in sentences(app)
    assert app.segmented_control(key="neighbours.colour").value == "belief"
    assert "Answer: " in sentences(app)
    model = EvidentialKNN(5, metric="precomputed").fit(D, workspace.labels)
    wrong = model.leave_one_out_masses().pignistic().argmax(axis=1) != TRUTH
    assert metrics(app)["Error rate, true classes"] == f"{wrong.mean():.1%}"
    namespace = run_exported(workspace, snippets(app)[0], tmp_path, monkeypatch)
    assert_array_equal(namespace["model"].gamma_, model.gamma_)
    assert_array_equal(
        namespace["model"].leave_one_out_masses().mass, model.leave_one_out_masses().mass
    )


def test_a_place_of_neighbours_is_its_nearest_object_judged_by_the_others(monkeypatch) -> None:
    workspace = relational(labelled=True)
    dataset = workspace.dataset
    assert dataset is not None
    plane = lay_plane(dataset, ("x1", "x2"))
    model = EvidentialKNN(5, metric="precomputed").fit(D, workspace.labels)
    why, links = find_links(model, plane, dataset.X[33] + 1e-6)
    assert 33 not in why.rows
    assert_array_equal(links.place, dataset.X[33])
    assert_allclose(why.combined.mass[-1], model.leave_one_out_masses()[33].mass[0], atol=1e-12)


def test_classes_of_a_second_file_become_the_truth() -> None:
    app = open_page("labels", relational(truth=False), tab="Import")
    content = "y\n" + "".join(f"{code + 1}\n" for code in TRUTH)
    app.file_uploader(key="labels.upload").upload("y.csv", content.encode()).run()
    app.button(key="labels.truth").click().run()
    assert not app.exception and not app.error
    dataset = app.session_state["workspace"].dataset
    assert_array_equal(dataset.truth, TRUTH)
    assert dataset.class_names == ("1", "2", "3") and dataset.dissimilarities is not None
