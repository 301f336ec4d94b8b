"""The workspace: one current state, every change can be undone, recipes stay true."""

import numpy as np
import pytest

from belieflab import DataError, MassTable
from belieflab.data.categories import CategoricalColumn
from belieflab.data.dataset import Dataset
from belieflab.data.samples import SAMPLES
from belieflab.ui.shell import card
from belieflab.ui.shell import workspace as workspace_module
from belieflab.ui.shell.state import DEFAULT_SEED
from belieflab.ui.shell.workspace import Recipe, Workspace


@pytest.fixture
def workspace() -> Workspace:
    return Workspace()


def painted(truth: bool = True) -> Dataset:
    X = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    codes = np.array([0, 1, -1]) if truth else None
    return Dataset(X, ("x", "y"), codes, ("a", "b") if truth else (), name="painted")


def test_begins_empty_and_with_the_default_seed(workspace: Workspace) -> None:
    assert workspace.dataset is None
    assert workspace.labels is None
    assert workspace.seed == DEFAULT_SEED
    assert not workspace.can_undo
    assert workspace.undo() == ""


def test_a_recipe_holds_every_setting(workspace: Workspace) -> None:
    workspace.load_sample("gaussians", distance=3)
    recipe = workspace.state.data_recipe
    assert recipe is not None
    assert recipe.settings["distance"] == 3.0
    assert {"classes", "dimension", "size"} <= recipe.settings.keys()


def test_every_change_can_be_undone_in_turn(workspace: Workspace) -> None:
    workspace.load_sample("iris")
    workspace.build_labels("expert-doubt", mean=0.3)
    built = workspace.labels
    assert built is not None
    workspace.edit_labels(MassTable.vacuous(150, built.frame), "150 labels by hand")
    assert workspace.unlinkable
    assert workspace.undo() == "150 labels by hand"
    assert workspace.labels is built
    assert not workspace.unlinkable
    assert "Expert with doubt" in workspace.undo()
    assert workspace.labels is None
    workspace.undo()
    assert workspace.dataset is None


def test_setting_up_data_and_labels_is_one_step(workspace: Workspace) -> None:
    workspace.set_up(Recipe("iris"), Recipe("hard"), seed=11)
    assert workspace.seed == 11
    workspace.undo()
    assert (workspace.dataset, workspace.seed) == (None, DEFAULT_SEED)


def test_other_settings_of_the_same_sample_keep_its_law_of_labels(workspace: Workspace) -> None:
    workspace.load_sample("gaussians", distance=2.0)
    workspace.build_labels("guess-doubt", doubt=0.25)
    workspace.load_sample("gaussians", distance=4.0, size=200)
    assert workspace.labels is not None and len(workspace.labels) == 200
    assert workspace.state.label_recipe is not None
    assert workspace.state.label_recipe.settings["doubt"] == 0.25
    workspace.load_sample("iris")
    assert workspace.labels is None


def test_the_seed_makes_data_and_labels_anew_and_back(workspace: Workspace) -> None:
    workspace.set_up(Recipe("gaussians"), Recipe("expert-doubt"))
    assert workspace.dataset is not None and workspace.labels is not None
    points, masses = workspace.dataset.X, workspace.labels.mass
    workspace.set_seed(8)
    assert not np.array_equal(workspace.dataset.X, points)
    workspace.set_seed(DEFAULT_SEED)
    np.testing.assert_array_equal(workspace.dataset.X, points)
    np.testing.assert_array_equal(workspace.labels.mass, masses)


def test_a_seed_never_puts_labels_set_by_hand_on_other_points(workspace: Workspace) -> None:
    workspace.set_up(Recipe("gaussians"), Recipe("hard"))
    labels = workspace.labels
    assert labels is not None
    workspace.edit_labels(labels, "by hand")
    before = workspace.state
    with pytest.raises(DataError, match="by hand"):
        workspace.set_seed(8)
    assert workspace.state is before


def test_a_seed_leaves_a_bundled_set_and_its_hand_labels_alone(workspace: Workspace) -> None:
    workspace.set_up(Recipe("iris"), Recipe("hard"))
    labels = workspace.labels
    assert labels is not None
    workspace.edit_labels(labels, "by hand")
    workspace.set_seed(8)
    assert workspace.labels is labels
    assert workspace.seed == 8


@pytest.mark.parametrize("seed", [-1, 2**31])
def test_an_impossible_seed_is_refused(workspace: Workspace, seed: int) -> None:
    with pytest.raises(DataError, match="whole number"):
        workspace.set_seed(seed)
    assert workspace.seed == DEFAULT_SEED


def test_what_fails_changes_nothing(workspace: Workspace) -> None:
    workspace.load_sample("iris")
    before, version = workspace.state, workspace.version
    for change in (
        lambda: workspace.load_sample("atlantis"),
        lambda: workspace.load_sample("gaussians", distance=-1),
        lambda: workspace.build_labels("gossip"),
        lambda: workspace.build_labels("expert-doubt", mean=2),
        lambda: workspace.edit_labels(MassTable.vacuous(3, ["a", "b"]), "too few"),
    ):
        with pytest.raises(DataError):
            change()
        assert workspace.state is before
        assert workspace.version == version


def test_a_version_never_stands_for_two_contents(workspace: Workspace) -> None:
    """A session that turns to another workspace keeps what it remembers of the first."""
    workspace.load_sample("iris")
    copy, other = workspace.copy(), Workspace()
    assert copy.version == workspace.version
    for each, key in ((workspace, "wine"), (copy, "crabs"), (other, "four-class")):
        each.load_sample(key)
    versions = [each.version for each in (workspace, copy, other)]
    assert len({*versions, Workspace.of_states(workspace.states).version}) == 4


