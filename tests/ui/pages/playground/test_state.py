"""The playground as plain values: sources, names, and what follows from them."""

import pytest

from belieflab import DataError, MassTable
from belieflab.belief.algebra import masses_of
from belieflab.ui.pages.playground.combination import work_out
from belieflab.ui.pages.playground.link import PRESETS, preset_of
from belieflab.ui.pages.playground.page import read_names, write_names
from belieflab.ui.pages.playground.sources import with_edits
from belieflab.ui.pages.playground.state import MAX_SOURCES, Playground, Source, by_size

ZADEH = PRESETS["zadeh"].playground


def masses(outcome):
    return masses_of(outcome.result)


def test_omega_takes_the_rest():
    source = Source("s").with_masses({1: 0.3, 3: 0.2})
    table = source.table(Playground(("a", "b", "c"), (source,)).frame)
    assert masses_of(table) == pytest.approx({1: 0.3, 3: 0.2, 7: 0.5})


def test_decimal_masses_that_sum_to_one_leave_nothing():
    assert Source("s").with_masses({1: 0.1, 2: 0.2, 4: 0.7}).rest == 0.0


def test_too_much_mass_is_a_sentence_and_is_kept():
    source = Source("Ann").with_masses({1: 0.8, 2: 0.5})
    playground = Playground(("a", "b"), (source,))
    outcome = work_out(playground)
    assert outcome.result is None
    assert outcome.problem == ("The masses of Ann sum to 1.3; take 0.3 away, or scale them to 1.")
    assert source.scaled().total == pytest.approx(1.0)


def test_zadeh():
    outcome = work_out(ZADEH)
    assert masses(outcome) == pytest.approx({4: 1.0})
    assert outcome.conflict == pytest.approx(0.9999, abs=1e-15)


def test_murder_ends_with_a_half_for_paul():
    outcome = work_out(PRESETS["murder"].playground)
    assert masses(outcome) == pytest.approx({2: 0.5, 4: 0.5})


def test_conditioning_on_the_alibi_is_combining_with_it():
    murder = PRESETS["murder"].playground
    conditioned = Playground(murder.names, murder.sources[:1], "dempster", given=0b110)
    assert masses(work_out(conditioned)) == pytest.approx(masses(work_out(murder)))


def test_conjunctive_conditioning_leaves_conflict_on_the_empty_set():
    source = Source("s").with_masses({1: 0.4, 2: 0.6})
    outcome = work_out(Playground(("a", "b", "c"), (source,), "conjunctive", given=0b101))
    assert masses(outcome) == pytest.approx({0: 0.6, 1: 0.4})


def test_two_agreeing_forecasts():
    assert masses(work_out(PRESETS["agree"].playground))[1] == pytest.approx(0.88)


def test_bayes_inside_dempster():
    prior, contour = (0.7, 0.1, 0.2), (0.1, 1.0, 0.4)
    joint = [p * c for p, c in zip(prior, contour, strict=True)]
    found = masses(work_out(PRESETS["bayes"].playground))
    assert [found[1], found[2], found[4]] == pytest.approx([j / sum(joint) for j in joint])


def test_rumour_twice_is_one_rumour():
    preset = PRESETS["twice"].playground
    assert masses(work_out(preset)) == pytest.approx({1: 0.3, 3: 0.4, 7: 0.3})


def test_discounting_moves_doubt_to_omega():
    witness = PRESETS["witness"].playground
    outcome = work_out(witness)
    assert masses_of(outcome.sources[0]) == pytest.approx({1: 0.7, 7: 0.3})


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [("dempster", "contradict each other completely"), ("cautious", "A has none")],
)
def test_what_a_rule_cannot_do_is_a_sentence(rule, sentence):
    sure = (Source("A").with_masses({1: 1.0}), Source("B").with_masses({2: 1.0}))
    outcome = work_out(Playground(("x", "y"), sure, rule))
    assert outcome.result is None
    assert sentence in outcome.problem


