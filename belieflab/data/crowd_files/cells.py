"""What stands in the cells and headings of files of answers."""

import json
from collections.abc import Collection, Iterable, Sequence

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

NONE_OF_THESE = "none"
UNSURE = frozenset(("unknown", NONE_OF_THESE, "n/a"))
"""Answers that leave every class possible where they are no classes themselves."""

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


def parse_cells(
    texts: Sequence[str], classes: Collection[str] = ()
) -> tuple[list[Members], list[int]]:
    """The classes in each cell, and which cells were taken for "don't know" by `UNSURE`.

    Such a text is a class where `classes` name it, where a cell holds it beside others, and where
    it would leave fewer than two classes; `none` also where others chose several: none of these.

    Examples
    --------
    >>> parse_cells(["cat", "dog|owl", "Unknown"])
    ([('cat',), ('dog', 'owl'), None], [2])
    >>> parse_cells(["cat", "dog", "unknown"], ["cat", "dog", "unknown"])
    ([('cat',), ('dog',), ('unknown',)], [])
    """
    known = {name.casefold() for name in classes}
    sets = [parse_cell(text, known) for text in texts]
    several = any(names and len(names) > 1 for names in sets)
    doubtful = UNSURE - known - ({NONE_OF_THESE} if several else set())
    alone = {
        place: names[0].casefold()
        for place, names in enumerate(sets)
        if names and len(names) == 1 and names[0].casefold() in doubtful
    }
    named = {name for place, names in enumerate(sets) if place not in alone for name in names or ()}
    if len(named) < 2:
        return sets, []
    held = {name.casefold() for name in named}
    unsure = [place for place, name in alone.items() if name not in held]
    for place in unsure:
        sets[place] = None
    return sets, unsure


def parse_cell(text: str, known: Collection[str] = ()) -> Members:
    """The classes in a cell: `a`, `a|b`, `{a, b}`, a JSON list, one a line, or "don't know".

    What is `known` as a class, in small letters, is one.
    """
    names = _names_of(text.strip())
    alone = names[0].casefold() if len(names) == 1 else ""
    return None if alone in DONT_KNOW and alone not in known else names


def _names_of(text: str) -> tuple[str, ...]:
    if text.startswith("["):
        listed = _listed(text)
        if listed is not None:
            return listed
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
