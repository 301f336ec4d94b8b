"""Which values of the session count as settings of the pages."""

import pytest

from belieflab import DataError
from belieflab.ui.page_settings import checked_page_settings, gather, keep, put_back

SESSION = {
    "labels.x": "petal length",
    "labels.height": 300,
    "labels.brush.classes": ["a", "b"],
    "data.range": (0.0, 1.0),
    "labels.apply": True,
    "labels.plane": {"selection": []},
    "card.seed": 7,
    "shell.story": "x",
    "workspace": object(),
    "labels.nothing": None,
    "labels.infinite": float("inf"),
}


def test_texts_numbers_and_lists_of_pages_are_settings() -> None:
    assert gather(SESSION) == {
        "data.range": [0.0, 1.0],
        "labels.brush.classes": ["a", "b"],
        "labels.height": 300,
        "labels.x": "petal length",
    }


def test_a_switch_is_a_setting_when_its_page_says_so() -> None:
    session = {"labels.show": True, "labels.apply": False}
    keep(session, "labels.show")
    assert gather(session) == {"labels.show": True}


def test_settings_are_put_back() -> None:
    session: dict[str, object] = {"labels.x": "a"}
    put_back(session, {"labels.x": "b", "data.y": 2})
    assert session == {"labels.x": "b", "data.y": 2}


def test_a_file_cannot_set_what_is_no_setting() -> None:
    given = {
        "workspace": "x",
        "shell.messages": "x",
        "card.seed": 3,
        "labels.x": {"deep": 1},
        "labels.long": "x" * 10_000,
        "labels.good": 1.5,
    }
    assert checked_page_settings(given) == {"labels.good": 1.5}
    assert checked_page_settings(None) == {}


@pytest.mark.parametrize("given", [[1], "x", {f"a.b{k}": 1 for k in range(1000)}])
def test_settings_of_another_shape_are_refused(given: object) -> None:
    with pytest.raises(DataError):
        checked_page_settings(given)