def test_impossible_condition_is_a_sentence():
    source = Source("A").with_masses({1: 1.0})
    outcome = work_out(Playground(("x", "y"), (source,), "dempster", given=2))
    assert "compatible with the condition {y}" in outcome.problem


def test_names_carry_their_masses():
    renamed = ZADEH.with_names(["meningitis", "concussion", "cancer"])
    assert renamed.sources == ZADEH.sources
    turned = ZADEH.with_names(["tumour", "meningitis", "concussion"])
    assert dict(turned.sources[0].masses) == {0b010: 0.99, 0b001: 0.01}
    more = ZADEH.with_names([*ZADEH.names, "stroke"])
    assert more.sources == ZADEH.sources
    fewer = ZADEH.with_names(["meningitis", "tumour"])
    assert dict(fewer.sources[0].masses) == {0b01: 0.99, 0b10: 0.01}
    assert dict(fewer.sources[1].masses) == {0b10: 0.01}
    assert fewer.sources[1].rest == pytest.approx(0.99)


def test_a_set_that_becomes_the_whole_frame_joins_omega():
    source = Source("s").with_masses({0b011: 0.5})
    fewer = Playground(("a", "b", "c"), (source,)).with_names(["a", "b"])
    assert fewer.sources[0].masses == ()


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["a"], "2 to 5 names; 1"),
        (list("abcdef"), "2 to 5 names; 6"),
        (["a", " a "], "appears twice"),
        (["a", ""], "empty name"),
    ],
)
def test_bad_names_are_sentences(names, sentence):
    with pytest.raises(DataError, match=sentence):
        ZADEH.with_names(names)


def test_sources_come_and_go():
    playground = ZADEH
    while len(playground.sources) < MAX_SOURCES:
        playground = playground.with_new_source()
    assert len({source.name for source in playground.sources}) == MAX_SOURCES
    with pytest.raises(DataError, match="up to 6"):
        playground.with_new_source()
    alone = ZADEH.without_source(0)
    assert [source.name for source in alone.sources] == ["Doctor 2"]
    with pytest.raises(DataError, match="at least one"):
        alone.without_source(0)


def test_two_sources_cannot_share_a_name():
    with pytest.raises(DataError, match="Doctor 2"):
        ZADEH.with_source(0, Source("Doctor 2"))
    with pytest.raises(DataError, match="needs a name"):
        ZADEH.with_source(0, Source("  "))


def test_edits_of_the_table():
    edited = with_edits(ZADEH, [1, 2, 4], {0: {"s0": 0.5}, 2: {"s0": None, "s1": 0.005}})
    assert dict(edited.sources[0].masses) == {1: 0.5}
    assert dict(edited.sources[1].masses) == {2: 0.99, 4: 0.005}
    with pytest.raises(DataError, match=r"Doctor 1: m\({meningitis}\) = 3"):
        with_edits(ZADEH, [1], {0: {"s0": 3}})


def test_a_label_of_the_workspace_becomes_a_source():
    labels = MassTable.from_guess_and_doubt(["b", "a"], [0.25, 0.5], ["a", "b", "c"])
    alone = ZADEH.with_label(labels, 0)
    assert alone.names == ("a", "b", "c")
    assert alone.sources == (Source("Row 1", ((2, 0.75),)),)
    both = alone.with_label(labels, 1)
    assert [source.name for source in both.sources] == ["Row 1", "Row 2"]
    assert [source.name for source in both.with_label(labels, 1).sources][2] == "Row 2 (2)"


def test_names_in_one_line():
    assert read_names("a, b ,c") == ["a", "b ", "c"]
    for names in [("a", "b"), ("x, y", "z"), ('say "a"', "b")]:
        assert tuple(read_names(write_names(names))) == names
    assert read_names("") == []


def test_small_sets_first():
    assert by_size(3) == [0, 1, 2, 4, 3, 5, 6, 7]


def test_an_example_is_known_under_any_rule():
    from dataclasses import replace

    assert preset_of(replace(ZADEH, rule="yager", given=3)) is PRESETS["zadeh"]
    assert preset_of(ZADEH.with_new_source()) is None
