"""Ids, texts, doubtful columns and groups of columns of an uploaded table."""

import numpy as np
import pandas as pd
import pytest

from belieflab import DataError
from belieflab.data import Dataset
from belieflab.data.reading import (
    describe_table,
    describe_useless,
    find_questions,
    guess_roles,
    match_columns,
    read_table,
    sniff,
    to_dataset,
    useless_features,
    write_dataset,
)
from belieflab.data.reading.new_objects import Features

FLOWERS = "flower,x,y,kind\n" + "".join(
    f"bed {k}/{k % 4},{k / 3:.3f},{k * k / 7:.3f},{'ab'[k % 2]}\n" for k in range(12)
)


def table_of(text: str) -> pd.DataFrame:
    return read_table(text.encode(), sniff(text.encode()))


def load(text: str):
    table = table_of(text)
    return to_dataset(table, guess_roles(table))


def columns_of(**columns) -> pd.DataFrame:
    return pd.DataFrame(columns)


def test_ids_are_kept_in_order_and_leave_with_their_rows():
    gap = FLOWERS.replace("bed 1/1,0.333", "bed 1/1,")
    dataset = load(gap).dataset
    assert dataset.ids[:3] == ("bed 0/0", "bed 2/2", "bed 3/3")
    assert dataset.name_of(1) == "bed 2/2"
    part = dataset.take(np.array([2, 0]))
    assert part.ids == ("bed 3/3", "bed 0/0")
    assert part.name_columns() == {"id": ["bed 3/3", "bed 0/0"]}
    assert dataset.take(np.arange(11) > 9).ids == ("bed 11/3",)


def test_without_ids_an_object_is_its_row():
    dataset = Dataset(np.eye(3), ("a", "b", "c"))
    assert dataset.name_of(1) == "row 2"
    assert dataset.name_columns(np.array([2]))["row"].tolist() == [3]


def test_ids_that_are_numbers_are_called_ids():
    dataset = load("id,x\n" + "".join(f"{1472 + 3 * k},{k / 7}\n" for k in range(9))).dataset
    assert dataset.ids[0] == "1472" and dataset.name_of(0) == "id 1472"


def test_long_numbers_stay_the_ids_they_are():
    rows = "".join(f"90071992547409{k},{k / 7:.2f}\n" for k in range(91, 99))
    assert load("tweet,x\n" + rows).dataset.ids[0] == "9007199254740991"


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_ids_and_texts_come_back_from_a_file(kind):
    dataset = Dataset(
        np.eye(2), ("a", "b"), ids=("=1", "007"), texts=("a long remark of its own", "")
    )
    content = write_dataset(dataset, kind=kind)
    table = read_table(content, sniff(content))
    roles = guess_roles(table).with_role("text", "text")
    back = to_dataset(table, roles).dataset
    assert (back.ids, back.texts) == (dataset.ids, dataset.texts)


def test_numbers_of_rows_are_no_ids():
    rows = "".join(f"{k + 1},{k / 7}\n" for k in range(9))
    assert guess_roles(table_of("index,x\n" + rows)).of["index"] == "ignore"
    rows = "".join(f"{k + 5},{k / 7}\n" for k in range(9))
    assert guess_roles(table_of("index,x\n" + rows)).of["index"] == "id"


PRICES = "".join(
    f"{77303 + k * k * 31},{k / 7:.3f},{k * k / 11:.3f},{'ab'[k % 2]}\n" for k in range(80)
)


def test_different_whole_numbers_first_in_a_table_without_headings_are_a_feature():
    roles = guess_roles(table_of(PRICES))
    assert [*roles.of.values()] == ["feature", "feature", "feature", "truth"]
    array = np.random.default_rng(0).permutation(600).reshape(200, 3) + 7.0
    names = [f"column {k}" for k in (1, 2, 3)]
    assert {*guess_roles(pd.DataFrame(array, columns=names)).of.values()} == {"feature"}


