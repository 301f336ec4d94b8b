"""What stands in the cells and headings of files of answers."""

import json
from collections.abc import Iterable, Sequence

from belieflab.data.label_files.notation import is_braced, joined, split_names

WORKER, ITEM, ANSWER, CONFIDENCE, DOUBT, TRUTH = ROLES = (
    "worker",
    "item",
    "answer",
    "confidence",
    "doubt",
    "truth",
)

HEADINGS: dict[str, tuple[str, ...]] = {
    WORKER: tuple(
        "worker worker_id workerid amt_worker_ids annotator annotator_id annotator_name user "
        "user_id userid username rater rater_id labeler labeller coder judge participant "
        "performer student reviewer annotated_by completed_by created_by email".split()
    ),
    ITEM: tuple(
        "item item_id itemid orig_id unit_id unit task task_id object object_id question "
        "question_id img image image_id image_name picture row example example_id sample "
        "sample_id instance instance_id document document_id doc_id sentence_id text_id file "
        "filename key hitid hit_id id".split()
    ),
    ANSWER: tuple(
        "answer answers response label labels choice choices annotation annotations judgment "
        "judgement vote class category relation relations tag tags value".split()
    ),
    CONFIDENCE: ("confidence", "certitude", "certainty", "sureness", "conf"),
    DOUBT: ("doubt",),
    TRUTH: tuple(
        "truth gold goodanswer good_answer gold_label true_label true_class ground_truth "
        "correct_answer y_true".split()
    ),
}
"""Common headings of each column, the best first; case and signs around them do not count."""

DONT_KNOW = frozenset(
    each.casefold()  # Ω is ω in small letters
    for each in "* | Ω | ? | don't know | don’t know | dont know | do not know | i don't know | idk"
    " | not sure | unsure".split(" | ")
)
"""Answers that leave every class possible."""

Members = tuple[str, ...] | None
"""The classes that an answer names; None: any of them."""


def plain_heading(heading: object) -> str:
    """A heading in small letters, without signs around it, other signs as `_`."""
    text = str(heading).strip().lower()
    return "".join(each if each.isalnum() else "_" for each in text).strip("_")


def find_columns(headings: Iterable[object]) -> dict[str, str]:
    """The column of each role that headings tell, as they stand in the file."""
    named: dict[str, str] = {}
    for heading in headings:
        named.setdefault(plain_heading(heading), str(heading))
    found: dict[str, str] = {}
    for role, known in HEADINGS.items():
        column = next((named[each] for each in known if each in named), None)
        if column is not None and column not in found.values():
            found[role] = column
    return found


def parse_cell(text: str) -> Members:
    """The classes in a cell: `a`, `a|b`, `{a, b}`, a JSON list, one a line, or "don't know"."""
    text = text.strip()
    if text.casefold() in DONT_KNOW:
        return None
    if text.startswith("["):
        names = _listed(text)
        if names is not None:
            return names
    if "\n" in text:
        names = tuple(line.strip() for line in text.split("\n") if line.strip())
    elif is_braced(text):
        names = tuple(split_names(text[1:-1], ","))
    elif "|" in text:
        names = tuple(split_names(text, "|"))
    else:
        names = (text.removeprefix('"').removesuffix('"') if len(text) > 2 else text,)
    return tuple(dict.fromkeys(name for name in names if name))


def _listed(text: str) -> tuple[str, ...] | None:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, list):
        return None
    return tuple(dict.fromkeys(str(each).strip() for each in values if each is not None))


def write_cell(names: Sequence[str], of: int) -> str:
    """A set as `a|b`; all classes are `*`."""
    return "*" if len(names) == of and of > 1 else joined(names)
