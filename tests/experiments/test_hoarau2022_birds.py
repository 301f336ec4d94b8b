"""Credal Bird-10 from published files: what is read, what is computed, what is refused."""

import json

import numpy as np
import pytest

from belieflab import DataError
from belieflab.experiments import ResultStore, run
from belieflab.experiments.experiment import summarise
from belieflab.experiments.papers import find_paper
from belieflab.experiments.papers.hoarau2022_birds import read_birds

WORDS = ("Merle", "Pie", "Geai")
HEADER = '"log_id";"user";"img";"goodanswer";"answer";"certitude"'


def answer(picture, right, said, certitude):
    text = json.dumps(list(said)).replace('"', '""')
    return f'"1";"7";"{picture}";"{right}";"{text}";"{certitude}"'


@pytest.fixture
def folder(tmp_path):
    """Invented files of the same shape: 60 pictures of three birds, numbered from 100 down."""
    place = tmp_path / "credal_bird10"
    place.mkdir()
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 20)
    pictures = 100 - np.arange(60)
    for file, p in (("X.csv", 3), ("X_512.csv", 120)):
        X = rng.normal(size=(60, p)) + 3.0 * truth[:, None]
        np.savetxt(place / file, X, delimiter=";")
    np.savetxt(place / "y_true.csv", truth, fmt="%d")
    np.savetxt(place / "X_pictures.csv", pictures, fmt="%d")
    (place / "classes.csv").write_text("0;Blackbird\n1;Magpie\n2;Jay\n", encoding="utf-8")
    lines = [HEADER]
    for row, (picture, k) in enumerate(zip(pictures, truth, strict=True)):
        lines.append(answer(picture, WORDS[k], [WORDS[k]], 7))
        if row == 0:
            lines.append(answer(picture, WORDS[k], [WORDS[0], WORDS[2]], 4))
    lines.append(answer(999, "Merle", ["Merle"], 7))  # a picture without features
    (place / "DATA_imperfect.csv").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def test_a_label_is_the_mean_of_the_answers_under_the_names_of_the_classes(folder):
    small, large = read_birds(folder).values()
    assert (small.p, large.p) == (3, 120)
    assert small.class_names == ("Blackbird", "Magpie", "Jay")
    first = dict(zip(small.labels.focal.tolist(), small.labels.mass[0].tolist(), strict=True))
    assert {mask: mass for mask, mass in first.items() if mass} == {0b1: 0.5, 0b101: 0.25, 7: 0.25}
    np.testing.assert_array_equal(small.labels.pignistic().argmax(axis=1), small.truth)


def test_table_and_figure_show_the_paper_beside_ours_without_a_difference(folder):
    for name, count in (("hoarau2022-table1", 8), ("hoarau2022-fig2", 42)):
        experiment = find_paper(name, folder)
        assert set(experiment.paper) <= {number.name for number in experiment.numbers}
        birds = [row for row in experiment.rows if row.panel.startswith("Credal")]
        cells = {row.cell.key for row in birds}
        assert len(birds) == count
        jobs = [job for job in experiment.jobs(2) if job.cell.key in cells]
        with ResultStore(":memory:") as store:
            list(run(jobs, store, given=experiment.given))
            summaries = [s for s in summarise(experiment, store.read(0)) if s.row in birds]
        assert all(s.ours is not None and s.difference is None for s in summaries)
        assert any(s.paper is not None for s in summaries)
        assert (
            np.mean([s.ours for s in summaries if s.row.column in ("accuracy", "28 labels")]) > 0.9
        )
        assert any("later version" in text for text in experiment.choices)
    rows = {row.name for row in find_paper("hoarau2022-table1").rows}
    assert not any("Credal" in name for name in rows)


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("DATA_imperfect.csv", "a;b\n1;2", "no column answer, certitude, goodanswer, img"),
        ("DATA_imperfect.csv", f"{HEADER}\n" + answer(100, "Merle", ["Merle"], 9), "certitude"),
        ("DATA_imperfect.csv", f"{HEADER}\n" + answer(100, "Merle", ["Aigle"], 3), "Aigle"),
        ("y_true.csv", "0\n1", "60 pictures and 2 true classes"),
        ("X.csv", "1;2\n3;4", "2 lines for 60 pictures"),
        ("X_512.csv", "a;b", "cannot be read as numbers"),
        ("classes.csv", "", "is empty"),
    ],
)
def test_broken_files_are_named(folder, file, text, said):
    (folder / "credal_bird10" / file).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=said):
        find_paper("hoarau2022-fig2", folder)


def test_without_files_the_figure_says_what_it_needs(tmp_path):
    with pytest.raises(DataError, match="give their folder by --data"):
        find_paper("hoarau2022-fig2")
    with pytest.raises(DataError, match="cannot be read"):
        find_paper("hoarau2022-fig2", tmp_path)
