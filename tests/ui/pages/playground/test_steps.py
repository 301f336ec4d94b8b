"""The sums a person reads, letter by letter."""

from belieflab.belief.algebra import derive_condition, derive_discount
from belieflab.belief.combination import derive
from belieflab.ui.pages.playground.combination import steps_of, work_out
from belieflab.ui.pages.playground.link import PRESETS
from belieflab.ui.pages.playground.steps import FORMULAS, MAX_PARTS, symbol, title_of, write_step

ZADEH = PRESETS["zadeh"].playground
FRAME = ZADEH.frame


def tables(key):
    return list(work_out(PRESETS[key].playground).sources)


def test_products_of_zadeh():
    products, normalised = derive(tables("zadeh"), "dempster")
    assert write_step(products, FRAME).splitlines()[-3:] == [
        "m₁₂({tumour}) = m₁({tumour})·m₂({tumour})",
        "              = 0.01·0.01",
        "              = 0.0001",
    ]
    assert title_of(normalised) == "Divide by 1 - κ = 1 - 0.9999 = 0.0001"
    assert write_step(normalised, FRAME).splitlines()[:2] == [
        "m({tumour}) = m₁₂({tumour}) / 0.0001",
        "            = 0.0001 / 0.0001",
    ]


def test_conflict_goes_to_omega_under_yager():
    step = derive(tables("zadeh"), "yager")[-1]
    assert write_step(step, FRAME).splitlines()[-2:] == ["m(Ω) = m₁₂(∅)", "     = 0.9999"]


def test_mean_names_every_source():
    (step,) = derive(tables("zadeh"), "average")
    assert "m({meningitis}) = (m₁({meningitis}) + m₂({meningitis})) / 2" in write_step(step, FRAME)
    assert "(0.99 + 0) / 2" in write_step(step, FRAME)


def test_cautious_shows_weights_and_their_least():
    weights, masses = derive(tables("twice"), "cautious")
    frame = PRESETS["twice"].playground.frame
    assert "w({a}) = min(w₁({a}), w₂({a}))\n       = min(0.7, 0.7)\n       = 0.7" in write_step(
        weights, frame
    )
    assert write_step(masses, frame).splitlines()[:3] == [
        "m({a}) = q({a}) - q({a, b}) - q({a, c}) + q(Ω)",
        "       = 1 - 0.7 - 0.3 + 0.3",
        "       = 0.3",
    ]


def test_doubt_and_condition():
    frame = PRESETS["witness"].playground.frame
    sure = PRESETS["witness"].playground.sources[0].table(frame)
    step = derive_discount(sure, 0.3)
    assert (
        "m₁({Peter}) = (1 - α)·t₁({Peter})\n            = 0.7·1\n            = 0.7"
        in write_step(step, frame)
    )
    assert "m₁(Ω) = α\n      = 0.3" in write_step(step, frame)
    moved, normalised = derive_condition(tables("murder")[0], 0b110)
    assert "m′({Paul}) = m({Peter, Paul})\n           = 0.5" in write_step(moved, frame)
    assert "m″({Paul}) = m′({Paul}) / 1" in write_step(normalised, frame)


def test_long_sums_say_what_they_leave_out():
    wide = [table.discount(0.5) for table in tables("bayes")]
    steps = derive([*wide, *wide], "dempster")
    texts = [write_step(step, wide[0].frame) for step in steps]
    longest = max(len(line.parts) for step in steps for line in step.lines)
    assert longest > MAX_PARTS
    assert any("smaller products" in text for text in texts)


def test_every_kind_has_a_formula_and_a_title():
    kinds = set()
    for key in PRESETS:
        for rule in ("dempster", "yager", "disjunctive", "dubois-prade", "average"):
            for step in derive(tables(key), rule):
                kinds.add(step.kind)
                assert title_of(step)
    assert kinds <= set(FORMULAS)


def test_symbols():
    assert [symbol((0,)), symbol((0, 1)), symbol(()), symbol((1,), "t")] == [
        "m₁",
        "m₁₂",
        "m′",
        "t₂",
    ]


def test_steps_stop_with_the_reason():
    from dataclasses import replace

    from belieflab.ui.pages.playground.state import Source

    sure = (Source("A").with_masses({1: 1.0}), Source("B").with_masses({2: 1.0}))
    playground = replace(ZADEH, sources=sure)
    steps, problem = steps_of(work_out(playground))
    assert steps == []
    assert "contradict each other completely" in problem
