"""Questions about the true classes and the split of a table: what is in doubt is never assumed."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from belieflab import DataError
from belieflab.data.crowd_files.tables import find_table_question
from belieflab.data.reading import (
    Question,
    Roles,
    describe_table,
    find_questions,
    guess_roles,
    read_table,
    sniff,
    spoiled_features,
    to_dataset,
)

N = 40
X = np.random.default_rng(0).normal(size=N)
AGE = X * 9
SEX = np.array(["f", "m"])[np.arange(N) % 2]
PORT = np.array(["C", "Q", "S"])[np.arange(N) % 3]
NAMES = np.array(["cat", "dog"])[np.arange(N) // 3 % 2]
FLAG = np.arange(N) // 2 % 2 + 0.0
SHARE = np.where(FLAG == 1, 0.25, 0.75)


def one_question(table: pd.DataFrame) -> Question:
    [question] = find_questions(table, guess_roles(table))
    return question


def titles(table: pd.DataFrame) -> list[str]:
    return [answer.title for answer in one_question(table).answers]


def answered(table: pd.DataFrame, beginning: str) -> Roles:
    """The roles after the answer that begins so to the only question."""
    answers = one_question(table).answers
    [answer] = [each for each in answers if each.title.startswith(beginning)]
    return answer.applied_to(guess_roles(table))


def played(roles: Roles, *names: str) -> tuple[str, ...]:
    return tuple(roles.of[name] for name in names)


# -- true classes -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["survived", "grade", "y"])
def test_text_is_no_class_unasked_beside_whole_numbers(name: str) -> None:
    table = pd.DataFrame({"age": AGE, "sex": SEX, name: FLAG})
    columns = ["y (0, 1)", "sex (f, m)"] if name == "y" else ["sex (f, m)", f"{name} (0, 1)"]
    assert titles(table) == [*columns, "None: they are features and categories"]
    assert guess_roles(table).columns("truth") == [name], "the last column is the better guess"
    assert played(answered(table, name), "sex", name) == ("category", "truth")
    assert played(answered(table, "sex"), "sex", name) == ("truth", "feature")
    assert played(answered(table, "None"), "sex", name) == ("category", "feature")


def test_y_is_a_candidate_in_a_short_table_unless_it_is_a_coordinate() -> None:
    short = {"sex": ["f", "m"] * 3, "y": [0.0, 1, 1, 0, 0, 1]}
    assert "y (0, 1)" in titles(pd.DataFrame({"age": AGE[:6], **short}))
    table = pd.DataFrame({"x": AGE[:6], **short})
    assert titles(table) == ["sex (f, m)", "None: it is a category"]


def test_one_column_of_text_without_a_rival_is_the_class() -> None:
    table = pd.DataFrame({"x": X, "z": AGE, "kind": SEX})
    assert find_questions(table, guess_roles(table)) == ()
    assert guess_roles(table).columns("truth") == ["kind"]


@pytest.mark.parametrize("more", [{"sex": SEX}, {"sex": SEX, "port": PORT}])
def test_a_complete_label_beside_text_is_asked_about_with_all_that_may_be_the_class(
    more: dict[str, Any],
) -> None:
    table = pd.DataFrame({"x": X, **more, "label": NAMES})
    assert guess_roles(table).columns("truth") == ["label"]
    listed = [f"{name} ({', '.join(sorted(set(values)))})" for name, values in more.items()]
    assert titles(table) == [*listed, "label (cat, dog)", "None: label is what somebody says"]
    assert played(answered(table, "sex"), "sex", "label") == ("truth", "label")
    assert played(answered(table, "label"), "sex", "label") == ("category", "truth")
    assert played(answered(table, "None"), "sex", "label") == ("category", "label")


def test_a_label_with_the_classes_of_a_text_is_asked_about_too() -> None:
    table = pd.DataFrame({"x": X, "kind": NAMES, "label": NAMES[::-1]})
    assert played(guess_roles(table), "kind", "label") == ("truth", "label")
    assert titles(table)[:2] == ["kind (cat, dog)", "label (cat, dog)"]
    some = table.assign(label=[None, *NAMES[1:]])
    assert find_questions(some, guess_roles(some)) == (), "labels with blanks are no truth"


def test_who_answered_is_never_the_true_class() -> None:
    table = pd.DataFrame({"x": X, "annotator": SEX, "label": NAMES})
    assert guess_roles(table).of["annotator"] == "category"
    assert titles(table) == ["The true classes", "Labels, which may be wrong"]
    alone = pd.DataFrame({"x": X, "z": AGE, "Worker ID": FLAG})
    assert guess_roles(alone).columns("truth") == []
    assert find_questions(alone, guess_roles(alone)) == ()


def test_whole_numbers_beside_a_label_of_other_classes_are_a_feature() -> None:
    table = pd.DataFrame({"x": X, "z": AGE, "rooms": FLAG, "label": NAMES})
    assert guess_roles(table).of["rooms"] == "feature"
    assert titles(table) == ["The true classes", "Labels, which may be wrong"]
    same = table.assign(label=FLAG[::-1])
    assert titles(same)[0] == "rooms (0, 1)"


def test_text_beside_probabilities_of_other_classes_is_asked_about() -> None:
    table = pd.DataFrame({"x": X, "p_a": SHARE, "p_b": 1 - SHARE, "sex": SEX})
    assert guess_roles(table).of["sex"] == "category"
    assert titles(table) == [
        "sex (f, m); p_a, p_b then hold no labels",
        "None: there are only the labels in p_a, p_b",
    ]
    loaded = to_dataset(table, answered(table, "sex"))
    assert loaded.labels is None and loaded.dataset.class_names == ("f", "m")
    assert loaded.dataset.feature_names == ("x", "p_a", "p_b")
    own = table.assign(sex=np.array(["a", "b"])[FLAG.astype(int)])
    assert find_questions(own, guess_roles(own)) == ()
    assert guess_roles(own).columns("truth") == ["sex"]


def test_numbers_of_labels_and_the_class_are_both_asked_about() -> None:
    table = pd.DataFrame({"x": X, "p_a": SHARE / 2, "p_b": SHARE / 3, "sex": SEX})
    assert [each.key for each in find_questions(table, guess_roles(table))] == [
        "numbers",
        "classes",
    ]


@pytest.mark.parametrize("prefix", ["pl_", "plausibility_", "pl:"])
def test_a_heading_that_says_plausibility_is_not_asked_about(prefix: str) -> None:
    table = pd.DataFrame({"x": X, f"{prefix}a": SHARE / 2, f"{prefix}b": SHARE / 3})
    assert guess_roles(table).layout == "plausibilities"
    assert find_questions(table, guess_roles(table)) == ()


def test_among_more_counts_the_column_with_two_values_may_be_the_class() -> None:
    counts = {name: np.arange(N) % (3 + k) + 0.0 for k, name in enumerate(("class_no", "b", "c"))}
    table = pd.DataFrame({"survived": FLAG, **counts, "sex": SEX, "fare": X})
    assert titles(table)[:2] == ["survived (0, 1)", "sex (f, m)"]


def test_of_many_columns_of_text_the_last_is_not_the_class_unasked() -> None:
    texts = {f"c{k}": np.array([f"a{k}", f"b{k}"])[np.arange(N) % 2] for k in range(12)}
    shown = titles(pd.DataFrame({**texts, "x": X}))
    assert shown[0] == "c0 (a0, b0)" and shown[-2] == "c11 (a11, b11)"
    assert shown[-1] == "None of these; the role of every column can be changed below"


# -- split --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["split", "Is Train", "is_test", "subset", "partition"])
@pytest.mark.parametrize("more", [{"species": NAMES}, {}])
def test_0_and_1_of_a_split_are_asked_about(name: str, more: dict[str, Any]) -> None:
    table = pd.DataFrame({"x": X, "z": AGE, name: FLAG, **more})
    assert guess_roles(table).of[name] == "split"
    assert set(titles(table)) == {
        "1 = training (20 rows), 0 = test (20)",
        "0 = training (20 rows), 1 = test (20)",
        "2 groups that folds keep together",
        "None: it is a feature",
    }
    dataset = to_dataset(table, answered(table, "1 =")).dataset
    assert dataset.split[:3] == ("test", "test", "train") and dataset.feature_names == ("x", "z")
    assert dataset.training.n == 20 and dataset.kept_apart["test"].n == 20
    groups = to_dataset(table, answered(table, "2 groups")).dataset
    assert groups.split_kind == "groups" and groups.training is groups
    assert to_dataset(table, answered(table, "None")).dataset.p == 3


@pytest.mark.parametrize(("name", "training"), [("is_train", "yes"), ("is_test", "no")])
def test_a_heading_that_says_what_yes_means_gives_the_first_answer(
    name: str, training: str
) -> None:
    table = pd.DataFrame({"x": X, name: np.where(FLAG == 1, "yes", "no"), "species": NAMES})
    assert titles(table)[0].startswith(f"{training} = training")
    assert titles(table)[-1] == "None: it is a category"
    dataset = to_dataset(table, guess_roles(table)).dataset
    assert dataset.split_kind == "parts" and len(dataset.training_rows) == 20
    said = describe_table(table, guess_roles(table))
    assert f"20 test in {name}" in said or f"20 test, 20 train in {name}" in said


def test_0_1_and_2_of_a_split_are_asked_about() -> None:
    table = pd.DataFrame({"x": X, "split": np.arange(N) % 3 + 0.0, "species": NAMES})
    dataset = to_dataset(table, answered(table, "0 = training (14 rows), 1 = test")).dataset
    assert dataset.training.n == 14


def test_0_and_1_are_no_groups_without_an_answer() -> None:
    table = pd.DataFrame({"x": X, "split": FLAG, "species": NAMES})
    with pytest.raises(DataError, match="It holds 0, 1, and nothing says which"):
        to_dataset(table, guess_roles(table))
    said = describe_table(table, guess_roles(table))
    assert "rows for training unknown in split" in said


def test_a_split_given_by_hand_to_two_values_is_asked_about() -> None:
    table = pd.DataFrame({"x": X, "z": AGE, "clinic": FLAG, "species": NAMES})
    assert find_questions(table, guess_roles(table)) == ()
    given = guess_roles(table).with_role("clinic", "split")
    [question] = find_questions(table, given)
    roles = question.answers[1].applied_to(given)
    assert to_dataset(table, roles).dataset.training.n == 20
    assert roles.with_role("x", "ignore").training == roles.training
    assert roles.with_roles({"clinic": "feature"}).training is None


@pytest.mark.parametrize(
    ("other", "said"),
    [("unlabeled", "holds 'unlabeled' in 1 row"), (None, "holds nothing in 1 row")],
)
def test_rows_that_are_neither_training_nor_test_are_asked_about(
    other: str | None, said: str
) -> None:
    values = np.where(FLAG == 1, "train", "test").astype(object)
    values[4] = other
    table = pd.DataFrame({"x": X, "set": values, "species": NAMES})
    assert guess_roles(table).of["set"] == "split"
    assert f"{said}, first in row 5" in one_question(table).text
    as_training = to_dataset(table, answered(table, "For training")).dataset
    assert as_training.training.n == 21 and as_training.split[4] == "train"
    apart = to_dataset(table, answered(table, "Kept apart")).dataset
    assert apart.training.n == 20 and apart.kept_apart["holdout"].n == 1
    assert answered(table, "Not part").of["set"] == "category"
    with pytest.raises(DataError, match="Row 5 "):
        to_dataset(table, guess_roles(table))


def test_a_blank_in_a_split_of_0_and_1_is_refused_with_its_row() -> None:
    table = pd.DataFrame({"x": X, "is_train": [np.nan, *FLAG[1:]], "species": NAMES})
    with pytest.raises(DataError, match="Row 1 belongs to no part"):
        to_dataset(table, answered(table, "1 ="))


def test_a_second_column_that_splits_the_rows_is_ignored() -> None:
    parts = np.where(FLAG == 1, "train", "test")
    table = pd.DataFrame({"x": X, "set": parts, "is_test": 1 - FLAG, "species": NAMES})
    assert played(guess_roles(table), "set", "is_test") == ("split", "ignore")


@pytest.mark.parametrize("name", ["labels", "Noisy label", "y_pred", "annotation", "weak-label"])
@pytest.mark.parametrize("values", [["fox", "elk"], [1.0, 2.0]])
def test_what_is_called_like_labels_may_be_the_truth_or_labels(name: str, values: list) -> None:
    table = pd.DataFrame({"age": AGE[:20], name: values * 10, "width": AGE[:20] ** 2})
    [question] = find_questions(table, guess_roles(table))
    assert question.text.startswith(f"Is {name!r} the true class of every object")
    true, said = (guess_roles(table).with_roles(each.roles) for each in question.answers)
    assert true.columns("truth") == [name] and said.columns("label") == [name]
    loaded = to_dataset(table, said)
    assert loaded.labels is not None and loaded.dataset.truth is None and loaded.dataset.p == 2


@pytest.mark.parametrize("name", ["true_label", "gold label", "class_label", "kind"])
def test_a_column_of_text_for_the_true_classes_is_not_asked_about(name: str) -> None:
    table = pd.DataFrame({"age": AGE[:20], name: ["fox", "elk"] * 10})
    roles = guess_roles(table)
    assert roles.columns("truth") == [name] and find_questions(table, roles) == ()


@pytest.mark.parametrize("name", ["class_id", "Label ID", "species-id"])
def test_numbers_of_classes_are_no_ids(name: str) -> None:
    table = pd.DataFrame({"age": AGE[:20], name: [0.0, 1.0] * 10})
    assert titles(table) == [f"{name} (0, 1)", "None: it is a feature"]


def test_flags_and_the_sex_of_a_person_are_asked_about() -> None:
    for name, values in (
        ("smoker", ["True", "False"]),
        ("ill", ["yes", "no"]),
        ("Sex", ["m", "f"]),
    ):
        table = pd.DataFrame({"age": AGE[:20], name: values * 10})
        assert titles(table)[1] == "None: it is a category"


def test_two_columns_called_like_classes_are_asked_about_unless_they_say_the_same() -> None:
    species = ["fox", "elk", "owl", "jay"] * 5
    above = ["mammal" if each in ("fox", "elk") else "bird" for each in species]
    table = pd.DataFrame({"age": AGE[:20], "class": above, "species": species})
    assert titles(table) == [
        "class (bird, mammal)",
        "species (elk, fox, jay, owl)",
        "None: they are categories",
    ]
    for name in ("target", "species_code"):
        numbers = [["fox", "elk", "owl", "jay"].index(each) * 1.0 for each in species]
        table = pd.DataFrame({"age": AGE[:20], name: numbers, "species": species})
        roles = guess_roles(table)
        assert roles.of[name] == "ignore" and roles.columns("truth") == ["species"]
        assert find_questions(table, roles) == ()


def test_the_classes_beside_many_pixels_are_those_that_are_called_otherwise() -> None:
    rng = np.random.default_rng(4)
    pixels = {f"pixel_{k}": rng.integers(0, 2 + k % 3, 200) * 1.0 for k in range(12)}
    table = pd.DataFrame({**pixels, "digit": np.arange(200) % 10, "writer": np.arange(200) % 30})
    assert titles(table) == ["digit (0, 1, 2, 3, …)", "None: it is a feature"]


def test_sentences_are_texts_and_no_ids() -> None:
    said = [f"On day {k} the patient felt better, he said" for k in range(20)]
    table = pd.DataFrame({"age": AGE[:20], "comment": said})
    assert guess_roles(table).of["comment"] == "text"


@pytest.mark.parametrize("kind", ["target", "class"])
def test_what_is_measured_is_no_class_whatever_its_name(kind: str) -> None:
    rng = np.random.default_rng(6)

    def roles_of(values: object) -> Roles:
        content = pd.DataFrame({"age": np.arange(80) / 7, kind: values}).to_csv(index=False)
        return guess_roles(read_table(content.encode(), sniff(content.encode(), "a.csv")))

    for values in (rng.normal(20, 5, 80).round(1), rng.permutation(80) * 1.0):
        assert roles_of(values).columns("feature") == ["age", kind]
    assert roles_of([1.0, 1.5, 2.0, 2.5] * 20).columns("truth") == [kind]


def test_minus_one_among_codes_is_an_unknown_class_and_said() -> None:
    codes = [0.0, 1, 2, -1] * 5
    for cells in (codes, [f"{code:.0f}" for code in codes]):
        table = pd.DataFrame({"age": AGE[:20], "target": cells, "width": AGE[:20] ** 2})
        roles = guess_roles(table)
        assert "3 classes in target (-1: unknown)" in describe_table(table, roles)
        dataset = to_dataset(table, roles).dataset
        assert dataset.class_names == ("0", "1", "2")
        assert dataset.truth is not None and dataset.truth.tolist() == [0, 1, 2, -1] * 5
    signs = pd.DataFrame({"age": AGE[:20], "target": [1.0, -1] * 10})
    assert to_dataset(signs, guess_roles(signs)).dataset.class_names == ("-1", "1")


def test_opinions_of_minus_one_nought_and_one_are_three_classes() -> None:
    table = pd.DataFrame({"length": AGE[:30], "class": np.arange(30) % 3 - 1})
    roles = guess_roles(table)
    assert "3 classes in class" in describe_table(table, roles)
    assert to_dataset(table, roles).dataset.class_names == ("-1", "0", "1")


def test_what_is_called_like_classes_is_the_first_answer() -> None:
    numbers = {"V1": np.arange(30) % 2, "V2": AGE[:30], "y": np.arange(30) // 15 + 1}
    table = pd.DataFrame(numbers)
    (question,) = find_questions(table, guess_roles(table))
    assert [answer.title[:2] for answer in question.answers] == ["y ", "V1", "No"]


@pytest.mark.parametrize("name", ["PassengerId", "CustomerID", "No.", "obs"])
def test_what_counts_the_rows_is_no_feature(name: str) -> None:
    table = pd.DataFrame({name: np.arange(20) + 1.0, "age": AGE[:20], "kind": ["a", "b"] * 10})
    assert guess_roles(table).columns("feature") == ["age"]
    acid = pd.DataFrame({"acid": np.arange(20) + 1.0, "kind": ["a", "b"] * 10})
    assert guess_roles(acid).columns("feature") == ["acid"]


def test_numbers_with_a_few_texts_are_no_classes_no_categories_and_no_ids() -> None:
    rng = np.random.default_rng(8)
    numbers = [f"{value:.2f}" for value in rng.normal(size=40)]
    for cells in (["<0.01", *numbers[1:30], "<0.01", *numbers[31:]], [*numbers[:39], "Total"]):
        table = pd.DataFrame({"age": AGE, "lead": pd.Series(cells, dtype="str")})
        roles = guess_roles(table)
        assert roles.of["lead"] == "ignore" and not find_questions(table, roles)
        assert spoiled_features(table, roles)


def test_times_in_seconds_are_no_shares() -> None:
    seconds = 1_700_000_000.0 + np.arange(40) * 60
    table = pd.DataFrame({"time": seconds, "value": AGE - AGE.min() + 0.25})
    assert find_table_question(table, guess_roles(table)) is None
