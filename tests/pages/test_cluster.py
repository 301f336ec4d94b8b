"""The Dask cluster is the server's own setting: no page, link or file can name one."""

import re
from pathlib import Path

import pytest
from opened_pages import finish, open_page, sentences

from belieflab.experiments.cluster import ADDRESS_VARIABLE
from belieflab.ui.method import experiment_run
from belieflab.ui.pages.papers import results
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.workspace import Recipe, Workspace

ROOT = Path(__file__).parents[2]
STRANGER = "tcp://192.0.2.1:8786"
OURS = "tcp://127.0.0.1:9"
PAPER = "denoeux2015-bernoulli"
SMALL = {"levels": "10", "methods": ["supervised"], "replicates": 1, "folds": 2}


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """The clusters that runs are computed on; nothing is really sent there."""
    monkeypatch.delenv(ADDRESS_VARIABLE, raising=False)
    monkeypatch.setenv(results.FOLDER, str(tmp_path))
    clusters = []
    compute = experiment_run.run

    def watched(jobs, store, *, cluster=None, **how):
        clusters.append(cluster)
        return compute(jobs, store, **how)

    monkeypatch.setattr(experiment_run, "run", watched)
    return clusters


def opened(page, lecturing=False, **more):
    workspace = Workspace()
    workspace.lecture = Lecture() if lecturing else None
    workspace.set_up(Recipe("iris"))
    settings = {"name": PAPER} if page == "papers" else SMALL
    return open_page(page, workspace, **settings, **more)


def run(app, page):
    key = f"papers.run.{PAPER}" if page == "papers" else "whatif.run"
    app.button(key=f"{key}.run").click().run()
    return finish(app, key)


@pytest.mark.parametrize("page", ["whatif", "papers"])
@pytest.mark.parametrize("way", ["session", "address", "file"])
@pytest.mark.parametrize("lecturing", [False, True])
def test_an_address_of_a_page_a_link_or_a_file_is_ignored(asked, page, way, lecturing):
    given = {"cluster": STRANGER}
    app = opened(page, lecturing, **(given if way == "session" else {way: given}))
    assert not [field for field in app.text_input if "luster" in field.label]
    run(app, page)
    assert set(asked) == {None}
    assert "Dask" not in sentences(app)


def test_nothing_in_the_app_but_the_environment_names_a_cluster():
    """Whatever computes elsewhere does so by `configured_cluster`, and nobody else has a say."""
    sources = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for folder in ("belieflab", "pages")
        for path in (ROOT / folder).rglob("*.py")
    }

    def matching(pattern):
        return {name for name, text in sources.items() if re.search(pattern, text)}

    run = "belieflab/ui/method/experiment_run.py"
    assert matching(r"\bcluster=") == {"belieflab/experiments/command.py", run}
    assert "self._cluster = configured_cluster()" in sources[run]
    here = {"belieflab/experiments/cluster.py"}
    assert matching(r"dask\.Client\(") == here == matching(r"BELIEFLAB_DASK")


@pytest.mark.parametrize("page", ["whatif", "papers"])
def test_the_page_shows_and_uses_the_cluster_of_the_server(asked, monkeypatch, page):
    monkeypatch.setenv(ADDRESS_VARIABLE, f" {OURS} ")
    app = opened(page, file={"cluster": STRANGER})
    assert f"Computed on the Dask cluster {OURS}." in sentences(app)
    run(app, page)
    assert set(asked) == {OURS}