def test_labels_need_points(workspace: Workspace) -> None:
    with pytest.raises(DataError, match="Load some data first"):
        workspace.build_labels("hard")


def test_a_sample_keeps_the_labels_it_brings_and_they_can_be_linked(workspace: Workspace) -> None:
    workspace.load_sample("bernoulli")
    assert workspace.labels is not None
    assert workspace.state.sample_labels
    assert not workspace.unlinkable
    workspace.edit_labels(workspace.labels, "by hand")
    assert workspace.unlinkable


def test_points_from_a_brush_cannot_be_linked(workspace: Workspace) -> None:
    workspace.adopt_dataset(painted())
    assert "brush" in workspace.unlinkable
    workspace.build_labels("hard")
    assert "brush" in workspace.unlinkable


def test_labels_of_other_classes_than_the_truth_are_refused(workspace: Workspace) -> None:
    with pytest.raises(DataError, match="c, d"):
        workspace.adopt_dataset(painted(), MassTable.vacuous(3, ["c", "d"]))
    with pytest.raises(DataError, match="3 points but 4 labels"):
        workspace.adopt_dataset(painted(), MassTable.vacuous(4, ["a", "b"]))


def test_data_without_classes_take_those_of_their_labels(workspace: Workspace) -> None:
    workspace.adopt_dataset(painted(truth=False), MassTable.vacuous(3, ["c", "d"]), "from a file")
    assert workspace.dataset is not None
    assert workspace.dataset.class_names == ("c", "d")


def test_the_card_numbers_follow_the_labels(workspace: Workspace) -> None:
    assert workspace.state.label_numbers is None
    workspace.set_up(Recipe("iris"), Recipe("hard"))
    numbers = workspace.state.label_numbers
    assert numbers is not None
    assert (numbers.nonspecificity, numbers.wrong_share) == (0.0, 0.0)
    workspace.build_labels("guess-doubt", doubt=0.4)
    numbers = workspace.state.label_numbers
    assert numbers is not None and numbers.nonspecificity == pytest.approx(0.4)


def test_reset_empties_and_can_be_undone(workspace: Workspace) -> None:
    workspace.load_sample("iris")
    workspace.hide_truth()
    workspace.reset()
    assert workspace.dataset is None
    assert not workspace.truth_hidden
    workspace.undo()
    assert workspace.dataset is not None


def test_the_past_is_bounded_in_steps_and_in_memory(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(50):
        workspace.set_seed(seed)
    assert len(workspace._history.items) == workspace_module.MAX_UNDO_STEPS + 1
    monkeypatch.setattr(workspace_module, "MAX_UNDO_BYTES", 100_000)
    for size in range(1000, 1100, 10):
        workspace.load_sample("gaussians", size=size)
    assert workspace_module.bytes_held(workspace._history.items) <= 100_000
    assert workspace.can_undo


def test_labels_take_the_class_values_of_the_data_where_the_names_agree():
    whole = Dataset(np.eye(2), ("a", "b"), np.array([0, 1]), ("0", "1"), class_kind="integer")
    workspace = Workspace()
    workspace.adopt_dataset(whole, MassTable.from_hard(["0", "1"]))
    assert workspace.labels.frame.values == (0, 1)
    workspace.edit_labels(MassTable.vacuous(2, ["0", "1"]), "by hand")
    assert workspace.labels.frame.values == (0, 1)
    workspace.build_labels("hard")
    assert workspace.labels.frame.values == (0, 1)


def test_data_without_classes_takes_those_of_the_labels_with_their_type():
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(np.eye(2), ("a", "b")), MassTable.from_hard([True, False]))
    assert workspace.dataset.frame.values == (False, True)


def test_the_card_says_who_uses_categories() -> None:
    column = CategoricalColumn("<b>", ("u", "v"), np.array([0, 1]))
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(np.eye(2), ("x", "y")))
    assert "ategor" not in card.describe(workspace)
    workspace.adopt_dataset(Dataset(np.eye(2), ("x", "y"), categories=(column,)))
    assert "Category: &lt;b&gt;; used by Networks, left out by other methods" in card.describe(
        workspace
    )


def test_labels_beyond_the_budget_are_refused_and_change_nothing(workspace: Workspace) -> None:
    names = tuple(map(str, range(2_000)))
    codes = np.arange(20_000) % 2_000
    workspace.adopt_dataset(Dataset(np.zeros((20_000, 1)), ("x",), codes, names, name="many"))
    before = workspace.state
    with pytest.raises(DataError, match=r"would take about .* of memory; the limits are"):
        workspace.build_labels("probabilistic")
    assert workspace.state is before


def test_a_link_asks_a_crowd_of_a_limited_size(workspace: Workspace) -> None:
    data = Recipe("gaussians", {"size": 100_000, "classes": 12})
    with pytest.raises(DataError, match=r"10,000,000 answers .* Take fewer annotators"):
        workspace.set_up(data, Recipe("crowd", {"reliabilities": ",".join(["0.7"] * 100)}))


def test_every_generator_says_what_it_draws() -> None:
    for sample in SAMPLES.values():
        if sample.generated:
            settings = {each.name: each.default for each in sample.parameters}
            X = sample.make(np.random.default_rng(0), **settings).X
            assert sample.drawn(**settings) == X.size
