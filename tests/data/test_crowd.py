import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from belieflab import DataError, Frame, MassTable
from belieflab.belief import RULES as COMBINATIONS
from belieflab.belief.combination import combine
from belieflab.data import Dataset, build_labels, load_sample
from belieflab.data.crowd import agreement, answer_codes, combine_annotators, crowd_rules
from belieflab.data.crowd_simulation import crowd_behind_labels, parse_reliabilities

FRAME = Frame("abc")
RULES = ["dempster", "average", "cautious"]
IRIS = load_sample("iris")


@pytest.mark.parametrize("rule", RULES)
@given(
    answers=arrays(np.int64, (4, 5), elements=st.integers(0, 2)),
    reliabilities=arrays(np.float64, 5, elements=st.floats(0, 0.99)),
)
def test_closed_forms_equal_the_general_rules(rule, answers, reliabilities):
    sources = [
        MassTable.from_guess_and_doubt(np.array(list("abc"))[column], 1 - r, FRAME)
        for column, r in zip(answers.T, reliabilities, strict=True)
    ]
    expected = combine(sources, rule)
    ours = combine_annotators(answers, reliabilities, rule, FRAME)
    for mask in range(8):
        assert np.abs(ours.mass_of(mask) - expected.mass_of(mask)).max() < 1e-9


def test_a_worked_example():
    ours = combine_annotators([[0, 0, 1]], [0.6, 0.5, 0.5], "dempster", "ab")
    # {a}: w = 0.4 · 0.5 = 0.2, {b}: w = 0.5; conflict 0.8 · 0.5 = 0.4
    assert ours.mass_of(1) == pytest.approx(0.8 * 0.5 / 0.6)
    assert ours.mass_of(2) == pytest.approx(0.2 * 0.5 / 0.6)
    assert ours.mass_of(3) == pytest.approx(0.2 * 0.5 / 0.6)
    average = combine_annotators([[0, 0, 1]], [0.6, 0.5, 0.5], "average", "ab")
    assert average.mass_of(1) == pytest.approx(1.1 / 3)
    assert average.mass_of(3) == pytest.approx(1.4 / 3)
    cautious = combine_annotators([[0, 0, 1]], [0.6, 0.5, 0.5], "cautious", "ab")
    assert cautious.mass_of(1) == pytest.approx(0.6 * 0.5)
    assert cautious.mass_of(0) == pytest.approx(0.6 * 0.5)


@pytest.mark.parametrize("rule", RULES)
def test_silence_says_nothing(rule):
    ours = combine_annotators([[-1, -1], [0, -1]], [0.7, 0.9], rule, FRAME)
    assert ours.mass_of(7) == pytest.approx([1.0, 0.3])
    assert ours.mass_of(1) == pytest.approx([0.0, 0.7])


def test_the_cautious_rule_counts_a_repeated_answer_once():
    once = combine_annotators([[0]], 0.6, "cautious", FRAME)
    thrice = combine_annotators([[0, 0, 0]], 0.6, "cautious", FRAME)
    assert thrice.mass_of(1) == pytest.approx(once.mass_of(1))


def test_dempster_survives_a_thousand_disagreeing_annotators():
    answers = np.array([[0] * 500 + [1] * 500, [0] * 600 + [1] * 400])
    ours = combine_annotators(answers, 0.99, "dempster", FRAME)
    assert ours.mass_of(1) == pytest.approx([0.5, 1.0])
    assert ours.mass_of(2) == pytest.approx([0.5, 0.0])


def test_one_wholly_reliable_annotator_decides():
    ours = combine_annotators([[0, 1, 1]], [1.0, 0.9, 0.9], "dempster", FRAME)
    assert ours.mass_of(1).tolist() == [1.0]


def test_total_conflict_names_its_rows():
    with pytest.raises(DataError, match="contradict each other: rows 2 and 4"):
        combine_annotators([[0, 0], [0, 1], [2, 2], [1, 2]], 1.0, "dempster", FRAME)
    ours = combine_annotators([[0, 1]], 1.0, "cautious", FRAME)
    assert ours.mass_of(0).tolist() == [1.0]


@pytest.mark.parametrize(
    ("answers", "reliabilities", "rule", "sentence"),
    [
        ([[0, 3]], 0.5, "dempster", "Row 1, annotator 2: the answer 3 is no class of the 3"),
        ([[0, -2]], 0.5, "dempster", "annotator 2: the answer -2"),
        ([0, 1], 0.5, "dempster", "one row per object and one column per annotator"),
        ([[0.5]], 0.5, "dempster", "table of class codes"),
        ([[0, 1]], [0.5], "dempster", "2 annotators but 1 reliabilities"),
        ([[0, 1]], [0.5, 1.2], "dempster", "Annotator 2 has the reliability 1.2"),
        ([[0, 1]], [0.5, np.nan], "dempster", "Annotator 2 has the reliability nan"),
        ([[0, 1]], 0.5, "yager", "'yager' is no rule for a crowd; there are dempster"),
    ],
)
def test_bad_answers_are_named(answers, reliabilities, rule, sentence):
    with pytest.raises(DataError, match=sentence):
        combine_annotators(answers, reliabilities, rule, FRAME)


def test_names_become_codes_and_blanks_no_answer():
    codes = answer_codes([["a", None], ["", "c"], [float("nan"), "b"]], FRAME)
    assert codes.tolist() == [[0, -1], [-1, 2], [-1, 1]]
    with pytest.raises(DataError, match="Row 1, annotator 2: Unknown class 'd'"):
        answer_codes([["a", "d"]], FRAME)
    with pytest.raises(DataError, match="one column per annotator"):
        answer_codes(["a", "b"], FRAME)


