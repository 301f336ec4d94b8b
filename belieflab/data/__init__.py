"""Points and labels: reading, bundled samples, generators, label builders and simulators."""

from belieflab.data.crowd import combine_annotators
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.dataset import Dataset
from belieflab.data.laws import LAWS, add_noise, build_labels
from belieflab.data.samples import SAMPLES, load_sample

__all__ = [
    "LAWS",
    "SAMPLES",
    "CrowdAnswers",
    "Dataset",
    "add_noise",
    "build_labels",
    "combine_annotators",
    "load_sample",
]
