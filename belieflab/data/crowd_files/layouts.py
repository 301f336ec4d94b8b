"""The layouts in which files hold the answers of a crowd, one entry each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from belieflab.belief import MassTable
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files import (
    argilla,
    coralnet,
    counts,
    doccano,
    label_studio,
    lines,
    nested,
    prodigy,
    wide,
)
from belieflab.data.crowd_files.crowd_file import CrowdFile
from belieflab.data.crowd_files.ragged import name_ragged_line
from belieflab.data.crowd_files.scale import Scale
from belieflab.data.crowd_files.source import CrowdSource
from belieflab.data.label_summary import best_sets
from belieflab.data.reading.limits import check_file_size
from belieflab.errors import DataError
from belieflab.registry import Registry


@dataclass(frozen=True)
class CrowdLayout:
    """One way of writing answers into a file.

    Attributes
    ----------
    key, title, explanation : its name in code, on screen, and one sentence
    example : the file in `sample_data/` that shows it
    recognise : whether a file looks like it
    read : the answers of a file, given a scale of confidences or None
    write : a file of answers
    ending : of the written file
    """

    key: str
    title: str
    explanation: str
    example: str
    recognise: Callable[[CrowdSource], bool]
    read: Callable[..., CrowdFile]
    write: Callable[[CrowdFile], bytes]
    ending: str = "csv"

    def open(
        self, source: CrowdSource, scale: Scale | None, columns: Mapping[str, str] | None
    ) -> CrowdFile:
        """The answers of a file; `columns` are for the layouts whose columns a person may name."""
        given = {"columns": columns} if self.read.func is lines.read_lines else {}  # type: ignore[attr-defined]
        return self.read(source, scale=scale, **given)


def _layout(key: str, title: str, explanation: str, example: str, **how: Any) -> CrowdLayout:
    how["read"] = partial(how["read"], layout=key)
    return CrowdLayout(key, title, explanation, example, **how)


CROWD_LAYOUTS = Registry(
    "layout of answers",
    [
        _layout(
            "argilla",
            "Argilla",
            "The JSON export, records or one per line: the responses of each annotator to a "
            "question, also several classes; labels are written as suggestions with scores.",
            "answers/argilla.json",
            recognise=argilla.holds_records,
            read=argilla.read_records,
            write=argilla.write_records,
            ending="json",
        ),
        _layout(
            "prodigy",
            "Prodigy",
            "The JSONL export: options and accept, or a label to accept or reject; rejected is any "
            "other class, ignored any at all; a zip holds several such files.",
            "answers/prodigy.jsonl",
            recognise=prodigy.holds_tasks,
            read=prodigy.read_tasks,
            write=prodigy.write_tasks,
            ending="jsonl",
        ),
        _layout(
            "doccano",
            "Doccano",
            "The JSONL export of a classification: label is a list of classes; a zip holds one "
            "file for each annotator, called after them.",
            "answers/doccano.zip",
            recognise=doccano.holds_lines,
            read=doccano.read_exports,
            write=doccano.write_exports,
            ending="jsonl",
        ),
        _layout(
            "credal",
            "Credal data sets",
            "Semicolons: user, img, answer as a JSON list of classes, certitude from 1 to 7.",
            "answers/credal.csv",
            recognise=lines.holds_credal,
            read=lines.read_lines,
            write=partial(
                lines.write_lines,
                scale=(1.0, 7.0),
                worker="user",
                item="img",
                answer="answer",
                confidence="certitude",
            ),
        ),
        _layout(
            "crowdtruth",
            "CrowdTruth, standardised",
            "One answer per line: !amt_worker_ids, orig_id, response, gold.",
            "answers/crowdtruth.tsv",
            recognise=lines.holds_crowdtruth,
            read=lines.read_lines,
            write=partial(
                lines.write_lines, worker="!amt_worker_ids", item="orig_id", answer="response"
            ),
            ending="tsv",
        ),
        _layout(
            "coralnet",
            "CoralNet",
            "The CSV export of annotations: Name, Row, Column and Label, one line per point of a "
            "picture; what the machine suggests is one more annotator's answer, with confidences.",
            "answers/coralnet.csv",
            recognise=coralnet.holds_points,
            read=coralnet.read_points,
            write=coralnet.write_points,
        ),
        _layout(
            "long",
            "One answer per line",
            "Columns worker, item, answer and perhaps confidence or doubt and truth, under any of "
            "their common names, also those of Toloka and Mechanical Turk; several classes as a|b.",
            "answers/long.csv",
            recognise=lines.holds_lines,
            read=lines.read_lines,
            write=lines.write_lines,
        ),
        _layout(
            "label-studio",
            "Label Studio",
            "The JSON export: choices of each annotator, also several; a rating is a confidence.",
            "answers/label_studio.json",
            recognise=label_studio.holds_tasks,
            read=label_studio.read_tasks,
            write=label_studio.write_tasks,
            ending="json",
        ),
        _layout(
            "top-two",
            "Two most probable classes",
            "JSON as of CIFAR-10S: most and second most probable class with probabilities, and "
            "impossible classes.",
            "answers/top_two.json",
            recognise=nested.holds_top_two,
            read=nested.read_top_two,
            write=nested.write_top_two,
            ending="json",
        ),
        _layout(
            "yaml",
            "YAML",
            "annotator: {item: answer, …}.",
            "answers/by_annotator.yaml",
            recognise=nested.holds_mapping,
            read=nested.read_mapping,
            write=nested.write_mapping,
            ending="yaml",
        ),
        _layout(
            "counts",
            "Counts of votes",
            "One column per class, how many voted for it; one vote more is left to Ω.",
            "answers/counts.csv",
            recognise=counts.holds_counts,
            read=counts.read_counts,
            write=counts.write_counts,
        ),
        _layout(
            "wide",
            "One column per annotator",
            "One row per item, a class or a set a|b in each cell, blank or -1 for no answer; a "
            "column of items, true classes and features may stand beside.",
            "answers/wide.csv",
            recognise=wide.holds_columns,
            read=wide.read_columns,
            write=wide.write_columns,
        ),
    ],
)
"""Asked from the first to the last: nested ones come first, the plainest last."""


NO_ANSWERS = "The file does not look like the answers of a crowd"
"""How the sentence begins that refuses a file of no known layout."""


def read_crowd_file(
    content: bytes,
    filename: str = "",
    layout: str | None = None,
    scale: Scale | None = None,
    columns: Mapping[str, str] | None = None,
    classes: Sequence[str] = (),
) -> CrowdFile:
    r"""The answers in a file, in the layout that it looks like or in the given one.

    `scale` is the lowest and the highest confidence; `columns` names the columns of roles
    (`worker`, `item`, `answer`, `confidence`, `doubt`, `truth`) where headings do not tell;
    `classes` are those of the data: `none` or `unknown` among them is a class, not "don't know".

    Examples
    --------
    >>> found = read_crowd_file(b"worker,item,answer\nann,1,cat\nbob,1,cat|dog\n")
    >>> found.layout, found.annotators, found.answers.set_sizes.tolist()
    ('long', ('ann', 'bob'), [1.0, 2.0])
    """
    check_file_size(len(content))
    source = CrowdSource(content, filename, tuple(classes))
    chosen = detect_crowd_layout(source) if layout is None else CROWD_LAYOUTS.find(layout)
    return chosen.open(source, scale, columns)


def detect_crowd_layout(source: CrowdSource) -> CrowdLayout:
    """The first layout that the file looks like."""
    for layout in CROWD_LAYOUTS.values():
        if layout.recognise(source):
            return layout
    mapped = source.mapping
    if mapped and not any(isinstance(each, (dict, list)) for each in mapped.values()):
        raise DataError(
            f"The file gives one class to each of {len(mapped):,} items and names no annotator. "
            "Open it on the Data page: it becomes the true classes, or the labels, of the objects "
            "with these ids."
        )
    if source.table is not None and (ragged := name_ragged_line(source.table, source.first_line)):
        raise DataError(ragged)
    names = [] if source.table is None else [str(name) for name in source.table.columns[:6]]
    found = f" Its columns are {', '.join(names)}." if names else ""
    raise DataError(
        f"{NO_ANSWERS}: expected are columns such as worker, item and answer, or one column per "
        f"annotator.{found}"
    )


def write_crowd_file(crowd: CrowdFile, labels: MassTable, layout: str | None = None) -> bytes:
    """Combined labels, one per item, in the layout that their answers came in.

    Each label becomes the set with its largest mass, and that mass its confidence.
    """
    if len(labels) != len(crowd.items):
        raise DataError(f"{len(crowd.items):,} items but {len(labels):,} labels.")
    masks, doubts = best_sets(labels)
    rows = np.arange(len(labels), dtype=np.int64)
    answers = CrowdAnswers.from_sets(labels.frame, len(labels), rows, 0 * rows, masks, doubts)
    combined = replace(crowd, answers=answers, annotators=(lines.COMBINED,), truth=None)
    if layout is not None and layout != crowd.layout:
        combined = replace(combined, layout=layout, origin=None)
    return CROWD_LAYOUTS.find(layout or crowd.layout).write(combined)