def naive_agreement(codes, frame):
    """Straight from the definition: the votes of the others, annotator by annotator."""
    votes = (codes[:, :, None] == np.arange(frame.size)).astype(np.int64)
    shares = np.full(codes.shape[1], 0.5)
    for j in range(codes.shape[1]):
        others = votes.sum(axis=1) - votes[:, j]
        clear = (others == others.max(axis=1, keepdims=True)).sum(axis=1) == 1
        counted = clear & (codes[:, j] != -1)
        if counted.any():
            shares[j] = (others.argmax(axis=1) == codes[:, j])[counted].mean()
    return shares


@given(arrays(np.int64, (6, 5), elements=st.integers(-1, 2)))
def test_agreement_is_that_of_its_definition(codes):
    assert agreement(codes, FRAME).tolist() == naive_agreement(codes, FRAME).tolist()
    one = np.minimum(codes, 0)
    assert agreement(one, Frame("a")).tolist() == naive_agreement(one, Frame("a")).tolist()


def test_agreement_with_the_others():
    answers = [[0, 0, 0, 1], [1, 1, 1, 1], [2, 2, 2, -1], [0, 1, 2, -1]]
    assert agreement(answers, FRAME).tolist() == [1.0, 1.0, 1.0, 0.5]
    assert agreement([[0, -1]], FRAME).tolist() == [0.5, 0.5]


@pytest.mark.parametrize("rule", RULES)
def test_perfect_annotators_give_the_truth(rule):
    labels = build_labels("crowd", IRIS, reliability=1.0, spread=0.0, rule=rule)
    assert np.array_equal(labels.contour(), np.eye(3)[IRIS.truth])


def test_annotators_are_right_as_often_as_they_are_reliable():
    data = load_sample("gaussians", classes=4, size=20_000)
    crowd = crowd_behind_labels(data, seed=3, reliabilities="0.9, 0.6; .3")
    right = (crowd.answers == data.truth[:, None]).mean(axis=0)
    assert crowd.reliabilities.tolist() == [0.9, 0.6, 0.3]
    assert right == pytest.approx([0.9, 0.6, 0.3], abs=4 * 0.5 / np.sqrt(data.n))


def test_drawn_reliabilities_have_the_asked_mean_and_spread():
    data = load_sample("bernoulli")
    drawn = np.concatenate(
        [
            crowd_behind_labels(
                data, seed=s, annotators=50, reliability=0.7, spread=0.15
            ).reliabilities
            for s in range(40)
        ]
    )
    assert drawn.mean() == pytest.approx(0.7, abs=4 * 0.15 / np.sqrt(2000))
    assert drawn.std() == pytest.approx(0.15, rel=0.08)


def test_mistakes_go_to_neighbours_when_asked():
    data = load_sample("gaussians", classes=5, size=5000)
    crowd = crowd_behind_labels(data, reliabilities="0.2 0.2", mistakes="neighbouring class")
    assert set(np.unique(np.abs(crowd.answers - data.truth[:, None]))) == {0, 1}
    inner = data.truth == 2
    assert set(np.unique(crowd.answers[inner])) == {1, 2, 3}


def test_coverage_is_the_share_of_answers():
    data = load_sample("gaussians", size=20_000)
    crowd = crowd_behind_labels(data, coverage=0.4)
    assert (crowd.answers >= 0).mean() == pytest.approx(0.4, abs=0.01)
    silent = build_labels("crowd", data, coverage=0.0)
    assert (silent.nonspecificity() == 1).all()


@pytest.mark.parametrize("rule", RULES)
def test_the_law_combines_the_crowd_one_can_look_at(rule):
    labels = build_labels("crowd", IRIS, seed=9, annotators=7, rule=rule)
    crowd = crowd_behind_labels(IRIS, seed=9, annotators=7)
    assert np.array_equal(labels.mass, crowd.combine(rule).mass)


def test_unknown_rows_get_no_answers():
    data = Dataset(np.zeros((3, 1)), ("x",), np.array([0, -1, 1]), ("u", "v"))
    assert (crowd_behind_labels(data).answers[1] == -1).all()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0.9, good", "Reliability 2: 'good' is not a number"),
        ("0.9 1.5", "Reliability 2 is 1.5; a reliability is a number from 0 to 1"),
        ("nan", "Reliability 1 is nan"),
        ("0.5 " * 101, "101 reliabilities are listed; at most 100 fit"),
    ],
)
def test_bad_lists_of_reliabilities_are_named(text, sentence):
    with pytest.raises(DataError, match=sentence):
        parse_reliabilities(text)


def test_impossible_spreads_say_the_limit():
    with pytest.raises(DataError, match=r"below sqrt\(mean \(1 - mean\)\) = 0.3"):
        build_labels("crowd", IRIS, reliability=0.9, spread=0.4)


def test_the_rules_for_a_crowd_are_the_rules_with_a_closed_form():
    assert crowd_rules() == {key: COMBINATIONS[key].title for key in RULES}
    with pytest.raises(DataError, match="'yager' is no rule for a crowd; there are dempster"):
        combine_annotators([[0]], 0.6, "yager", FRAME)
    first_wins = replace(
        COMBINATIONS["yager"],
        key="first",
        title="The first",
        combine_simple=lambda frame, codes, supports: MassTable.from_hard(codes[:, 0], frame),
    )
    with COMBINATIONS.temporarily(first_wins):
        assert crowd_rules()["first"] == "The first"
        first = combine_annotators([[0, 1], [2, 1]], 0.6, "first", [0, 1, 2])
        assert first.pignistic().argmax(axis=1).tolist() == [0, 2]


def test_naming_the_rules_loads_no_compiled_code():
    program = "import sys, belieflab.data.laws; print('numba' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert found.stdout.strip() == "False", found.stderr
