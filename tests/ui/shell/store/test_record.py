"""A saved workspace comes back to the last bit; a damaged one gets a sentence."""

import json
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from belieflab import DataError, MassTable
from belieflab.data.dataset import Dataset
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.store import limits, record
from belieflab.ui.shell.store.record import Hashes, SavedSession
from belieflab.ui.shell.workspace import Recipe, State, Workspace


def uploaded(edits: int = 0, n: int = 30) -> Workspace:
    rng = np.random.default_rng(3)
    workspace = Workspace()
    X, truth = rng.normal(size=(n, 2)) * 1e-9, rng.integers(0, 2, n)
    workspace.adopt_dataset(Dataset(X, ("a", "=b"), truth, ("x", "y"), name="digits.csv"))
    for _ in range(edits):
        masses = rng.dirichlet(np.ones(3), size=n)
        workspace.edit_labels(MassTable(("x", "y"), [1, 2, 3], masses), "2 rows edited by hand")
    return workspace


def snapshot(workspace: Workspace, **settings: object) -> SavedSession:
    address = {"seed": "7"}
    return SavedSession(workspace.states, workspace.truth_hidden, workspace.pins, settings, address)


def there_and_back(workspace: Workspace) -> tuple[Workspace, dict[str, record.Table]]:
    content, blocks = record.write(snapshot(workspace), Hashes())
    packed = {name: record.pack(table) for name, table in blocks.items()}
    return record.read(content, packed.__getitem__)[0], blocks


def assert_same(one: State, other: State) -> None:
    assert one.dataset is not None and other.dataset is not None
    np.testing.assert_array_equal(one.dataset.X, other.dataset.X)
    np.testing.assert_array_equal(one.dataset.truth, other.dataset.truth)
    assert (one.dataset.name, one.seed, one.edits) == (other.dataset.name, other.seed, other.edits)
    assert (one.what, one.label_note) == (other.what, other.label_note)
    assert (one.data_recipe, one.label_recipe) == (other.data_recipe, other.label_recipe)
    assert (one.labels is None) == (other.labels is None)
    if one.labels is not None and other.labels is not None:
        np.testing.assert_array_equal(one.labels.mass, other.labels.mass)
        np.testing.assert_array_equal(one.labels.focal, other.labels.focal)


def sampled(key: str, labels: Recipe | None = None) -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe(key), labels, 12)
    return workspace


def edited_sample() -> Workspace:
    workspace = sampled("iris", Recipe("expert-doubt"))
    assert workspace.labels is not None
    workspace.edit_labels(workspace.labels.discount(0.25), "150 rows edited by hand")
    return workspace


def labelled_upload() -> Workspace:
    workspace = uploaded()
    workspace.build_labels("expert-doubt", mean=0.3)
    return workspace


def discounted() -> Workspace:
    workspace = uploaded(2)
    workspace.adjust("the discount", lambda state: state.discounted(0.5))
    return workspace


@pytest.mark.parametrize(
    "make",
    [
        uploaded,
        lambda: uploaded(3),
        edited_sample,
        labelled_upload,
        discounted,
        lambda: sampled("gaussians", Recipe("nonspecificity")),
        lambda: sampled("four-class"),
    ],
)
def test_every_kind_of_workspace_comes_back(make: Callable[[], Workspace]) -> None:
    workspace = make()
    back, _ = there_and_back(workspace)
    assert_same(back.state, workspace.state)
    assert len(back.states) == len(workspace.states)


def test_undo_goes_on_where_it_was_and_shares_the_points() -> None:
    workspace = uploaded(3)
    back, _ = there_and_back(workspace)
    assert len({id(state.dataset) for state in back.states[1:]}) == 1
    for _ in range(3):
        workspace.undo()
        assert back.undo() == "2 rows edited by hand"
        assert_same(back.state, workspace.state)


def test_ids_and_texts_come_back_and_stand_once_for_all_states() -> None:
    workspace = uploaded(edits=2)
    assert workspace.dataset is not None
    ids = tuple(f"picture {k}" for k in range(30))
    workspace.adopt_dataset(replace(workspace.dataset, ids=ids, texts=("a remark",) * 30))
    workspace.build_labels("guess-doubt")
    content, _ = record.write(snapshot(workspace), Hashes())
    assert content.count(b"picture 17") == 1
    back, _ = there_and_back(workspace)
    assert [state.dataset and state.dataset.ids for state in back.states] == [
        state.dataset and state.dataset.ids for state in workspace.states
    ]
    assert back.dataset is not None and back.dataset.texts == ("a remark",) * 30


def test_only_so_many_steps_are_kept_for_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    back, _ = there_and_back(uploaded(25))
    assert len(back.states) == 1 + limits.MAX_UNDO_STEPS
    monkeypatch.setattr(limits, "MAX_UNDO_BYTES", 3 * 30 * 8)
    back, _ = there_and_back(uploaded(25))
    assert len(back.states) == 2


def test_what_a_recipe_gives_back_takes_no_block_and_large_data_are_one() -> None:
    assert not there_and_back(sampled("iris", Recipe("expert-doubt")))[1]
    hashes = Hashes()
    workspace = uploaded(1)
    _, first = record.write(snapshot(workspace), hashes)
    workspace.edit_labels(workspace.state.labels.discount(0.5), "edited")  # type: ignore[union-attr]
    _, second = record.write(snapshot(workspace), hashes)
    assert len(second.keys() - first.keys()) == 1 and first.keys() < second.keys()


def test_settings_pins_and_the_hidden_truth_come_back() -> None:
    workspace = uploaded()
    workspace.hide_truth()
    workspace.pins["mixture"] = [Pinned("A", {"K": 3}, {"error": 0.1})]
    content, blocks = record.write(snapshot(workspace, **{"mixture.K": 4}), Hashes())
    back, settings = record.read(content, lambda name: record.pack(blocks[name]))
    assert settings == {"mixture.K": 4}
    assert back.truth_hidden and back.pins["mixture"][0].scores == {"error": 0.1}
    summary = record.read_summary(content)
    assert (summary.name, summary.edits, summary.made) == ("digits.csv", 0, True)
    assert summary.address == {"seed": "7"}


def test_a_copy_changes_nothing_in_the_original() -> None:
    workspace = uploaded(1)
    copy = workspace.copy()
    copy.undo()
    copy.pins["mixture"] = [Pinned("A")]
    assert workspace.labels is not None and not workspace.pins and copy.labels is None
    assert_same(workspace.copy().state, workspace.state)


def damaged_records() -> list[bytes]:
    content, _ = record.write(snapshot(uploaded(1)), Hashes())
    other = json.loads(content)
    other["states"][-1]["tables"]["points.csv"] = ["x", -1, 2]
    empty = json.loads(content) | {"states": []}
    wrong = json.loads(content) | {"version": 9}
    odd = json.loads(content) | {"states": [{"tables": {}, "workspace": [1]}]}
    texts = [json.dumps(each).encode() for each in (other, empty, wrong, odd)]
    return [b"", b"\xff\x00", b"[1]", b"[" * 5000, content[:100], *texts]


@pytest.mark.parametrize("content", damaged_records())
def test_a_damaged_record_gets_a_sentence(content: bytes) -> None:
    with pytest.raises(DataError):
        record.read(content, lambda name: b"")


@pytest.mark.parametrize("block", [b"", b"no block", record.pack(np.zeros((30, 2)))])
def test_a_damaged_block_gets_a_sentence(block: bytes) -> None:
    content, _ = record.write(snapshot(uploaded(1)), Hashes())
    with pytest.raises(DataError, match="damaged"):
        record.read(content, lambda name: block)
