"""The frame around the pages, in process: card, seed, undo, links in, links out, pages alone."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from belieflab.ui.shell import navigation, old_names
from belieflab.ui.shell.page_settings import WAITING
from belieflab.ui.shell.page_table import PAGES, existing_pages
from belieflab.ui.shell.workspace import Recipe, Workspace
from belieflab.ui.shell.workspace_file import SavedWorkspace, write

ROOT = Path(__file__).parents[3]


SCRIPT = "from belieflab.ui.shell import navigation; navigation.run_app()"
"""As `app.py`, but beside no `pages/`, with which a second run would leave out the shell."""


def opened(**query: str) -> AppTest:
    app = AppTest.from_string(SCRIPT, default_timeout=60)
    for key, value in query.items():
        app.query_params[key.replace("__", ".")] = value
    return app.run()


def workspace(app: AppTest) -> Workspace:
    held = app.session_state[navigation.WORKSPACE_KEY]
    assert isinstance(held, Workspace)
    return held


def card_text(app: AppTest) -> str:
    body: str = app.sidebar.get("html")[0].proto.body
    assert "workspace-card" in body
    return body


def query(app: AppTest) -> dict[str, Any]:
    return dict(app.query_params)


def test_it_opens_on_start_with_an_empty_workspace_and_a_clean_address() -> None:
    app = opened()
    assert not app.exception
    assert app.title[0].value == "Learning from imperfect labels"
    assert workspace(app).dataset is None
    assert query(app) == {}


def test_every_page_of_the_table_has_a_file_and_its_own_place() -> None:
    assert [entry.key for entry in existing_pages()] == list(PAGES)
    assert all((ROOT / "pages" / f"{address}.py").exists() for address in old_names.ADDRESSES)
    assert list(navigation.table()) == ["Start", "Prepare", "Learn", "Cluster", "Compare"]


def test_a_link_sets_up_data_labels_and_seed() -> None:
    app = opened(data="gaussians", data__distance="3.5", labels="expert-doubt", seed="9")
    held = workspace(app)
    assert held.dataset is not None and held.labels is not None
    assert held.state.data_recipe is not None
    assert held.state.data_recipe.settings["distance"] == 3.5
    assert held.seed == 9
    assert not held.can_undo
    assert query(app) == {
        "data": "gaussians",
        "data.distance": "3.5",
        "labels": "expert-doubt",
        "seed": "9",
    }


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ({"data": "atlantis"}, "no sample called"),
        ({"data": "iris", "labels": "gossip"}, "no label law"),
        ({"data": "gaussians", "data__distance": "far"}, "is not a number"),
        ({"data": "gaussians", "data__distance": "-4"}, "between 0 and 10"),
        ({"data": "iris", "labels": "expert-doubt", "labels__mean": "7"}, "between 0 and 1"),
        ({"data": "iris", "seed": "x"}, "whole number"),
        ({"data": "iris", "seed": "-3"}, "whole number"),
        ({"data": "iris", "seed": "99999999999999"}, "whole number"),
        ({"labels": "hard"}, "no data"),
    ],
)
def test_a_bad_link_gets_one_sentence_and_the_app_lives_on(
    link: dict[str, str], sentence: str
) -> None:
    app = opened(**link)
    assert not app.exception
    assert len(app.error) == 1
    assert sentence in app.error[0].value.replace("\\", "")
    app.run()
    assert not app.error


def test_a_link_with_good_data_and_bad_labels_loads_the_data() -> None:
    app = opened(data="iris", labels="expert-doubt", labels__mean="7")
    held = workspace(app)
    assert held.dataset is not None and held.labels is None
    assert query(app) == {"data": "iris", "seed": "7"}


def test_parameters_of_a_page_survive_the_writing() -> None:
    app = opened(data="iris", m1="a:0.3", preset="zadeh")
    assert query(app) == {"data": "iris", "seed": "7", "m1": "a:0.3", "preset": "zadeh"}


def test_the_link_is_read_once_and_then_follows_the_workspace() -> None:
    app = opened(data="gaussians", labels="hard")
    app.number_input(key="card.seed").set_value(12).run()
    assert workspace(app).seed == 12
    assert query(app)["seed"] == "12"
    app.button(key="card.undo").click().run()
    assert query(app)["seed"] == "7"
    assert app.number_input(key="card.seed").value == 7
    app.button(key="card.reset").click().run()
    assert query(app) == {}
    assert "Nothing loaded yet" in card_text(app)


def test_the_card_tells_what_is_loaded_and_hides_the_truth() -> None:
    app = opened(data="iris", labels="expert-doubt")
    text = card_text(app)
    for sentence in ("Iris", "150 × 4", "3 classes", "Expert with doubt", "wrong labels"):
        assert sentence in text
    app.button(key="card.truth.switch").click().run()
    assert workspace(app).truth_hidden
    assert "wrong labels" not in card_text(app)
    assert app.button(key="card.truth.switch").label == "Reveal"
    app.button(key="card.truth.switch").click().run()
    assert "wrong labels" in card_text(app)


def test_a_workspace_file_is_opened_and_its_failure_changes_nothing() -> None:
    saved = Workspace()
    saved.set_up(Recipe("wine"), Recipe("guess-doubt", {"doubt": 0.5}), seed=21)
    assert saved.labels is not None
    saved.edit_labels(saved.labels, "3 labels by hand")
    content = write(SavedWorkspace(saved.state, True, {"labels.x": "alcohol"}))
    app = opened(data="iris", labels="hard")
    app.file_uploader(key="card.open.0").upload("workspace.zip", content[:300]).run()
    assert len(app.error) == 1
    assert "Iris" in card_text(app)
    app.file_uploader(key="card.open.1").upload("workspace.zip", content).run()
    assert not app.error
    text = card_text(app)
    assert "Wine" in text and "3 labels by hand" in text and "wrong labels" not in text
    assert workspace(app).seed == 21
    assert app.session_state[WAITING] == {"labels.x": "alcohol"}
    assert "which no link can hold" in " ".join(caption.value for caption in app.caption)
    app.button(key="card.undo").click().run()
    assert "Iris" in card_text(app)


def test_a_workspace_file_that_meets_a_defect_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("nobody has foreseen this")

    monkeypatch.setattr("belieflab.ui.shell.workspace_reader.from_parts", fail)
    app = opened(data="iris")
    content = write(SavedWorkspace(workspace(app).state))
    app.file_uploader(key="card.open.0").upload("workspace.zip", content).run()
    assert "nobody has foreseen" not in card_text(app) and (app.error or app.exception)
    app.run()
    assert not app.exception and not app.error
    assert "Iris" in card_text(app)


def test_a_data_name_like_html_stays_text_on_the_card() -> None:
    app = opened(data="iris")
    held = workspace(app)
    assert held.dataset is not None
    held.adopt_dataset(replace(held.dataset, name="<img src=x onerror=alert(1)>"))
    app.run()
    assert "<img" not in card_text(app)
    assert "&lt;img" in card_text(app)


def test_a_page_run_alone_gets_an_empty_workspace() -> None:
    app = AppTest.from_file(str(ROOT / "pages" / "start.py"), default_timeout=60).run()
    assert not app.exception
    assert workspace(app).dataset is None


def test_a_lecture_begins_from_the_sidebar_and_ends_with_leave() -> None:
    app = opened(data="iris")
    links = [code.value for code in app.sidebar.code]
    assert any(link.endswith("?data=iris&seed=7&lecture=1") for link in links), links
    app.sidebar.button(key="card.lecture_begin").click().run()
    assert not app.exception and not app.sidebar.children
    assert query(app)["lecture"] == "1"
    app.button(key="lecture.leave").click().run()
    assert workspace(app).lecture is None and app.sidebar.children