@pytest.mark.parametrize(("first", "role"), [(0, "id"), (1, "ignore")])
def test_a_column_without_a_name_that_counts_the_rows_is_no_feature(first, role):
    text = "".join(f"{first + k},{k / 7:.3f},{k * k / 11:.3f}\n" for k in range(80))
    assert guess_roles(table_of(text)).of["column 1"] == role


def test_a_blank_heading_beside_named_ones_is_that_of_ids():
    table = table_of(",cost,size,kind\n" + PRICES)
    roles = guess_roles(table)
    assert [*roles.of.values()] == ["id", "feature", "feature", "truth"]
    features = Features.of(to_dataset(table, roles).dataset)
    assert features.match(table).ids[:2] == ("77303", "77334")


def test_one_column_of_texts_is_shown():
    rows = "".join(f"{k / 3},{'so it goes on and on ' * 4}{k},{'ab'[k % 2]}\n" for k in range(12))
    loaded = load("x,remark,kind\n" + rows)
    assert loaded.dataset.ids == ()
    assert loaded.dataset.texts[3].endswith("on 3")


@pytest.mark.parametrize(
    ("text", "role", "sentence"),
    [
        ("name,x\na,1\nb,2\na,3\n", {"name": "id"}, "'name' cannot hold the ids. Rows 1 and 3 "),
        ("name,x\na,1\n,2\nc,3\n", {"name": "id"}, "Row 2 has no id"),
        ("u,v,x\na,b,1\nc,d,2\n", {"u": "id", "v": "id"}, "Only one column can hold the ids"),
    ],
)
def test_ids_that_identify_nothing_are_refused_with_their_rows(text, role, sentence):
    table = table_of(text)
    with pytest.raises(DataError, match=sentence):
        to_dataset(table, guess_roles(table).with_roles(role))


# -- what is in doubt ---------------------------------------------------------------------------


def numbers(n: int = 30, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=n)


def codes(n: int = 30, k: int = 3) -> np.ndarray:
    return np.arange(n) % k + 0.0


def titles(table: pd.DataFrame) -> list[str]:
    questions = find_questions(table, guess_roles(table))
    return [answer.title for each in questions for answer in each.answers]


def test_a_complete_column_label_may_be_truth_or_labels():
    table = columns_of(x=numbers(), label=np.array(["a", "b", "c"])[codes().astype(int)])
    assert titles(table) == ["The true classes", "Labels, which may be wrong"]
    (question,) = find_questions(table, guess_roles(table))
    as_labels = guess_roles(table).with_roles(question.answers[1].roles)
    loaded = to_dataset(table, as_labels)
    assert loaded.dataset.truth is None and loaded.labels is not None


def test_small_whole_numbers_may_be_classes_or_a_feature():
    table = columns_of(x=numbers(), z=numbers(seed=1), grade=codes())
    assert titles(table) == ["grade (0, 1, 2)", "None: it is a feature"]
    (question,) = find_questions(table, guess_roles(table))
    assert guess_roles(table).with_roles(question.answers[1].roles).columns("truth") == []
    first = columns_of(grade=codes(), x=numbers(), z=numbers(seed=1))
    assert titles(first) == ["grade (0, 1, 2)", "None: it is a feature"]


def test_the_last_of_ten_columns_of_counts_is_not_the_truth():
    counts = {f"{name}": codes(60, 4 + k) for k, name in enumerate("abcdefghij")}
    table = columns_of(x=numbers(60), **counts)
    assert guess_roles(table).columns("truth") == []
    assert titles(table) == []


def test_of_many_pixels_the_column_called_otherwise_may_be_the_class():
    pixels = {f"pixel_{k}": codes(200, 5 + k % 7) for k in range(64)}
    table = columns_of(**pixels, digit=codes(200, 10))
    assert guess_roles(table).columns("truth") == ["digit"]
    assert titles(table)[0] == "digit (0, 1, 2, 3, …)"
    assert describe_table(table, guess_roles(table)) == (
        "200 objects, 64 features, 10 classes in digit, labels: none"
    )


