import naive_beliefs as naive
import numpy as np
import pytest
from hypothesis import given, settings
from mass_strategies import several_tables, tables

from belieflab import DataError, Frame, MassTable
from belieflab.belief import RULES, Rule, algebra, combine, conjunction, transforms
from belieflab.belief.combination import derive

EXACT = [key for key in RULES if key != "cautious"]
ASSOCIATIVE = ["conjunctive", "dempster", "disjunctive", "cautious"]


def assert_same(left, right, tolerance=1e-12):
    assert left.equals(right, tolerance), (left.mass, right.mass)


@pytest.fixture(params=["pairs", "commonalities"])
def path(request, monkeypatch):
    """Both ways to a conjunctive combination, whatever the size of the tables."""
    wanted = request.param == "commonalities"
    monkeypatch.setattr(conjunction, "_commonalities_pay", lambda *_: wanted)
    return request.param


@pytest.mark.parametrize("way", ["pairs", "commonalities"])
@pytest.mark.parametrize("key", EXACT)
@given(sources=several_tables(normal=True))
@settings(max_examples=40)
def test_rules_equal_the_sum_over_all_tuples_of_focal_sets(key, way, sources):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conjunction, "_commonalities_pay", lambda *_: way == "commonalities")
        combined = combine(sources, key)
    omega = naive.set_of(sources[0].frame.omega)
    for i in range(len(sources[0])):
        expected = naive.rule(key, [naive.row_of(source, i) for source in sources], omega)
        for mask in range(omega and 1 << len(omega)):
            found = combined.mass_of(mask)[i]
            assert found == pytest.approx(expected.get(naive.set_of(mask), 0.0), abs=1e-13)


@pytest.mark.parametrize("key", RULES)
@given(sources=several_tables(omega=True))
def test_every_rule_gives_masses_that_sum_to_one_in_any_order_of_sources(key, sources):
    combined = combine(sources, key)
    assert (combined.mass >= 0).all()
    np.testing.assert_allclose(combined.mass.sum(axis=1), 1.0, atol=1e-13)
    assert_same(combine(sources[::-1], key), combined)


@pytest.mark.parametrize("key", ASSOCIATIVE)
@given(sources=several_tables(sources=(3, 3), omega=True))
def test_sources_may_meet_in_any_grouping(key, sources):
    first, second, third = sources
    together = combine(sources, key)
    assert_same(combine([combine([first, second], key), third], key), together, 1e-11)
    assert_same(combine([first, combine([second, third], key)], key), together, 1e-11)


@given(tables())
def test_ignorance_changes_nothing_under_the_conjunctive_rules(table):
    vacuous = MassTable.vacuous(len(table), table.frame)
    assert_same(combine([table, vacuous], "conjunctive"), table)
    assert_same(combine([vacuous, table], "yager"), combine([table], "yager"))
    wholly = combine([table, vacuous], "disjunctive")
    assert wholly.mass_of(table.frame.omega) == pytest.approx(np.ones(len(table)))


@given(tables(omega=True))
def test_the_cautious_rule_does_not_count_one_source_twice(table):
    assert_same(combine([table, table], "cautious"), table)
    assert_same(combine([table], "cautious"), table)


@given(several_tables(sources=(3, 3), omega=True))
def test_the_conjunctive_rule_distributes_over_the_cautious_rule(sources):
    """(m1 ∩ m2) ∧ (m1 ∩ m3) = m1 ∩ (m2 ∧ m3) (Denœux 2008, proposition 6)."""
    first, second, third = sources
    left = combine(
        [combine([first, second], "conjunctive"), combine([first, third], "conjunctive")],
        "cautious",
    )
    right = combine([first, combine([second, third], "cautious")], "conjunctive")
    assert_same(left, right, 1e-10)


# -- worked examples ----------------------------------------------------------------------------


