import numpy as np
import pytest
from allocation import peak_of

from belieflab import DataError, Frame, MassTable
from belieflab.data import label_edits
from belieflab.data.label_edits import (
    BOTH,
    DOUBT,
    SUGGESTION,
    apply_edits,
    differing,
    editable_columns,
    follow_evidence,
    mass_texts,
    parse_doubt,
    parse_set,
    with_rows_set,
)

FRAME = Frame(["a", "b", "c|d"])


@pytest.fixture
def labels():
    """A sure row, a rich row, a vacuous row."""
    return MassTable(FRAME, [1, 3, 7], [[1, 0, 0], [0.5, 0.3, 0.2], [0, 0, 1]])


@pytest.mark.parametrize(
    ("text", "mask"),
    [
        ("a", 1),
        (" a | b ", 3),
        ("{a, b}", 3),
        ('{"c|d", a}', 5),
        ("c|d", 4),
        ("*", 7),
        ("Ω", 7),
        ("", 7),
        (None, 7),
        (float("nan"), 7),
    ],
)
def test_a_set_is_read_as_people_write_it(text, mask):
    assert parse_set(FRAME, text) == mask


@pytest.mark.parametrize("text", ["e", "a|e", "{a, e}", "∅", "{}", "{a", "a,b"])
def test_what_is_no_set_of_classes_is_refused(text):
    with pytest.raises(DataError):
        parse_set(FRAME, text)


def test_a_doubt_is_a_number_from_0_to_1_and_blank_is_none():
    assert parse_doubt(None) == parse_doubt("") == parse_doubt(float("nan")) == 0.0
    assert parse_doubt("0.25") == 0.25
    for bad in (-0.1, 1.1, "much", float("inf")):
        with pytest.raises(DataError):
            parse_doubt(bad)


def test_the_table_shows_a_set_a_doubt_and_all_masses(labels):
    columns = editable_columns(labels)
    assert columns["set"] == ["{a}", "{a}", "Ω"]
    assert columns["doubt"] == [0.0, 0.5, 0.0]
    assert columns["masses"] == ["{a} 1", "{a} 0.5 · {a, b} 0.3 · Ω 0.2", "Ω 1"]


def test_an_edited_row_becomes_its_set_discounted_by_its_doubt(labels):
    edited = apply_edits(labels, {2: {"set": "a|b", "doubt": 0.25}})
    assert edited.mass_of(3)[2] == 0.75
    assert edited.mass_of(7)[2] == 0.25


def test_naming_a_class_in_a_vacuous_row_makes_it_sure(labels):
    assert apply_edits(labels, {2: {"set": "b"}}).mass_of(2)[2] == 1.0


def test_rows_left_alone_or_written_as_they_were_keep_their_rich_masses(labels):
    edited = apply_edits(labels, {0: {"set": "b"}, 1: {"set": " a ", "doubt": 0.5}})
    assert [edited.mass_of(mask)[1] for mask in (1, 3, 7)] == [0.5, 0.3, 0.2]
    assert edited.mass_of(2)[0] == 1.0


def test_one_bad_row_changes_nothing_and_is_named(labels):
    bad = {0: {"set": "b"}, 1: {"set": "wolf"}, 2: {"doubt": 7}}
    with pytest.raises(
        DataError, match=r"^Row 2: Unknown class 'wolf'.* 1 more row cannot"
    ) as error:
        apply_edits(labels, bad)
    assert "Nothing was changed" in str(error.value)


def test_chosen_rows_get_a_set_and_a_doubt_and_others_stay(labels):
    changed = with_rows_set(labels, [0, 2], 6, 0.1)
    np.testing.assert_allclose(changed.mass_of(6), [0.9, 0, 0.9])
    np.testing.assert_allclose(changed.mass_of(7), [0.1, 0.2, 0.1])
    assert changed.mass_of(3)[1] == 0.3
    assert with_rows_set(labels, [], 1, 0.0) is labels


