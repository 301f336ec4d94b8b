"""Links: readable, short, and the way back is exact."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belieflab.data.laws import LAWS
from belieflab.data.parameters import Parameter
from belieflab.data.samples import SAMPLES
from belieflab.ui.shell.link import Link, decode, encode, own_keys
from belieflab.ui.shell.state import Recipe
from belieflab.ui.shell.workspace import State, Workspace


def values(parameter: Parameter) -> st.SearchStrategy[Any]:
    """Anything a control of this parameter may hold."""
    if parameter.choices:
        return st.sampled_from(list(parameter.choices))
    if isinstance(parameter.default, bool):
        return st.booleans()
    if isinstance(parameter.default, str):
        return st.text(max_size=30)
    if isinstance(parameter.default, int):
        low = None if parameter.low is None else int(parameter.low)
        return st.integers(low, None if parameter.high is None else int(parameter.high))
    return st.floats(parameter.low, parameter.high, allow_nan=False, allow_infinity=False)


def recipes(registry: Any) -> st.SearchStrategy[Recipe]:
    return st.sampled_from(sorted(registry)).flatmap(
        lambda key: st.fixed_dictionaries(
            {parameter.name: values(parameter) for parameter in registry[key].parameters}
        ).map(lambda settings: Recipe(key, settings))
    )


@given(recipes(SAMPLES), recipes(LAWS), st.integers(0, 2**31 - 1))
def test_every_recipe_comes_back_from_its_link(data: Recipe, labels: Recipe, seed: int) -> None:
    state = State(data_recipe=data, label_recipe=labels, seed=seed)
    link = decode(encode(state))
    assert link.data is not None and link.labels is not None
    assert link.data.complete(SAMPLES) == data.complete(SAMPLES)
    assert link.labels.complete(LAWS) == labels.complete(LAWS)
    assert link.seed == seed


def test_a_link_is_readable_and_leaves_defaults_out() -> None:
    workspace = Workspace()
    workspace.set_up(
        Recipe("gaussians", {"distance": 3.5}), Recipe("expert-doubt", {"mean": 0.3}), seed=9
    )
    assert encode(workspace.state) == {
        "data": "gaussians",
        "data.distance": "3.5",
        "labels": "expert-doubt",
        "labels.mean": "0.3",
        "seed": "9",
    }


def test_an_empty_workspace_leaves_the_address_clean() -> None:
    assert encode(State()) == {}
    assert decode({}) == Link()


def test_labels_set_by_hand_are_not_in_the_link_but_their_data_are() -> None:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("hard"))
    assert workspace.labels is not None
    workspace.edit_labels(workspace.labels, "by hand")
    assert encode(workspace.state) == {"data": "iris", "seed": "7"}


def test_keys_of_pages_are_no_settings() -> None:
    link = decode({"data": "iris", "labels": "hard", "labels.tab": "Edit", "m1": "a:0.3"})
    assert link == Link(Recipe("iris"), Recipe("hard"))
    assert not own_keys() & {"labels.tab", "m1", "preset"}


@pytest.mark.parametrize("key", sorted(SAMPLES))
def test_a_link_gives_the_same_points_and_labels(key: str) -> None:
    first, second = Workspace(), Workspace()
    first.set_up(Recipe(key), seed=3)
    assert first.dataset is not None
    if first.labels is None and first.dataset.truth is not None:
        first.build_labels("guess-doubt", doubt=0.2, wrong=0.1)
    link = decode(encode(first.state))
    assert link.data is not None
    second.set_up(link.data, link.labels, link.seed)
    assert second.dataset is not None
    np.testing.assert_array_equal(first.dataset.X, second.dataset.X)
    if first.labels is None:
        assert second.labels is None
    else:
        assert second.labels is not None
        np.testing.assert_array_equal(first.labels.mass, second.labels.mass)
