"""Credal Bird-10 from its published files: pictures of birds that a crowd labelled with sets.

An answer is a set of species with a certitude from 1 to 7. The label of a picture is the mean of
its answers as mass functions m(A) = (q - 1) / 6, the rest on Ω.
"""

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.active import ActiveLearning, Line, Oracle
from belieflab.belief import Frame, MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.fingerprint import fingerprint
from belieflab.errors import DataError
from belieflab.experiments.cells import Job, Outcome
from belieflab.experiments.labelled import LabelledDataset, own_labels

OWN_ACTIVE = "active learning by own labels"
"""Task: one learning curve whose queries are answered by the labels of the data."""

FOLDER = "credal_bird10"
FEATURES = {"30 features": "X.csv", "512 features": "X_512.csv"}
ANSWERS = "DATA_imperfect.csv"
CERTITUDES = 7

LATER = (
    "The published files of Credal Bird-10 are a later version than the paper's: the printed "
    "numbers stand beside ours and are not compared."
)
LABELS_OF_BIRDS = (
    "The label of a picture is the mean of its answers, each a set A with certitude q of 1 to 7 as "
    "m(A) = (q - 1)/6, m(Ω) the rest; the paper refers to another text for its own."
)


def read_birds(folder: Path) -> dict[str, LabelledDataset]:
    """The data by their features, under names made of their contents and those of the labels."""
    found = folder / FOLDER if (folder / FOLDER).is_dir() else folder
    classes = [line[1] for line in _rows(found / "classes.csv")]
    truth = _numbers(found / "y_true.csv").ravel().astype(np.int64)
    pictures = [line[0] for line in _rows(found / "X_pictures.csv")]
    if len(pictures) != len(truth):
        raise DataError(f"{found} names {len(pictures)} pictures and {len(truth)} true classes.")
    labels = _read_labels(found / ANSWERS, Frame(classes), pictures, truth)
    birds = {}
    for title, file in FEATURES.items():
        X = _numbers(found / file)
        if len(X) != len(truth):
            raise DataError(f"{found / file} has {len(X)} lines for {len(truth)} pictures.")
        names = tuple(f"x{j + 1}" for j in range(X.shape[1]))
        known: dict[str, Any] = {"name": f"Credal Bird-10, {title}", "source": file}
        mark = f"{fingerprint(X)} {fingerprint(labels.mass)}"
        data = LabelledDataset(X, names, truth, tuple(classes), labels=labels, **known)
        birds[f"{data.name} {mark}"] = data
    return birds


def learn_by_own_labels(job: Job, given: Mapping[str, Dataset]) -> Outcome:
    """One learning curve; the score is the error after the last query."""
    parts = job.cell.parameters
    if parts["data"] not in given:
        raise DataError(f"The data {parts['data']!r} were not handed over with the run.")
    dataset, line = given[parts["data"]], Line(parts["model"], "confidence")
    protocol = ActiveLearning(
        dataset,
        [line.model],
        [line.strategy],
        Oracle.given(own_labels(dataset)),
        n_start=parts["start"],
        n_queries=parts["queries"],
        seed=job.seed,
    )
    accuracies = {
        f"{len(moment.labelled)} labels": moment.accuracy
        for moment in protocol.run(line, job.replicate)
    }
    last = accuracies[f"{parts['start'] + parts['queries']} labels"]
    return Outcome(1.0 - last, parts["queries"], accuracies)


def _read_labels(
    path: Path, frame: Frame, pictures: list[str], truth: NDArray[np.int64]
) -> MassTable:
    """One label per picture; answers may name the classes in another language than the frame.

    Every answer also tells the right name of its picture, whose class is known by number.
    """
    row_of = {picture: row for row, picture in enumerate(pictures)}
    header, *lines = _rows(path)
    answers = [dict(zip(header, line, strict=False)) for line in lines]
    missing = {"img", "goodanswer", "answer", "certitude"} - {*header}
    if missing:
        raise DataError(f"{path} has no column {', '.join(sorted(missing))}.")
    about = [(row_of[each["img"]], each) for each in answers if each["img"] in row_of]
    code_of = {each["goodanswer"]: int(truth[row]) for row, each in about}
    weights: list[dict[int, float]] = [{} for _ in pictures]
    for number, (row, each) in enumerate(about, 1):
        try:
            mask = sum({1 << code_of[name] for name in json.loads(each["answer"])})
            trust = (int(each["certitude"]) - 1) / (CERTITUDES - 1)
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(f"Answer {number} of {path} cannot be read: {error}.") from None
        if not (0 < mask <= frame.omega and 0 <= trust <= 1):
            raise DataError(f"Answer {number} of {path} has no class or a certitude beyond 1 to 7.")
        for chosen, part in ((mask, trust), (frame.omega, 1 - trust)):
            weights[row][chosen] = weights[row].get(chosen, 0.0) + part
    masks = sorted({frame.omega, *(mask for found in weights for mask in found)})
    mass = np.zeros((len(pictures), len(masks)))
    for row, found in enumerate(weights):
        for mask, weight in (found or {frame.omega: 1.0}).items():
            mass[row, masks.index(mask)] = weight
    return MassTable(frame, masks, mass / mass.sum(axis=1, keepdims=True))


def _rows(path: Path) -> list[list[str]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read: {error}") from None
    found = [line for line in csv.reader(text.splitlines(), delimiter=";") if line]
    if not found or (path.name == "classes.csv" and min(map(len, found)) < 2):
        raise DataError(f"{path} is empty, or has too few columns.")
    return found


def _numbers(path: Path) -> NDArray[np.float64]:
    try:
        return np.loadtxt(path, dtype=np.float64, delimiter=";", ndmin=2)
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read as numbers: {error}") from None
