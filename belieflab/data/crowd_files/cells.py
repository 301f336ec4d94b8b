"""What stands in the cells and headings of files of answers."""

import json
from collections.abc import Collection, Iterable, Sequence

from belieflab.data.label_files.notation import is_braced, joined, split_names
from belieflab.data.reading.yaml_tables import written

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

FRONTS = {
    WORKER: ("assignment",),
    ITEM: ("input",),
    ANSWER: ("output", "answer"),
    TRUTH: ("golden",),
}
"""What stands before `:` or `.` in headings of Toloka and of Mechanical Turk."""

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
    """The column of each role that headings tell, as they stand in the file.

    Examples
    --------
    >>> find_columns(["INPUT:image", "OUTPUT:result", "ASSIGNMENT:worker_id"])
    {'worker': 'ASSIGNMENT:worker_id', 'item': 'INPUT:image', 'answer': 'OUTPUT:result'}
    """
    names = [str(heading) for heading in headings]
    named: dict[str, str] = {}
    for name in names:
        named.setdefault(plain_heading(name), name)
    found: dict[str, str] = {}
    for role, known in HEADINGS.items():
        column = next((named[each] for each in known if each in named), None)
        column = column or _find_behind(names, role)
        if column is not None and column not in found.values():
            found[role] = column
    return found


def is_of(heading: object, role: str) -> bool:
    """Whether a heading as those of Toloka and of Mechanical Turk begins with this role."""
    return bool(_behind(heading, FRONTS.get(role, ())))


def _behind(heading: object, fronts: Collection[str]) -> str:
    """What stands behind one of these beginnings and a sign; empty without."""
    front, _, rest = str(heading).replace(":", ".", 1).partition(".")
    return plain_heading(rest.rpartition(".")[2]) if front.strip().lower() in fronts else ""


def _find_behind(names: Sequence[str], role: str) -> str | None:
    """The column of a role that begins with it: the only one, else one known by what follows.

    A task that several columns describe is called by its number, where there is one.
    """
    held = {name: rest for name in names if (rest := _behind(name, FRONTS.get(role, ())))}
    if role == ITEM and len(held) > 1:
        tasks = [name for name in names if _behind(name, FRONTS[WORKER]) == "task_id"]
        held = dict.fromkeys(tasks, "task_id") or held
    if role != WORKER and len(held) == 1:
        return next(iter(held))
    return next((name for each in HEADINGS[role] for name in held if held[name] == each), None)


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


def is_damaged_list(text: str) -> bool:
    """Whether a cell begins as a JSON list of texts does, and is none: it is cut short, say."""
    return text.lstrip().startswith('["') and _listed(text.strip()) is None


def _listed(text: str) -> tuple[str, ...] | None:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, list):
        return None
    named = [each for each in values if each is not None]
    return tuple(dict.fromkeys(written(each).strip() for each in named))


def write_cell(names: Sequence[str], of: int) -> str:
    """A set as `a|b`; all classes are `*`."""
    return "*" if len(names) == of and of > 1 else joined(names)