def test_zadehs_two_physicians(path):
    """Meningitis .99 and tumour .01 against concussion .99 and tumour .01 (Zadeh 1979)."""
    frame = Frame(["meningitis", "tumour", "concussion"])
    first = MassTable(frame, [1, 2], [[0.99, 0.01]])
    second = MassTable(frame, [4, 2], [[0.99, 0.01]])
    assert combine([first, second], "conjunctive").conflict()[0] == pytest.approx(0.9999)
    assert combine([first, second], "dempster").mass_of(2)[0] == pytest.approx(1.0)
    yager = combine([first, second], "yager")
    assert (yager.mass_of(2)[0], yager.mass_of(7)[0]) == pytest.approx((0.0001, 0.9999))
    prade = combine([first, second], "dubois-prade")
    expected = {2: 0.0001, 3: 0.0099, 5: 0.9801, 6: 0.0099}
    assert {m: prade.mass_of(m)[0] for m in expected} == pytest.approx(expected)
    average = combine([first, second], "average")
    assert average.mass[0] == pytest.approx([0.495, 0.01, 0.495])


def test_shafers_burglary(path):
    """A left-handed insider: supports .9 and .8 of two sets of suspects (Shafer 1976, ch. 4)."""
    frame = Frame(["left insider", "left outsider", "right insider", "right outsider"])
    left = MassTable(frame, [3, 15], [[0.9, 0.1]])
    insider = MassTable(frame, [5, 15], [[0.8, 0.2]])
    combined = combine([left, insider], "dempster")
    assert combined.focal.tolist() == [1, 3, 5, 15]
    assert combined.mass[0] == pytest.approx([0.72, 0.18, 0.08, 0.02])


def test_denoeuxs_cautious_example():
    """m1, m2, their weights and their cautious combination (Denœux 2006 and 2008)."""
    first = MassTable("abc", [3, 6, 7], [[0.3, 0.5, 0.2]])
    second = MassTable("abc", [2, 6, 7], [[0.3, 0.4, 0.3]])
    assert transforms.to_weights(first.dense())[0, [1, 2, 3, 6]] == pytest.approx(
        [1, 7 / 4, 2 / 5, 2 / 7]
    )
    assert transforms.to_weights(second.dense())[0, [2, 3, 6]] == pytest.approx([0.7, 1, 3 / 7])
    combined = combine([first, second], "cautious")
    assert combined.focal.tolist() == [2, 3, 6, 7]
    assert combined.mass[0] == pytest.approx([0.6, 0.12, 0.2, 0.08])


def test_dempsters_rule_on_probabilities_is_bayes():
    prior, likelihood = np.array([[0.2, 0.3, 0.5]]), np.array([[0.6, 0.3, 0.1]])
    combined = combine(
        [MassTable.from_probabilities(prior), MassTable.from_probabilities(likelihood)]
    )
    expected = prior * likelihood / (prior * likelihood).sum()
    np.testing.assert_allclose(combined.mass, expected, atol=1e-15)


# -- extremes -----------------------------------------------------------------------------------


def test_total_conflict_names_the_rows(path):
    first = MassTable.from_hard(["a", "a", "b", "b"], "abc")
    second = MassTable.from_hard(["a", "b", "b", "c"], "abc")
    with pytest.raises(DataError, match="Total conflict in rows 2 and 4"):
        combine([first, second], "dempster")
    assert combine([first, second], "conjunctive").conflict().tolist() == [0, 1, 0, 1]


def test_a_thousand_sources_in_conflict_do_not_underflow(path):
    """The unnormalised masses are as small as 1e-1500; what Dempster's rule keeps is not."""
    sure = MassTable("ab", [1, 2], [[0.999, 0.001], [0.5, 0.5]])
    opposed = MassTable("ab", [1, 2], [[0.001, 0.999], [0.5, 0.5]])
    combined = combine([sure, opposed] * 500, "dempster")
    np.testing.assert_allclose(combined.mass, 0.5, rtol=1e-9)


def test_many_classes_with_few_focal_sets_never_need_the_power_set():
    frame = Frame(range(63))
    rng = np.random.default_rng(0)
    sources = []
    for _ in range(3):
        focal = np.append(rng.choice(2**62, size=4, replace=False), frame.omega)
        sources.append(MassTable(frame, focal, rng.dirichlet(np.ones(5), size=50)))
    for key in ("conjunctive", "dempster", "disjunctive", "yager", "dubois-prade", "average"):
        combined = combine(sources, key)
        omega = naive.set_of(frame.omega)
        expected = naive.rule(key, [naive.row_of(source, 7) for source in sources], omega)
        for mask, mass in naive.row_of(combined, 7).items():
            assert mass == pytest.approx(expected.get(mask, 0.0), abs=1e-13)
    with pytest.raises(DataError, match=r"2\^63 subsets"):
        combine(sources, "cautious")


