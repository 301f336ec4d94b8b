"""What becomes of labels that are written in the layout their answers came in."""

from belieflab.data.crowd_files import lines
from belieflab.data.crowd_files.crowd_file import CrowdFile
from belieflab.data.crowd_files.layouts import CROWD_LAYOUTS


def ending_of(crowd: CrowdFile) -> str:
    """The ending of a file with labels in the layout that these answers came in."""
    own = "" if crowd.origin is None else crowd.origin.ending
    return own or CROWD_LAYOUTS.find(crowd.layout).ending


def describe_loss(crowd: CrowdFile) -> str:
    """What of the labels and of the file their layout has no place for; empty when nothing."""
    said = []
    if crowd.layout in {"counts", "top-two", "coralnet"}:
        said.append("A set of classes is divided evenly among them.")
    elif not _keeps_confidence(crowd):
        said.append("The layout has no place for confidences: sets alone are written.")
    missing = [] if crowd.origin is None else crowd.origin.missing
    if crowd.layout == "counts":
        missing = []
    if crowd.layout in {"label-studio", "argilla", "doccano", "prodigy"} and missing:
        said.append("Ids and data of the items are not at hand: they stay in the file.")
    elif missing:
        listed = ", ".join(missing[:4]) + (", …" if len(missing) > 4 else "")
        said.append(f"Not written, because it is not the same for all answers about an item or no "
                    f"longer at hand: {listed}.")  # fmt: skip
    return " ".join(said)


def _keeps_confidence(crowd: CrowdFile) -> bool:
    if crowd.layout == "label-studio":
        return crowd.scale is not None
    if crowd.layout == "argilla":
        return True
    return crowd.layout not in {"wide", "yaml", "doccano"} and lines.keeps_confidence(crowd)