def test_doubt_about_everything_is_just_omega(labels):
    changed = with_rows_set(labels, [0], 7, 0.4)
    assert changed.mass_of(7)[0] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("rows", "mask", "doubt"),
    [([3], 1, 0.0), ([-1], 1, 0.0), ([0], 0, 0.0), ([0], 8, 0), ([0], 1, 2)],
)
def test_impossible_brushes_are_refused(labels, rows, mask, doubt):
    with pytest.raises(DataError):
        with_rows_set(labels, rows, mask, doubt)


def test_a_very_rich_row_is_cut_with_dots():
    table = MassTable("abcd", range(1, 16), np.full((1, 15), 1 / 15))
    assert mass_texts(table)[0].endswith(" · …")
    assert mass_texts(table)[0].count(" · ") == 8


def test_masses_are_written_block_by_block_alike_and_take_little_memory():
    """50 million masses, all that labels may have, took 3 GB beside them."""
    rng = np.random.default_rng(0)
    mass = np.round(rng.random((4_000, 1_000)), 2)
    table = MassTable([f"c{k}" for k in range(10)], range(1, 1_001), mass / mass.sum(1)[:, None])
    assert peak_of(lambda: mass_texts(table)) < 2.5 * table.mass.nbytes
    texts = mass_texts(table)
    for row in (0, 999, 1_000, 1_001, 3_999):
        assert [texts[row]] == mass_texts(table[row])


def test_edits_look_at_the_edited_rows_alone(monkeypatch):
    table = MassTable.vacuous(1_000, FRAME)
    looked = []
    find = label_edits.best_sets
    monkeypatch.setattr(
        label_edits, "best_sets", lambda each: looked.append(len(each)) or find(each)
    )
    changed = apply_edits(table, {7: {"set": "a"}, 500: {"set": "b", "doubt": 0.5}})
    assert looked == [2]
    assert changed.mass_of(1)[7] == 1 and changed.mass_of(2)[500] == 0.5
    with pytest.raises(DataError, match="Row 501"):
        apply_edits(table, {7: {"set": "a"}, 500: {"set": "nobody"}})


def test_sets_of_very_many_classes_are_cut_in_tables_and_keep_their_masses():
    """1,500 labels of 2,000 out of 4,000 classes each took the page two minutes."""
    frame = Frame([f"class {k}" for k in range(300)])
    table = MassTable(frame, [(1 << 299) - 1, 1], [[0.7, 0.3], [0.0, 1.0]])
    shown = editable_columns(table)
    assert len(shown["set"][0]) == 200 and shown["set"][0].endswith("…")
    assert shown["masses"][0].count("…") == 1 and len(shown["masses"][0]) < 250
    changed = apply_edits(table, {0: {"doubt": 0.5}})
    assert changed.mass_of((1 << 299) - 1)[0] == changed.mass_of(frame.omega)[0] == 0.5


def test_labels_follow_evidence_as_a_suggestion_the_set_of_both_or_a_doubt():
    given = MassTable(["a", "b", "c"], [1, 2, 7], [[1, 0, 0], [0.6, 0, 0.4], [0, 1, 0], [0, 0, 1]])
    rows, points_to = [0, 1, 3], [2, 6, 4]
    taken = follow_evidence(given, rows, points_to, SUGGESTION)
    assert [taken.mass_of(mask)[row] for row, mask in zip(rows, points_to, strict=True)] == [
        1,
        1,
        1,
    ]
    both = follow_evidence(given, rows, points_to, BOTH)
    assert both.mass_of(3)[0] == 1
    assert (both.mass_of(7)[1], both.mass_of(7)[3]) == (1, 1)  # {a} ∪ {b, c}, and Ω stays Ω
    kept = follow_evidence(given, [1], [2], BOTH)
    assert (kept.mass_of(3)[1], kept.mass_of(7)[1]) == (0.6, 0.4)  # with its doubt
    doubted = follow_evidence(given, [0, 1], [2, 2], DOUBT, 0.5)
    np.testing.assert_allclose(doubted.on([1, 2, 7]).mass[:2], [[0.5, 0, 0.5], [0.3, 0, 0.7]])
    assert differing(given, doubted).tolist() == [True, True, False, False]
    assert differing(given, taken).tolist() == [True, True, False, True]
    with pytest.raises(DataError, match="doubt"):
        follow_evidence(given, [0], [2], DOUBT, 1.5)
