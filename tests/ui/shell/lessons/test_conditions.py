"""What the lab can notice: every condition before and after the act, and which ones are refused."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from belieflab.errors import DataError
from belieflab.ui.shell.lessons.conditions import (
    CONDITIONS,
    RUNS,
    Seen,
    checked_condition,
    holds,
    look,
)
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.workspace import Recipe, Workspace

NOTHING = Seen("mixture")
CASES = [
    ("opened", {"page": "labels"}, {"page": "labels"}),
    ("setting", {"name": "mixture.K"}, {"controls": {"mixture.K": 3}}),
    ("setting", {"name": "mixture.K", "is": 3}, {"controls": {"mixture.K": 3}}),
    ("setting", {"name": "mixture.tab", "is": "Code"}, {"controls": {"mixture.tab": "Code"}}),
    ("setting", {"name": "mixture.K", "at_least": 3}, {"controls": {"mixture.K": 4}}),
    ("setting", {"name": "mixture.K", "at_most": 3}, {"controls": {"mixture.K": 2}}),
    ("setting", {"name": "x.y", "is": True}, {"controls": {"x.y": True}}),
    ("setting", {"name": "x.y", "is": "a"}, {"controls": {"x.y": ("b", "a")}}),
    ("noise", {}, {"noise": 0.4}),
    ("noise", {"at_least": 0.3, "at_most": 0.5}, {"noise": 0.4}),
    ("law", {"law": "hard"}, {"law": "hard"}),
    (
        "law",
        {"law": "crowd", "setting": "rule", "is": "average"},
        {"law": "crowd", "law_settings": {"rule": "average"}},
    ),
    ("data", {"sample": "iris"}, {"sample": "iris"}),
    ("edited", {}, {"edits": 17}),
    ("run", {"page": "mixture"}, {"runs": frozenset({("mixture.fit", 5)})}),
    ("pinned", {"page": "mixture"}, {"pins": {"mixture": frozenset({5})}}),
    ("clicked", {"page": "credal"}, {"picked": {"credal.row": 5}}),
    ("seed", {}, {"seed": 8}),
    ("seed", {"is": 8}, {"seed": 8}),
    ("truth", {"is": True}, {"truth_hidden": True}),
    ("truth", {}, {"truth_hidden": True}),
]


@pytest.mark.parametrize(("kind", "given", "after"), CASES)
def test_an_act_is_noticed_and_its_absence_is_not(kind, given, after):
    condition = (
        checked_condition(kind, given) if "x.y" not in str(given) else SimpleNamespace()
    ) or None
    if isinstance(condition, SimpleNamespace):
        condition.kind, condition.given = kind, given
    before = replace(NOTHING, seed=7, noise=0.2)
    assert not holds(condition, before, before)
    assert holds(condition, replace(before, **after), before)


def test_every_kind_is_tried():
    assert {kind for kind, _, _ in CASES} == set(CONDITIONS)


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ({"at_least": 3}, 2),
        ({"at_most": 3}, 4),
        ({"is": 3}, 4),
        ({"is": True}, 1),
        ({"at_least": 3}, "5"),
        ({}, None),
    ],
)
def test_another_value_is_not_enough(given, value):
    condition = checked_condition("setting", {"name": "mixture.K", **given})
    assert not holds(condition, replace(NOTHING, controls={"mixture.K": value}), NOTHING)


def test_what_was_there_before_is_no_act():
    ran, pinned = frozenset({("mixture.fit", 5)}), {"mixture": frozenset({5})}
    before = replace(NOTHING, runs=ran, pins=pinned, picked={"credal.row": 5}, edits=3)
    for kind, given, _ in CASES:
        if kind in {"run", "pinned", "clicked", "edited"}:
            assert not holds(checked_condition(kind, given), before, before)


@pytest.mark.parametrize(
    ("kind", "given", "sentence"),
    [
        ("opened", {"page": "atlantis"}, "no page called"),
        ("setting", {"name": "K"}, "<page>.<name>"),
        ("setting", {"name": "atlantis.K"}, "no page called"),
        ("setting", {"name": "mixture.K", "above": 3}, "does not take 'above'"),
        ("noise", {"at_least": 2}, "between 0 and 1"),
        ("noise", {"is": "much"}, "between 0 and 1"),
        ("law", {"law": "gossip"}, "no label law"),
        ("law", {"law": "crowd", "setting": "mood"}, "no setting 'mood'"),
        ("law", {"law": "crowd", "setting": "rule", "is": "fight"}, "not one of"),
        ("law", {"law": "crowd", "is": "average"}, "needs the `setting`"),
        ("data", {"sample": "atlantis"}, "no sample called"),
        ("edited", {"page": "labels"}, "takes nothing"),
        ("pinned", {}, "needs a text `page`"),
        ("teleported", {}, "no condition called"),
    ],
)
def test_a_condition_about_nothing_is_refused(kind, given, sentence):
    with pytest.raises(DataError, match=sentence):
        checked_condition(kind, given)


def test_what_is_seen_comes_from_the_workspace_and_the_session():
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt", {"mean": 0.3}), 9)
    workspace.pins["mixture"] = [Pinned("A")]
    workspace.hide_truth()
    session = {
        "mixture.K": 3,
        "mixture.columns": ["a", "b"],
        "mixture.memory": {"big": object()},
        "credal.row": 4,
        "neighbours.place": "",
        "labels.edit.plane": {"selection": {"points": [{"customdata": 3}]}},
        "labels.simulate.plane": {"selection": {"points": []}},
        "shell.other": 1,
        RUNS: {"mixture.fit": SimpleNamespace(finished=True), "b": SimpleNamespace(finished=False)},
    }
    seen = look("mixture", workspace, session)
    assert (seen.page, seen.sample, seen.law, seen.noise) == (
        "mixture",
        "iris",
        "expert-doubt",
        0.3,
    )
    assert seen.controls["mixture.K"] == 3 and seen.controls["mixture.columns"] == ("a", "b")
    assert "shell.other" not in seen.controls and "mixture.memory" not in seen.controls
    assert set(seen.picked) == {"credal.row", "labels.edit.plane"}
    assert [key for key, _ in seen.runs] == ["mixture.fit"]
    assert len(seen.pins["mixture"]) == 1 and seen.seed == 9 and seen.truth_hidden
    assert seen.edits == 0
    assert workspace.labels is not None
    workspace.edit_labels(workspace.labels, "1 label by hand")
    assert look("mixture", workspace, session).edits != 0