def test_several_columns_of_text_are_asked_about():
    text = np.array(["u", "v", "w"])[codes().astype(int)]
    table = columns_of(x=numbers(), colour=text, place=text[::-1])
    assert titles(table) == [
        "colour (u, v, w)",
        "place (u, v, w)",
        "None: they are categories",
    ]


def test_long_texts_are_cut_in_an_answer():
    text = ["a long\nstory about a thing", "b"] * 15
    table = columns_of(x=numbers(), colour=text, place=["u", "v"] * 15)
    assert titles(table)[0] == "colour (a long story about…, b)"


@pytest.mark.parametrize("name", ["class", "species", "target"])
def test_what_is_called_a_class_is_not_asked_about(name):
    table = columns_of(x=numbers(), colour=["u", "v"] * 15, **{name: ["a", "b"] * 15})
    assert titles(table) == []


# -- groups of columns --------------------------------------------------------------------------


def test_columns_are_named_one_by_one_by_a_beginning_or_by_numbers():
    names = ["id", "pixel 1", "pixel 2", "2-3", "Class"]
    assert match_columns("pixel*, id", names) == ["pixel 1", "pixel 2", "id"]
    assert match_columns("1-2,5", names) == ["id", "pixel 1", "Class"]
    assert match_columns("2-3", names) == ["2-3"]
    assert match_columns("class", names) == ["Class"]
    assert match_columns("  ", names) == []
    for bad in ("0-3", "nothing", "99", "9" * 40 + "-" + "9" * 40):
        with pytest.raises(DataError, match="No column is called"):
            match_columns(bad, names)


def test_labels_and_ids_are_part_of_what_was_understood():
    table = table_of("name,x,guess,doubt\na,1.5,u,0.2\nb,2.5,v,0\nc,3,u,1\n")
    assert describe_table(table, guess_roles(table)) == (
        "3 objects, 1 feature, true classes: none, ids in name, "
        "labels: a guess and a doubt in guess, doubt"
    )


# -- features that tell nothing, and dates ------------------------------------------------------


def test_constant_and_repeated_features_are_named():
    gap = [np.nan, 1.0, 1.0]
    table = columns_of(a=[0.0, 0.0, 0.0], b=[1, 2, 3], c=[1.0, 2.0, 3.0], d=[3, 2, 1], e=gap)
    found = useless_features(table, [*table])
    assert found == {"a": "", "c": "b", "e": ""}
    assert describe_useless(found) == (
        "The same number in every row: a, e. The same as another column: c (as b)."
    )
    assert describe_useless({}) == ""


@pytest.mark.parametrize(
    "form",
    [
        *(
            "2024-01-{:02d}",
            "{:02d}.01.2024",
            "2024-01-{:02d}T10:30:00Z",
            "2024-01-{:02d} 10:30 pm",
        ),
        *("{}-Jan-2024", "{} January 2024", "Sept. {}, 2023", "{:02d}mar99", "2024-Dec-{:02d}"),
        *("{:02d}/03/24", "3/{}/24", "{}.3.99", "{:02d}-03-24", "May {}, 2021 10:30"),
    ],
)
def test_dates_are_no_features_ids_or_classes_and_it_is_said(form):
    rows = "".join(f'"{form.format(k + 1)}",{k / 3},{"ab"[k % 2]}\n' for k in range(9))
    table = table_of("day,x,kind\n" + rows)
    roles = guess_roles(table)
    assert dict(roles.of) == {"day": "ignore", "x": "feature", "kind": "truth"}
    assert to_dataset(table, roles).notes == ("Ignored, as dates are no features: day.",)
    with pytest.raises(DataError, match="'day' holds dates"):
        to_dataset(table, roles.with_role("day", "feature"))


@pytest.mark.parametrize(
    "form", ["1-2-{}", "MAR-00{:02d}", "99/03/{:02d}", "{}-elm-2024", "v1.{}.3"]
)
def test_ids_that_look_like_dates_stay_ids(form):
    rows = "".join(f"{form.format(k + 1)},{k / 3},{'ab'[k % 2]}\n" for k in range(9))
    assert guess_roles(table_of("plant,x,kind\n" + rows)).of["plant"] == "id"
