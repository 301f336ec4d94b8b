"""The stories that Start offers: their data, their labels and their steps."""

from typing import Any

import numpy as np

from belieflab.ui.shell.stories import Step, Story
from belieflab.ui.shell.workspace import Recipe, Workspace


def _changed_label(workspace: Workspace) -> dict[str, str]:
    """The playground with the first label that was changed by hand, and what it was before."""
    labels, before = workspace.labels, workspace.previous_labels
    if labels is None or before is None or before.frame != labels.frame:
        return {"preset": "witness"}
    row = int(np.argmax(np.abs(labels.contour() - before.contour()).sum(axis=1)))
    return {"row": str(row + 1), "beside": "previous", "who": "Your label~The expert"}


def _story(name: tuple[str, str, str], promise: str, *steps: Step, **loaded: Any) -> Story:
    """A story by its key, title and button, what it promises, its steps and what it loads."""
    key, title, button = name
    return Story(key, title, promise, button, steps, **loaded)


FIRST = _story(
    ("iris-doubt", "Iris with doubt", "Begin: Iris with doubt"),
    "Three minutes: see what doubt does to labels, change three of them by hand, and examine one "
    "of them closely.",
    Step(
        "labels",
        "What changed: instead of their true species, the 150 flowers now have an expert's "
        "guesses, each with its own doubt, and {wrong} of the guesses are wrong. Pale points are "
        "doubtful. Next: open Edit, lasso three points, choose a class and a doubt, and press "
        "Apply.",
        next_text="Open Edit",
        controls={"labels.tab": "Edit"},
    ),
    Step(
        "labels",
        "Your labels are in: the points you picked have new colours, the card says so, and Undo "
        "takes it back. Next: open the Belief playground and see what one of them says beside the "
        "expert's label.",
        edited=True,
        next_text="Belief playground",
        next_page="playground",
        query=_changed_label,
    ),
    Step(
        "playground",
        "One of your labels stands beside the expert's: two mass functions about one flower. Move "
        "a mass, change the rule and watch the conflict. Next: choose or paint data of your own.",
        edited=True,
        next_text="Data",
        next_page="data",
    ),
    data=Recipe("iris"),
    labels=Recipe("expert-doubt", {"mean": 0.2, "deviation": 0.2}),
)

CROWD = _story(
    ("crowd", "A crowd that disagrees", "Ask the crowd"),
    "Five annotators label four overlapping classes, some of them badly. Which rule combines "
    "their answers best?",
    Step(
        "labels",
        "Five annotators with a mean reliability of 0.6 answered for every crab; their discounted "
        "answers are combined. Next: change the rule from Dempster to average in the sidebar and "
        "watch nonspecificity and wrong guesses on the card.",
    ),
    data=Recipe("crabs"),
    labels=Recipe("crowd", {"annotators": 5, "reliability": 0.6, "spread": 0.15}),
)

DOUBT = _story(
    ("doubt", "What doubt does to a label", "Move the doubt"),
    "Correct guesses, all with the same doubt: a slider from certainty to ignorance.",
    Step(
        "labels",
        "Every label names the true class and has a doubt: that share of its mass lies on Ω, any "
        "class. Next: move the slider Doubt. At 0 the labels are hard, at 1 they say nothing, and "
        "the nonspecificity on the card follows.",
    ),
    data=Recipe("gaussians", {"classes": 3, "distance": 3.0}),
    labels=Recipe("guess-doubt", {"doubt": 0.4}),
)

ZADEH = _story(
    ("zadeh", "Zadeh's example", "Hear the doctors"),
    "Two doctors agree on nothing but a remote chance, and Dempster's rule makes it certain. Is "
    "the rule wrong?",
    Step(
        "playground",
        "Both doctors give the tumour 0.01, and Dempster's rule gives it 1. Next: look at the "
        "conflict, then try Yager's rule, or give each doctor a little doubt.",
    ),
    query={"preset": "zadeh"},
)

WORTH = _story(
    ("worth", "What are labels with doubt worth?", "Watch EM learn"),
    "Three classes overlap, and a quarter of the expert's guesses are wrong. Watch EM learn from "
    "them, then take the labels away.",
    Step(
        "mixture",
        "Play the iterations: labels that are often wrong, but say how much they doubt, lead EM "
        "to about one error in seven. Next: press Pin, then drop the labels and open Compare "
        "pinned to see what they were worth.",
        next_text="Drop the labels",
        controls={"mixture.way": "unsupervised"},
    ),
    data=Recipe("gaussians", {"classes": 3, "distance": 2.8, "size": 240}),
    labels=Recipe("expert-doubt", {"mean": 0.3}),
)

LOST = _story(
    ("lost", "When does EM get lost?", "Count local maxima"),
    "The vaguer the labels, the more local maxima the likelihood has, and a random start may end "
    "in any of them. Count them, live.",
    Step(
        "landscape",
        "Two classes in ten features, labels correct but vague (nonspecificity 0.8). Next: press "
        "Run and watch how many local maxima the starts end in; then make the labels more or less "
        "precise with the slider and run again.",
        next_text="Watch one run",
        next_page="mixture",
    ),
    Step(
        "mixture",
        "One run of EM on the same data. Next: start from random centres, change the start "
        "number, and compare the log-likelihoods: a different value may be a different local "
        "maximum.",
        next_text="Start at random",
        controls={"mixture.init": "random"},
    ),
    data=Recipe("gaussians", {"dimension": 10, "size": 1000}),
    labels=Recipe("nonspecificity", {"ns": 0.8}),
)

TWO_CLUSTERS = _story(
    ("two-clusters", "Which points belong to two clusters?", "Find the point between"),
    "Two clusters, one point halfway between them, and an outlier far away. A credal partition "
    "tells these two apart.",
    Step(
        "credal",
        "Play the iterations. The grey point lies between the clusters: most of its mass is on "
        "both of them together, Ω. The black cross is the outlier, on ∅: it belongs to none. "
        "Next: click either to read its masses, then shade the plane by the mass of Ω, and let δ "
        "decide what is an outlier.",
        next_text="Shade by m(Ω)",
        controls={"credal.mass": "Ω"},
    ),
    data=Recipe("butterfly"),
)

TALKING = _story(
    ("talking", "Which features talk to each other?", "Watch the arcs"),
    "Thirteen measurements of three kinds of wine, labels in doubt. A search finds out, arc by "
    "arc, which of them depend on each other.",
    Step(
        "networks",
        "Play the steps: arcs appear where one measurement explains another within a wine, some "
        "turn round, and EM learns again. Next: click arcs and features, move the label noise, "
        "and compare the structures.",
        next_text="Compare structures",
        controls={"networks.tab": "Structures"},
    ),
    data=Recipe("wine"),
    labels=Recipe("expert-doubt", {"mean": 0.2}),
)

STORIES: tuple[Story, ...] = (FIRST, WORTH, LOST, TALKING, TWO_CLUSTERS, CROWD, DOUBT, ZADEH)
