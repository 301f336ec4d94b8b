"""The label noise without a page: what the slider is called, and what a move does to the labels."""

import numpy as np
import pytest

from belieflab import MassTable
from belieflab.data.laws import LAWS, swept_laws
from belieflab.ui.method.noise import noise_parameter, set_noise, with_noise
from belieflab.ui.shell.card import label_kind
from belieflab.ui.shell.state import State, bytes_held
from belieflab.ui.shell.workspace import Recipe, Workspace
from belieflab.ui.shell.workspace_file import SavedWorkspace, write
from belieflab.ui.shell.workspace_reader import read


def iris(law: str | None = "expert-doubt", **settings: object) -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), None if law is None else Recipe(law, settings))
    return workspace


def edited() -> Workspace:
    workspace = iris()
    labels = workspace.labels
    assert labels is not None
    mass = np.random.default_rng(3).dirichlet(np.ones(3), size=150)
    workspace.edit_labels(MassTable(labels.frame, [1, 2, 6], mass), "150 labels by hand")
    return workspace


def level(state: State) -> float:
    parameter = noise_parameter(state)
    assert parameter is not None
    return float(parameter.default)


def assert_same(one: MassTable | None, other: MassTable | None) -> None:
    assert one is not None and other is not None
    np.testing.assert_array_equal(one.focal, other.focal)
    np.testing.assert_array_equal(one.mass, other.mass)


@pytest.mark.parametrize("key", swept_laws())
def test_every_law_with_a_level_has_the_slider_and_follows_it_to_both_ends(key):
    state = iris(key).state
    parameter = noise_parameter(state)
    assert parameter.label.startswith("Label noise: ")
    assert (parameter.low, parameter.high) == (0.0, 1.0)
    assert LAWS[key].explanation in parameter.help
    for asked in (0.0, 0.31, 1.0):
        assert level(with_noise(state, asked)) == asked


def test_a_level_that_makes_labels_better_is_turned_round():
    parameter = noise_parameter(iris("crowd", reliability=0.8).state)
    assert parameter.label == "Label noise: 1 − mean reliability"
    assert parameter.default == pytest.approx(0.2)
    recipe = with_noise(iris("crowd", annotators=3).state, 0.4).label_recipe
    assert (recipe.settings["reliability"], recipe.settings["annotators"]) == (0.6, 3)


@pytest.mark.parametrize(
    ("law", "settings"),
    [("hard", {}), ("sets", {"how": "given size"}), ("crowd", {"reliabilities": "0.9, 0.6"})],
)
def test_labels_without_a_level_have_no_slider(law, settings):
    assert noise_parameter(iris(law, **settings).state) is None


def test_no_labels_have_no_slider():
    assert noise_parameter(iris(None).state) is None
    assert noise_parameter(State()) is None


def test_the_labels_are_those_of_the_law_at_that_level_and_neighbours_share_their_draws():
    workspace = iris("epsilon-noise")
    set_noise(workspace, 0.4)
    one = workspace.labels
    assert_same(one, iris("epsilon-noise", epsilon=0.4).labels)
    set_noise(workspace, 0.42)
    same = (one.mass == workspace.labels.mass).all(axis=1)
    assert same.sum() == 147
    assert not workspace.unlinkable


def test_moves_in_a_row_are_one_step_to_undo():
    workspace = iris()
    before, version = workspace.labels, workspace.version
    for asked in np.linspace(0.2, 0.9, 20):
        set_noise(workspace, float(asked))
    assert workspace.version == version + 20
    assert workspace.undo() == "label noise"
    assert workspace.labels is before
    set_noise(workspace, 0.5)
    workspace.set_seed(8)
    set_noise(workspace, 0.6)
    workspace.undo()
    assert (workspace.seed, level(workspace.state)) == (8, 0.5)


def test_a_spread_that_a_low_level_made_smaller_comes_back():
    workspace = iris(mean=0.3, deviation=0.2)
    before = workspace.labels
    set_noise(workspace, 0.0)
    assert workspace.state.label_recipe.settings["deviation"] == 0.0
    set_noise(workspace, 0.3)
    assert workspace.state.label_recipe.settings["deviation"] == 0.2
    assert_same(workspace.labels, before)


def test_edited_labels_are_discounted_and_come_back_exactly():
    workspace = edited()
    given = workspace.labels
    set_noise(workspace, 0.3)
    assert_same(workspace.labels, given.discount(0.3))
    assert label_kind(workspace) == "150 labels by hand, discounted by 0.3"
    set_noise(workspace, 1.0)
    np.testing.assert_allclose(workspace.labels.nonspecificity(), 1.0)
    workspace.set_seed(8)
    set_noise(workspace, 0.0)
    assert workspace.labels is given
    assert workspace.state.discount == 0.0


def test_a_law_or_a_hand_takes_the_discount_away():
    workspace = edited()
    set_noise(workspace, 0.3)
    discounted = workspace.labels
    workspace.edit_labels(discounted, "1 label by hand")
    assert (workspace.state.given, level(workspace.state)) == (None, 0.0)
    workspace.undo()
    workspace.build_labels("expert-doubt")
    assert (workspace.state.given, workspace.state.discount) == (None, 0.0)


def test_a_workspace_file_keeps_the_given_labels_and_their_discount():
    workspace = edited()
    given = workspace.labels
    set_noise(workspace, 0.3)
    other = Workspace()
    other.restore(read(write(SavedWorkspace(workspace.state))).state)
    assert level(other.state) == 0.3
    assert_same(other.labels, workspace.labels)
    set_noise(other, 0.0)
    assert_same(other.labels, given)


def test_the_labels_of_a_sample_are_discounted_and_say_that_no_link_holds_them():
    workspace = Workspace()
    workspace.set_up(Recipe("bernoulli"))
    own = workspace.labels
    set_noise(workspace, 0.5)
    assert "discounted, which no link can hold" in workspace.unlinkable
    assert_same(workspace.labels, own.discount(0.5))
    again = read(write(SavedWorkspace(workspace.state))).state
    assert again.sample_labels and again.discount == 0.5
    workspace.set_seed(8)
    assert_same(workspace.labels, own.discount(0.5))
    set_noise(workspace, 0.0)
    assert_same(workspace.labels, own)
    assert not workspace.unlinkable


def test_the_given_labels_count_in_the_memory_of_undo():
    workspace = edited()
    plain = bytes_held([workspace.state])
    held = bytes_held([with_noise(workspace.state, 0.3)])
    assert held - plain == with_noise(workspace.state, 0.3).labels.mass.nbytes
