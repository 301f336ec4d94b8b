"""Answers with a doubt, one by one: what they say together, and their file."""

import numpy as np
import pandas as pd
import pytest
from allocation import peak_of

from belieflab import DataError, Frame, MassTable
from belieflab.belief import RULES, combine
from belieflab.belief.masks import as_masks
from belieflab.data.answer_headings import holds_answers
from belieflab.data.answer_table import read_answers
from belieflab.data.crowd import UNKNOWN, combine_annotators
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.reading import read_label_file, read_table, sniff, write_table

FRAME = Frame(["1", "0", "=c"])
"""Names that could be taken for codes, and one that a spreadsheet would run."""


def drawn(seed: int, n: int = 12, annotators: int = 5, share: float = 0.6) -> CrowdAnswers:
    rng = np.random.default_rng(seed)
    rows, who = np.nonzero(rng.random((n, annotators)) < share)
    codes = rng.integers(0, FRAME.size, len(rows))
    return CrowdAnswers.from_codes(FRAME, n, rows, who, codes, rng.random(len(rows)).round(2))


ANIMALS = Frame(["cat", "dog", "elk", "wolf"])
SAID = [
    {"cat": 0.6, "dog": 0.2, ("cat", "dog", "wolf"): 0.2},  # never an elk
    {("dog", "wolf"): 0.5, None: 0.5},
    {0b1000: 1.0},
    {None: 1.0},
]


def test_answers_of_every_kind_are_mass_functions() -> None:
    answers = CrowdAnswers.from_masses(ANIMALS, 2, [0, 0, 1, 1], [0, 1, 0, 2], SAID)
    table = answers.masses(np.arange(4))
    assert table.mass_of(ANIMALS.mask(["cat", "dog", "wolf"])).tolist() == [0.2, 0, 0, 0]
    assert table.mass_of(int(ANIMALS.omega)).tolist() == [0, 0.5, 0, 1]
    assert answers.codes.tolist() == [0, -1, 3, -1]
    again = CrowdAnswers.from_masses(ANIMALS, 2, [0, 0, 1, 1], [0, 1, 0, 2], table)
    np.testing.assert_array_equal(again.pignistic(), answers.pignistic())
    sets = CrowdAnswers.from_sets(
        ANIMALS, 2, [0, 1], [1, 2], as_masks(4, [0b1010, int(ANIMALS.omega)]), [0.5, 0.0]
    )
    same = CrowdAnswers.from_masses(ANIMALS, 2, [0, 1], [1, 2], SAID[1::2])
    np.testing.assert_allclose(same.combine().dense(), sets.combine().dense())


@pytest.mark.parametrize("rule", RULES)
def test_annotators_with_any_answers_are_combined_as_their_masses_are(rule: str) -> None:
    answers = CrowdAnswers.from_masses(ANIMALS, 2, [0, 0, 1, 1], [0, 1, 0, 2], SAID)
    rates = [0.9, 0.5, 1.0]
    ours = combine_annotators(answers, rates, rule)
    for row, chosen in enumerate(([0, 1], [2, 3])):
        said = answers.masses(np.array(chosen))
        sources = [said[k].discount(1 - rates[answers.annotators[chosen[k]]]) for k in (0, 1)]
        np.testing.assert_allclose(ours[row].dense(), combine(sources, rule).dense(), atol=1e-12)


