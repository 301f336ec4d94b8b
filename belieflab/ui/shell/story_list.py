"""The stories that Start offers: their words, their data and their steps."""

from collections.abc import Callable

import numpy as np

from belieflab.ui.shell.stories import Step, Story
from belieflab.ui.shell.workspace import Recipe, Workspace

Condition = Callable[[Workspace], bool]


def _made_by(sample: str, law: str) -> Condition:
    """Holds while this sample is loaded and labelled by this law."""

    def holds(workspace: Workspace) -> bool:
        data, labels = workspace.state.data_recipe, workspace.state.label_recipe
        return data is not None and labels is not None and (data.key, labels.key) == (sample, law)

    return holds


def _loaded(sample: str) -> Condition:
    """Holds while this sample is loaded, whatever its labels."""

    def holds(workspace: Workspace) -> bool:
        data = workspace.state.data_recipe
        return data is not None and data.key == sample

    return holds


def _edited(sample: str) -> Condition:
    """Holds once labels of this sample were changed by hand."""

    def holds(workspace: Workspace) -> bool:
        data = workspace.state.data_recipe
        return data is not None and data.key == sample and workspace.state.edited

    return holds


def _percent(share: float | None) -> str:
    return "none" if share is None else f"{share:.0%}"


def _say_iris_doubt(workspace: Workspace) -> str:
    numbers = workspace.label_numbers
    share = _percent(numbers.wrong_share if numbers else None)
    return (
        "What changed: the true species of the 150 flowers gave way to an expert's guesses, each "
        f"with its own doubt, and {share} of the guesses are wrong. Pale points are doubtful. "
        "Next: open Edit, lasso three points, choose a class and a doubt, and press Apply."
    )


def _say_iris_edited(workspace: Workspace) -> str:
    return (
        "Your labels are in: the points you picked have new colours, the card says so, and Undo "
        "takes it back. Next: open the Belief playground and see what one of them says beside "
        "the expert's label."
    )


def _your_label_beside_the_old_one(workspace: Workspace) -> dict[str, str]:
    """The playground with the first label that was changed by hand, and what it was before."""
    labels, before = workspace.labels, workspace.previous_labels
    if labels is None or before is None or before.frame != labels.frame:
        return {"preset": "witness"}
    row = int(np.argmax(np.abs(labels.contour() - before.contour()).sum(axis=1)))
    return {"row": str(row + 1), "beside": "previous", "who": "Your label~The expert"}


FIRST_PATH = Story(
    key="iris-doubt",
    title="Iris with doubt",
    promise="The first path, three minutes: see what doubt does to labels, change three by hand, "
    "and look at one under the glass.",
    button="Begin: Iris with doubt",
    page="labels",
    data=Recipe("iris"),
    labels=Recipe("expert-doubt", {"mean": 0.2, "deviation": 0.2}),
    steps=(
        Step(
            "labels",
            _say_iris_doubt,
            _made_by("iris", "expert-doubt"),
            next_words="Open Edit",
            controls={"labels.tab": "Edit"},
        ),
        Step(
            "labels",
            _say_iris_edited,
            _edited("iris"),
            next_words="Belief playground",
            next_page="playground",
            query=_your_label_beside_the_old_one,
        ),
        Step(
            "playground",
            lambda workspace: (
                "One of your labels stands beside the expert's: two mass functions about one "
                "flower. Move a mass, change the rule and watch the conflict. Next: choose or "
                "paint data of your own."
            ),
            _edited("iris"),
            next_words="Data",
            next_page="data",
        ),
    ),
)

CROWD = Story(
    key="crowd",
    title="A crowd that disagrees",
    promise="Five annotators label four overlapping classes, some of them badly. Which rule "
    "makes the best of their answers?",
    button="Ask the crowd",
    page="labels",
    data=Recipe("crabs"),
    labels=Recipe("crowd", {"annotators": 5, "reliability": 0.6, "spread": 0.15}),
    steps=(
        Step(
            "labels",
            lambda workspace: (
                "Five annotators with a mean reliability of 0.6 answered for every crab; their "
                "discounted answers are combined. Next: change the rule from Dempster to average "
                "in the sidebar and watch nonspecificity and wrong guesses on the card."
            ),
            _made_by("crabs", "crowd"),
        ),
    ),
)

