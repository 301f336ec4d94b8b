"""Categorical columns: read from text, kept with their rows, written, given to a classifier."""

from pathlib import Path

import numpy as np
import pytest

from belieflab import DataError
from belieflab.bayes import GaussianNetworkClassifier
from belieflab.data import Dataset
from belieflab.data.categories import CategoricalColumn
from belieflab.data.reading import guess_roles, read_table, sniff, to_dataset, write_dataset
from belieflab.data.summary import describe_size, summarise_categories

MUSHROOMS = Path(__file__).parents[2] / "sample_data" / "mushrooms.csv"


def load(content, **changes):
    table = read_table(content, sniff(content, "data.csv"))
    roles = guess_roles(table)
    for column, role in changes.items():
        roles = roles.with_role(column, role)
    return to_dataset(table, roles)


@pytest.fixture(scope="module")
def mushrooms():
    return load(MUSHROOMS.read_bytes()).dataset


def test_text_becomes_categories_by_name_and_levels(mushrooms):
    assert [each.name for each in mushrooms.categories] == ["colour", "smell", "place"]
    assert mushrooms.categories[0].levels == ("brown", "red", "white", "yellow")
    assert mushrooms.feature_names == ("cap width", "stem height")
    assert mushrooms.class_names == ("edible", "poisonous")
    assert describe_size(mushrooms) == "90 objects × 2 features and 3 categories, 2 classes"


def test_categories_in_numbers(mushrooms):
    summary = summarise_categories(mushrooms)
    assert summary["levels"].tolist() == [4, 3, 3]
    values = mushrooms.categories[2].values
    assert summary["its share"][2] == pytest.approx(values.count("wood") / 90)


def test_a_classifier_takes_the_table(mushrooms):
    labels = np.array(mushrooms.class_names)[mushrooms.truth]
    with_text = GaussianNetworkClassifier("tan").fit(mushrooms.table, labels)
    assert [None if each is None else len(each) for each in with_text.levels_] == [
        None,
        None,
        4,
        3,
        3,
    ]
    numbers = GaussianNetworkClassifier("tan").fit(mushrooms.X, labels)
    assert with_text.score(mushrooms.table, labels) > numbers.score(mushrooms.X, labels)


def test_without_categories_the_table_is_x():
    dataset = Dataset(np.eye(2), ("a", "b"))
    assert dataset.table is dataset.X


def test_some_rows_keep_their_categories(mushrooms):
    some = mushrooms.take(np.array([5, 0]))
    assert some.categories[0].values == [mushrooms.categories[0].values[i] for i in (5, 0)]
    assert some.categories[0].levels == mushrooms.categories[0].levels
    assert mushrooms.take(mushrooms.truth == 1).n == 45
    assert Dataset(np.eye(2), ("a", "b")).take(np.array([1])).n == 1


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_written_file_reads_back(mushrooms, kind):
    content = write_dataset(mushrooms, kind=kind)
    again = load(content).dataset
    assert again.feature_names == mushrooms.feature_names
    for one, other in zip(again.categories, mushrooms.categories, strict=True):
        assert (one.name, one.levels, one.values) == (other.name, other.levels, other.values)


def test_dropped_rows_leave_the_categories_too():
    dataset = load(b"x,colour,class\n1,red,a\n,blue,b\n3,blue,a\n4,red,b\n").dataset
    assert dataset.categories[0].values == ["red", "blue", "red"]


def test_blank_cells_are_a_level_of_their_own():
    loaded = load(b"x,colour,class\n1,red,a\n2,,b\n3,blue,a\n4,red,b\n")
    assert loaded.dataset.categories[0].levels == ("blue", "red", "unknown")
    assert loaded.dataset.categories[0].values[1] == "unknown"
    assert loaded.notes == ("Blank cells of colour are the level 'unknown'.",)
    assert loaded.dataset.n == 4


def test_texts_with_too_many_levels_stay_ignored_and_it_is_said():
    rows = "".join(f"{i},shown {i % 90},text {i % 60},{'ab'[i % 2]}\n" for i in range(180))
    content = b"x,remark,notes,class\n" + rows.encode()
    loaded = load(content)
    assert loaded.dataset.categories == ()
    assert loaded.dataset.texts[91] == "shown 1"
    assert loaded.notes == ("Ignored, as they hold more than 50 different texts: notes.",)
    with pytest.raises(DataError, match="'notes' has 60 different values"):
        load(content, notes="category")


def test_texts_that_never_repeat_are_ignored():
    assert load(b"x,name,class\n1,ann,a\n2,bob,b\n3,cy,a\n").dataset.categories == ()


def test_whole_numbers_may_be_made_a_category():
    dataset = load(b"x,year,class\n1.5,3,a\n2,10,b\n3,3,a\n", year="category").dataset
    assert dataset.categories[0].levels == ("3", "10")
    assert dataset.feature_names == ("x",)


def test_nominal_attributes_keep_their_order():
    content = (
        b"@relation r\n@attribute x numeric\n@attribute size {s, m, l}\n"
        b"@attribute class {a, b}\n@data\n1,m,a\n2,l,b\n3,s,a\n4,s,b\n"
    )
    table = read_table(content, sniff(content, "data.arff"))
    dataset = to_dataset(table, guess_roles(table)).dataset
    assert dataset.categories[0].levels == ("s", "m", "l")


def test_columns_that_do_not_fit_are_refused():
    column = CategoricalColumn("c", ("u", "v"), np.array([0, 1]))
    with pytest.raises(DataError, match="3 rows of data but 2 of 'c'"):
        Dataset(np.eye(3), ("x", "y", "z"), categories=(column,))
    with pytest.raises(DataError, match="'x' appears twice"):
        Dataset(
            np.eye(2), ("x", "y"), categories=(CategoricalColumn("x", ("u",), np.zeros(2, int)),)
        )
    with pytest.raises(DataError, match="Row 2 has the code 2"):
        CategoricalColumn("c", ("u", "v"), np.array([0, 2]))
    with pytest.raises(DataError, match="names a level twice"):
        CategoricalColumn("c", ("u", "u"), np.array([0]))


def test_codes_are_those_of_a_classifier(mushrooms):
    some = mushrooms.take(np.array(mushrooms.categories[0].values) != "red")
    coded = some.coded()
    assert coded.feature_names == (*mushrooms.feature_names, "colour", "smell", "place")
    assert coded.categories == ()
    model = GaussianNetworkClassifier().fit(some.table, some.truth)
    assert list(model.levels_[2]) == ["brown", "white", "yellow"]
    assert coded.X[:, 2].tolist() == [
        list(model.levels_[2]).index(value) for value in some.categories[0].values
    ]