def test_rows_with_sets_of_their_own_do_not_multiply_the_columns():
    n = 400
    frame = Frame(range(40))
    rng = np.random.default_rng(1)
    sources = [
        MassTable.from_sets(rng.integers(1, 2**40, size=n), frame).discount(0.1) for _ in range(2)
    ]
    combined = combine(sources, "conjunctive")
    assert len(combined.focal) <= 3 * n + 2
    np.testing.assert_allclose(combined.mass.sum(axis=1), 1.0)


def test_too_many_focal_sets_on_a_large_frame_are_refused_at_once():
    masks = np.arange(1, 5001)
    table = MassTable(range(30), masks, np.full((1, 5000), 1 / 5000))
    for key in ("conjunctive", "dubois-prade"):
        with pytest.raises(DataError, match="5000 by 5000 focal sets are too many"):
            combine([table, table], key)


def test_both_ways_agree_on_a_large_table(monkeypatch):
    rng = np.random.default_rng(2)
    sources = [
        MassTable("abcde", np.arange(32), rng.dirichlet(np.full(32, 0.2), size=500))
        for _ in range(6)
    ]
    for key in ("conjunctive", "dempster", "disjunctive"):
        monkeypatch.setattr(conjunction, "_commonalities_pay", lambda *_: True)
        fast = combine(sources, key)
        monkeypatch.setattr(conjunction, "_commonalities_pay", lambda *_: False)
        assert_same(combine(sources, key), fast, 1e-12)


def test_impossible_sets_carry_no_rounding_dust(monkeypatch):
    monkeypatch.setattr(conjunction, "_commonalities_pay", lambda *_: True)
    rng = np.random.default_rng(3)
    guesses = rng.integers(0, 4, size=(5, 300))
    sources = [MassTable.from_guess_and_doubt(guess, 0.3, "abcd") for guess in guesses]
    combined = combine(sources, "dempster")
    assert set(combined.focal.tolist()) == {1, 2, 4, 8, 15}


@pytest.mark.parametrize(
    ("tables_given", "rule", "sentence"),
    [
        ([], "dempster", "at least one source"),
        (
            [MassTable.vacuous(1, "ab"), MassTable.vacuous(1, "xy")],
            "average",
            "Source 2 is about the classes x, y, but source 1 is about a, b",
        ),
        (
            [MassTable.vacuous(1, "ab"), MassTable.vacuous(2, "ab")],
            "yager",
            "Source 2 has 2 rows but source 1 has 1",
        ),
        ([MassTable.vacuous(1, "ab")], "majority", "no rule called 'majority'; there are"),
        (
            [MassTable.vacuous(2, "ab"), MassTable.from_hard(["a", None], "ab")],
            "cautious",
            "source 2 has none in row 1; discount it first",
        ),
    ],
)
def test_bad_requests_are_refused_in_a_sentence(tables_given, rule, sentence):
    with pytest.raises(DataError) as error:
        combine(tables_given, rule)
    assert sentence in str(error.value)


def test_every_rule_says_what_it_is():
    for key, rule in RULES.items():
        assert rule.key == key
        assert rule.title
        assert rule.explanation.endswith(".")


def test_no_rows_combine_to_no_rows():
    none = MassTable("ab", [1, 2, 3], np.zeros((0, 3)))
    for key in RULES:
        assert len(combine([none, none], key)) == 0


def test_a_rule_is_added_by_its_entry_alone():
    """A rule that believes the first source and nobody else."""
    first = Rule(
        "first",
        "First",
        "Only the first source counts.",
        combine=lambda frame, sources: sources[0],
        derive=lambda frame, sources: algebra.derive_conjunctive(frame, sources[:1]),
    )
    one, two = MassTable("ab", [1, 3], [[0.6, 0.4]]), MassTable("ab", [2, 3], [[0.5, 0.5]])
    with RULES.temporarily(first):
        assert_same(combine([one, two], "first"), one)
        assert derive([one, two], "first")[-1].masses == {1: 0.6, 3: 0.4}
    with pytest.raises(DataError, match="no rule called 'first'"):
        combine([one, two], "first")
