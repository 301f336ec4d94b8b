"""The settings of a mixture: what a person chooses, the model and labels that follow."""

from contextlib import nullcontext
from dataclasses import asdict, dataclass
from typing import Any

import streamlit as st

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.mixture import STRATEGIES, LabelNoiseMixture, SoftLabelMixture
from belieflab.mixture.covariance_families import ALIASES, FAMILIES
from belieflab.mixture.planar import LEVELS, WITHIN_95
from belieflab.mixture.starts import STARTS
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.bound_controls import Controls
from belieflab.ui.shell import lecture
from belieflab.ui.shell.hidden_values import value_of
from belieflab.ui.shell.page_settings import between

PAGE = "mixture"
PANEL, RARE = Controls(PAGE), Controls(PAGE, rare=True)
ANNEALING = (0.2, 0.4, 0.6, 0.8, 1.0)
"""Powers b of annealing; the labels count from the first on, so few are enough."""

NOISE, UNSUPERVISED = "label noise", "unsupervised"
WAYS = (*STRATEGIES, NOISE)
FAMILY_CHOICES = (*ALIASES, *(name for name in FAMILIES if name not in ALIASES.values()))
"""By their words where they have one; the address holds what the control shows."""

TOLERANCES = tuple(f"1e-{power}" for power in range(2, 13))
KINDS = ("gaussian", "weibull")
LARGEST_K = 12
LAST_START = 9_999
MOST_STARTS = 200


@dataclass(frozen=True)
class Settings:
    """Everything that decides a fit besides the data, in plain values."""

    family: str = "full"
    init: str = "pignistic"
    tol: float = 1e-6
    annealing: bool = False
    way: str = "soft"
    kind: str = "gaussian"
    n_init: int = 1
    n_components: int | None = None
    """Only where no labels are used; they say how many classes there are."""
    start: int = 0
    seed: int = 0

    @property
    def uses_labels(self) -> bool:
        """Whether labels take part in the fit, so that components have the classes' names."""
        return self.n_components is None

    def arguments(self) -> dict[str, Any]:
        """The arguments of the estimator that differ from its defaults."""
        wanted: dict[str, Any] = {
            "n_components": self.n_components,
            "covariance": self.family if self.kind == "gaussian" else "full",
            "init": self.init,
            "n_init": self.n_init,
            "tol": self.tol,
            "random_state": self.seed + self.start,
            "components": self.kind,
            "annealing": ANNEALING if self.annealing else None,
            "keep_history": True,
        }
        usual = SoftLabelMixture().get_params()
        return {name: value for name, value in wanted.items() if value != usual[name]}

    def make_model(self) -> SoftLabelMixture:
        """The estimator, not yet fitted."""
        kind = LabelNoiseMixture if self.way == NOISE else SoftLabelMixture
        return kind(**self.arguments())

    def training_labels(self, labels: MassTable | None) -> MassTable | None:
        """What the estimator is given as `y`."""
        if not self.uses_labels or labels is None:
            return None
        return labels if self.way == NOISE else STRATEGIES[self.way].labels(labels)

    def described(self) -> dict[str, Any]:
        """The settings in words, for the table of pinned runs."""
        words = asdict(self)
        words["family"] = self.family if self.kind == "gaussian" else "–"
        words["labels used as"] = words.pop("way")
        words["K"] = words.pop("n_components") or "as labelled"
        return words


def family_choice(name: str) -> str:
    """How the control calls the family of these three letters."""
    return next((word for word, letters in ALIASES.items() if letters == name), name)


def draw_controls(dataset: Dataset, labels: MassTable | None, seed: int) -> tuple[Settings, str]:
    """Draw the panel, most used first; returns the settings and what an outline means."""
    panel = st.container(horizontal=lecture.present() is not None, vertical_alignment="bottom")
    way, kind, n_init, outline = _draw_more(labels)
    with panel:
        family = _draw_family(kind)
        init = _draw_init()
        start = _draw_start(init)
        tol = _draw_tolerance()
        annealing = PANEL.switch("annealing", "Annealing", hint("annealing"))
        n_components = _draw_number(dataset, labels) if way == UNSUPERVISED else None
    settings = Settings(family, init, tol, annealing, way, kind, n_init, n_components, start, seed)
    return settings, outline


def use_model(n_components: int, family: str, unsupervised: bool) -> None:
    """Make the controls show this model; called from a callback."""
    st.session_state[f"{PAGE}.family"] = family_choice(family)
    if unsupervised:
        st.session_state[f"{PAGE}.K"] = n_components
        st.session_state[f"{PAGE}.way"] = UNSUPERVISED


def _draw_family(kind: str) -> str:
    return PANEL.choose_one(
        "family",
        "Covariance family",
        FAMILY_CHOICES,
        f"{hint('covariance-family')} The three letters say which of volume, shape and "
        "orientation are Equal, Varying or the Identity.",
        disabled=kind != "gaussian",
    )


def _draw_init() -> str:
    return PANEL.choose_one(
        "init",
        "Start from",
        STARTS,
        "Pignistic: what the labels say (random centres where they say nothing). Random: "
        "centres drawn from the Gaussian of all the data. k-means++: centres far apart.",
    )


def _draw_start(init: str) -> int:
    """Which of the random starts."""
    if init == "pignistic":
        return value_of(f"{PAGE}.start", 0, between(0, LAST_START))
    return PANEL.choose_number(
        "start",
        "Start number",
        (0, LAST_START),
        0,
        "Another number, another random start: see whether EM ends on the same local maximum.",
        form="field",
    )


def _draw_tolerance() -> float:
    words = "EM stops when a step raises the log-likelihood by less than this per object."
    return float(PANEL.choose_one("tol", "Stop at ε", TOLERANCES, words, "1e-6", form="scale"))


def _draw_number(dataset: Dataset, labels: MassTable | None) -> int:
    names = labels.frame.names if labels is not None else dataset.class_names
    usual = min(len(names), LARGEST_K) if names else 2
    words = "No labels are used, so say how many components there are."
    return PANEL.choose_number("K", "Components K", (1, LARGEST_K), usual, words)


def _draw_more(labels: MassTable | None) -> tuple[str, str, int, str]:
    """The rare ones; a lecture shows none of them."""
    with st.expander("More") if lecture.present() is None else nullcontext():
        way = _draw_way() if labels is not None else UNSUPERVISED
        kind = RARE.choose_one(
            "kind",
            "Components",
            KINDS,
            "Weibull: for positive data such as lifetimes, features independent.",
            form="segments",
        )
        n_init = RARE.choose_number(
            "n_init",
            "Starts, best of",
            (1, MOST_STARTS),
            1,
            "Random and k-means++ starts are tried this often and the best one is kept.",
            form="field",
        )
        outline = RARE.choose_one(
            "outline",
            "Outlines at",
            tuple(LEVELS),
            "95 %: that share of a component falls inside, on this plane. 1 σ, 2 σ: that "
            "many standard deviations from the centre.",
            WITHIN_95,
            form="segments",
        )
    return way, kind, n_init, outline


def _draw_way() -> str:
    return RARE.choose_one(
        "way",
        "Use the labels as",
        WAYS,
        "Soft: as they are. Supervised: every guess is the truth. Adaptive: a guess with "
        "a doubt of at most 0.5 is the truth. Unsupervised: not at all. Label-noise model: "
        "guesses may be flipped, and how often is learned.",
    )