DOUBT = Story(
    key="doubt",
    title="What doubt does to a label",
    promise="Right guesses, weakened by one doubt: a slider from certainty to knowing nothing.",
    button="Move the doubt",
    page="labels",
    data=Recipe("gaussians", {"classes": 3, "distance": 3.0}),
    labels=Recipe("guess-doubt", {"doubt": 0.4}),
    steps=(
        Step(
            "labels",
            lambda workspace: (
                "Every label names the true class and keeps back a doubt: that much mass lies on "
                "Ω, any class. Next: move the slider Doubt. At 0 the labels are hard, at 1 they "
                "say nothing, and nonspecificity on the card follows."
            ),
            _made_by("gaussians", "guess-doubt"),
        ),
    ),
)

ZADEH = Story(
    key="zadeh",
    title="Zadeh's example",
    promise="Two doctors agree on nothing but a remote chance, and Dempster's rule makes it "
    "certain. Is the rule wrong?",
    button="Hear the doctors",
    page="playground",
    query={"preset": "zadeh"},
    steps=(
        Step(
            "playground",
            lambda workspace: (
                "Both doctors give the tumour 0.01, and Dempster's rule gives it 1. Next: look at "
                "the conflict, then try Yager's rule, or give each doctor a little doubt."
            ),
        ),
    ),
)

WORTH = Story(
    key="worth",
    title="What are labels with doubt worth?",
    promise="Three classes overlap, and a quarter of the expert's guesses are wrong. Watch EM "
    "learn from them, then take the labels away.",
    button="Watch EM learn",
    page="mixture",
    data=Recipe("gaussians", {"classes": 3, "distance": 2.8, "size": 240}),
    labels=Recipe("expert-doubt", {"mean": 0.3}),
    steps=(
        Step(
            "mixture",
            lambda workspace: (
                "Play the iterations: labels that are often wrong, but say how much they doubt, "
                "lead EM to about one error in seven. Next: press Pin, then forget the labels and "
                "open Compare pinned to see what they were worth."
            ),
            _made_by("gaussians", "expert-doubt"),
            next_words="Forget the labels",
            controls={"mixture.way": "unsupervised"},
        ),
    ),
)

LOST = Story(
    key="lost",
    title="When does EM get lost?",
    promise="The vaguer the labels, the more hills the likelihood has, and a start may end on any "
    "of them. Count the hills, live.",
    button="Count the hills",
    page="landscape",
    data=Recipe("gaussians", {"dimension": 10, "size": 1000}),
    labels=Recipe("nonspecificity", {"ns": 0.8}),
    steps=(
        Step(
            "landscape",
            lambda workspace: (
                "Two classes in ten features, labels right but vague (nonspecificity 0.8). Next: "
                "press Run and watch how many different hills the starts end on; then make the "
                "labels sharper or vaguer with the slider and run again."
            ),
            _made_by("gaussians", "nonspecificity"),
            next_words="See one climb",
            next_page="mixture",
        ),
        Step(
            "mixture",
            lambda workspace: (
                "One climb on that landscape. Next: start from random centres, change the start "
                "number, and compare the log-likelihoods: another number may be another hill."
            ),
            _made_by("gaussians", "nonspecificity"),
            next_words="Start at random",
            controls={"mixture.init": "random"},
        ),
    ),
)

TWO_CLUSTERS = Story(
    key="two-clusters",
    title="Which points belong to two clusters?",
    promise="Two clusters, one point on the bridge between them, and a stranger far away. A "
    "credal partition tells them apart.",
    button="Find the bridge",
    page="credal",
    data=Recipe("butterfly"),
    steps=(
        Step(
            "credal",
            lambda workspace: (
                "Play the iterations. The grey point lies on the bridge: most of its mass is on "
                "both clusters together, Ω. The black cross is the stranger, on ∅: it belongs to "
                "none. Next: click either to read its masses, then shade the plane by the mass of "
                "Ω, and let δ decide who is a stranger."
            ),
            _loaded("butterfly"),
            next_words="Shade by m(Ω)",
            controls={"credal.mass": "Ω"},
        ),
    ),
)

STORIES: tuple[Story, ...] = (FIRST_PATH, WORTH, LOST, TWO_CLUSTERS, CROWD, DOUBT, ZADEH)
