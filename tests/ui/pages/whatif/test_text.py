"""What the What-if page says: methods paired replicate by replicate, and what there is to do."""

from dataclasses import replace

from belieflab.evaluation.significance import corrected_paired_test
from belieflab.experiments.cells import Job, Outcome, Result
from belieflab.experiments.experiment import of_sweep
from belieflab.experiments.sweep import Assessment, DataChoice, LawChoice, MethodChoice, Sweep
from belieflab.ui.pages.whatif.sweep import run_label
from belieflab.ui.pages.whatif.text import sign_table

SWEEP = Sweep(
    name="small",
    data=(DataChoice("iris"),),
    law=LawChoice("expert-doubt", "mean"),
    levels=(0.1,),
    methods=(MethodChoice("soft"), MethodChoice("knn")),
    replicates=3,
    test=Assessment("hold-out"),
)


def found(errors: dict[int, float], method: int) -> list[Result]:
    """Results of a method by replicate, in the order in which they came."""
    cell = SWEEP.cells[method]
    return [Result(Job(cell, replicate, 0), Outcome(e), 0.1) for replicate, e in errors.items()]


def test_methods_are_paired_by_replicate_in_whatever_order_these_came():
    rows = of_sweep(SWEEP).rows
    soft, knn = {2: 0.3, 0: 0.1, 1: 0.2}, {0: 0.2, 1: 0.2, 2: 0.2}
    (line,) = sign_table(rows, found(soft, 0) + found(knn, 1), "10 %").to_dict("records")
    assert (line["first better"], line["equal"], line["second better"]) == (1, 1, 1)
    del knn[0]
    (line,) = sign_table(rows, found(soft, 0) + found(knn, 1), "10 %").to_dict("records")
    assert (line["first better"], line["equal"], line["second better"]) == (0, 1, 1)
    assert sign_table(rows, found(soft, 0), "10 %").empty


def test_p_values_are_adjusted_and_folds_that_share_points_are_corrected():
    methods = (MethodChoice("soft"), MethodChoice("knn"), MethodChoice("eknn"))
    sweep = replace(SWEEP, methods=methods)
    errors = [{r: level + 0.01 * (r % 3) for r in range(8)} for level in (0.1, 0.2, 0.11)]
    errors[1][0] = 0.35
    results = [
        Result(Job(sweep.cells[place], replicate, 0), Outcome(error), 0.1)
        for place, each in enumerate(errors)
        for replicate, error in each.items()
    ]
    anew = replace(sweep, data=(DataChoice("gaussians"),))
    moved = [
        Result(Job(anew.cells[sweep.cells.index(job.cell)], job.replicate, 0), outcome, 0.1)
        for job, outcome, _ in results
    ]
    table = sign_table(of_sweep(anew).rows, moved, "10 %")
    assert table["p-value"].tolist() == [2 / 2**8] * 3
    assert table["p, Holm"].tolist() == [6 / 2**8] * 3
    assert "p, corrected" not in table
    table = sign_table(of_sweep(sweep).rows, results, "10 %")
    first, second = ([100 * e for e in errors[place].values()] for place in (0, 1))
    expected = corrected_paired_test(first, second, 0.25)
    assert abs(table["p, corrected"][0] - expected.p_value) < 1e-12
    assert (table["p, corrected, Holm"] >= table["p, corrected"]).all()


def test_the_button_says_what_there_is_to_do():
    assert run_label(1400, 1400) == "Run"
    assert run_label(1200, 1400) == "Resume, 1,200 to do"
    assert run_label(0, 1400) == "All computed"
    assert run_label(0, 1400, failed=True) == "Nothing more to compute"