@pytest.mark.parametrize(
    ("masses", "sentence"),
    [
        ([{"cat": 0.5}], "masses of answer 1 sum to 0.5"),
        ([{"cat": 1.5, "dog": -0.5}], "Answer 1 has the mass -0.5"),
        ([{"cat": float("nan")}], "Answer 1 has the mass nan"),
        ([{(): 1.0}], "Answer 1 names no class"),
        ([{"cow": 1.0}], "cow"),
        ([{99: 1.0}], "99"),
        ([{"cat": 1.0}, {"dog": 1.0}], "1 answers, but 2 mass functions"),
        ([{}], "masses of answer 1 sum to 0"),
    ],
)
def test_masses_that_are_none_are_refused(masses: list, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        CrowdAnswers.from_masses(ANIMALS, 1, [0], [0], masses)
    with pytest.raises(DataError, match="Class codes need the classes"):
        combine_annotators([[0, 1]])


@pytest.mark.parametrize("rule", RULES)
def test_every_object_is_combined_from_its_own_answers(rule: str) -> None:
    answers = drawn(len(rule), n=30)
    together = answers.combine(rule, 0.9)
    assert len(together) == answers.n
    for row in range(answers.n):
        said = np.flatnonzero(answers.rows == row)
        label = together[row]
        if not len(said):
            assert label.mass_of(FRAME.omega)[0] == pytest.approx(1.0)
            continue
        sources = []
        for each in said:
            sure = 0.9 * (1 - answers.doubts[each])
            focal = [1 << int(answers.codes[each]), FRAME.omega]
            sources.append(MassTable(FRAME, focal, [[sure, 1 - sure]]))
        np.testing.assert_allclose(label.dense(), combine(sources, rule).dense(), atol=1e-12)


@pytest.mark.parametrize("rule", ["dempster", "average", "cautious"])
def test_without_doubts_it_is_a_crowd_of_annotators(rule: str) -> None:
    answers = drawn(3)
    answers = CrowdAnswers.from_codes(
        FRAME, answers.n, answers.rows, answers.annotators, answers.codes, np.zeros(len(answers))
    )
    reliable = np.array([0.9, 0.5, 0.7, 0.2, 0.6])
    codes = np.full((answers.n, 5), UNKNOWN)
    codes[answers.rows, answers.annotators] = answers.codes
    expected = combine_annotators(codes, reliable, rule, FRAME)
    np.testing.assert_allclose(
        answers.combine(rule, reliable).dense(), expected.dense(), atol=1e-12
    )


def test_conflict_is_what_the_conjunctive_rule_leaves_on_nothing() -> None:
    answers = CrowdAnswers.from_codes(
        FRAME, 3, np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([0, 1, 1]), np.zeros(3)
    )
    np.testing.assert_allclose(answers.conflict(0.5), [0.25, 0.0, 0.0])
    with pytest.raises(DataError, match="without any doubt"):
        answers.combine("dempster", 1.0)


def test_a_file_gives_the_answers_back() -> None:
    answers = drawn(8)
    content = write_table(answers.table())
    table = read_table(content, sniff(content, "answers.csv"))
    assert holds_answers(table.columns)
    again = read_answers(table, answers.n, FRAME)
    with pytest.raises(DataError, match="Crowd page"):
        read_label_file(content, "answers.csv", FRAME, answers.n)
    np.testing.assert_array_equal(again.rows, answers.rows)
    np.testing.assert_array_equal(again.codes, answers.codes)
    np.testing.assert_array_equal(again.doubts, answers.doubts)
    np.testing.assert_array_equal(again.combine("yager").dense(), answers.combine("yager").dense())


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"row": [0, 2]}, "Line 1 .* object 0"),
        ({"row": [1, 9]}, "Line 2 .* object 9"),
        ({"row": [1, 1.5]}, "Line 2 .* object 1.5"),
        ({"answer": ["a", "z"]}, "Line 2 .* Unknown class 'z'"),
        ({"doubt": [0.2, 7.0]}, "Answer 2 has the doubt 7"),
        ({"doubt": [0.2, "much"]}, "'much'"),
        ({"row": [1, 1], "annotator": ["x", "x"]}, "at most once"),
        ({"answer": ["", None]}, "no answer"),
    ],
)
def test_a_bad_line_is_named(change: dict[str, list[object]], refusal: str) -> None:
    good = {"row": [1, 2], "annotator": ["x", "y"], "answer": ["a", "b"], "doubt": [0.1, 0.2]}
    with pytest.raises(DataError, match=refusal):
        read_answers(pd.DataFrame(good | change), 5, Frame(["a", "b"]))


def test_no_answers_are_no_trouble() -> None:
    none = np.empty(0, dtype=np.int64)
    answers = CrowdAnswers.from_codes(FRAME, 4, none, none, none, np.empty(0))
    assert answers.combine("dempster", 0.9).mass_of(FRAME.omega).tolist() == [1.0] * 4
    assert answers.conflict().tolist() == [0.0] * 4
    assert answers.n_annotators == 0 and len(answers.agreement()) == 0


def test_as_many_annotators_as_answers_take_no_table_of_all_pairs():
    """A table of objects by annotators by classes would take 640 MB here, and 80 GB for 0.3 MB."""
    n = 4_000
    answers = CrowdAnswers.from_codes(FRAME, n, range(n), range(n), np.arange(n) % 3)

    def look() -> None:
        assert set(answers.agreement()) == {0.5}
        assert answers.codes.tolist() == [k % 3 for k in range(n)]

    assert peak_of(look) < 4_000_000
