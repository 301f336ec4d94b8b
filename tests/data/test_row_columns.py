"""Splits and weights: kept with the data, and nothing that is kept apart is learned from."""

import numpy as np
import pandas as pd
import pytest

from belieflab.data.dataset import Dataset
from belieflab.data.reading import guess_roles, read_table, sniff, to_dataset, write_dataset
from belieflab.data.reading.role_names import Role
from belieflab.data.reading.roles import Roles
from belieflab.data.row_columns import parts_and_others
from belieflab.data.summary import describe_rows
from belieflab.errors import DataError


def frame(**more: object) -> pd.DataFrame:
    return pd.DataFrame({"x": [0.5, 1.25, 2.0, 3.5], "y": [1.0, 0.5, 4.0, 2.5], **more})


def with_roles(table: pd.DataFrame, **changes: Role) -> Roles:
    return guess_roles(table).with_roles(changes)


def test_train_and_test_are_recognised_and_kept_apart() -> None:
    table = frame(set=["train", "test", "Train", "test"], species=["a", "b", "a", "b"])
    roles = guess_roles(table)
    assert roles.of["set"] == "split" and roles.of["species"] == "truth"
    dataset = to_dataset(table, roles).dataset
    assert dataset.split_kind == "parts"
    assert dataset.training.X.tolist() == [[0.5, 1.0], [2.0, 4.0]]
    assert dataset.training.name_of(1) == "row 3"
    assert dataset.kept_apart["test"].X.tolist() == [[1.25, 0.5], [3.5, 2.5]]
    assert describe_rows(dataset) == ["2 objects for training; kept apart: 2 test"]


def test_other_values_are_groups_and_all_objects_are_learned_from() -> None:
    table = frame(patient=["p1", "p1", "p2", "p2"])
    dataset = to_dataset(table, with_roles(table, patient="split")).dataset
    assert dataset.split_kind == "groups" and dataset.training is dataset
    assert dataset.groups is not None and dataset.groups.tolist() == [0, 0, 1, 1]


def test_a_blank_part_is_refused_with_its_row() -> None:
    table = frame(part=["train", None, "test", "test"])
    with pytest.raises(DataError, match="Row 2 belongs to no part"):
        to_dataset(table, with_roles(table, part="split"))


def test_a_value_beside_train_and_test_is_refused_with_its_row() -> None:
    with pytest.raises(DataError, match="Row 3 is 'unlabeled', which is no part"):
        Dataset(np.eye(3), ("a", "b", "c"), split=("train", "test", "unlabeled"))
    groups = Dataset(np.eye(3), ("a", "b", "c"), split=("train", "A", "unlabeled"))
    assert groups.split_kind == "groups"


def test_every_spelling_of_a_value_that_is_no_part_is_named() -> None:
    values = ["Train", "test", "Extra", "extra", " TEST"]
    assert parts_and_others(values) == ["Extra", "extra"]
    assert parts_and_others(["train", "extra"]) == []


def test_weights_are_kept_and_bad_ones_are_refused() -> None:
    table = frame(sample_weight=[1.0, 2.0, 0.0, 0.5])
    roles = guess_roles(table)
    assert roles.of["sample_weight"] == "weight"
    loaded = to_dataset(table, roles)
    weights = loaded.dataset.weights
    assert weights is not None and weights.tolist() == [1.0, 2.0, 0.5]
    assert loaded.dataset.n == 3 and "weight is 0: 1." in loaded.notes[0]
    table["sample_weight"] = [1.0, -2.0, 0.0, 0.5]
    with pytest.raises(DataError, match="Row 2 has the weight -2"):
        to_dataset(table, roles)


def test_split_and_weights_survive_a_file() -> None:
    X = np.arange(8.0).reshape(4, 2)
    split, weights = ("train", "test", "train", "test"), np.array([1.0, 0.1, 2.5, 3.0])
    dataset = Dataset(X, ("a", "b"), split=split, weights=weights)
    content = write_dataset(dataset)
    table = read_table(content, sniff(content))
    roles = guess_roles(table).with_role("weight", "weight")
    again = to_dataset(table, roles).dataset
    assert again.split == split
    assert again.weights is not None and again.weights.tolist() == weights.tolist()
    assert again.feature_names == ("a", "b")


def test_two_groups_by_number_survive_a_file_where_their_role_says_groups() -> None:
    dataset = Dataset(np.eye(4), ("a", "b", "c", "d"), split=("0", "1", "0", "1"))
    content = write_dataset(dataset)
    table = read_table(content, sniff(content))
    again = to_dataset(table, Roles(guess_roles(table).of, training=())).dataset
    assert again.split == dataset.split and again.split_kind == "groups"


def test_text_becomes_features_of_0_and_1_on_request() -> None:
    table = frame(colour=["red", "blue", "green", "red"], sex=["m", "f", "f", "m"])
    roles = with_roles(table, colour="one-hot", sex="one-hot")
    loaded = to_dataset(table, roles)
    names = ("x", "y", "colour = blue", "colour = green", "colour = red", "sex = m")
    assert loaded.dataset.feature_names == names
    assert loaded.dataset.X[:, 2:].tolist() == [
        [0, 0, 1, 1],
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 1, 1],
    ]
    assert "colour became 3 features of 0 and 1." in loaded.notes


def test_text_alone_is_enough_and_too_many_levels_are_refused() -> None:
    colours = pd.DataFrame({"colour": [f"c{k % 3}" for k in range(6)]})
    assert to_dataset(colours, Roles({"colour": "one-hot"})).dataset.p == 3
    sentence = pd.DataFrame({"word": [f"w{k}" for k in range(60)]})
    with pytest.raises(DataError, match="60 different values and would become as many features"):
        to_dataset(sentence, Roles({"word": "one-hot"}))


def test_columns_of_text_that_would_become_too_many_features_are_refused_before_they_do() -> None:
    """A file of 4 MB took 1 GB, one of 50 MB 20 GB."""
    cells = [f"v{k % 50}" for k in range(100)]
    text = {f"c{j}": cells for j in range(41)}
    few = dict(list(text.items())[:40])
    assert to_dataset(pd.DataFrame(few), Roles(dict.fromkeys(few, "one-hot"))).dataset.p == 2_000
    table = pd.DataFrame({"x": np.arange(100.0), **few})
    for each in (pd.DataFrame(text), table):
        roles = Roles({name: "feature" if name == "x" else "one-hot" for name in each.columns})
        with pytest.raises(DataError, match=r"of 0 and 1 .* the limit is 2,000 features"):
            to_dataset(each, roles)
