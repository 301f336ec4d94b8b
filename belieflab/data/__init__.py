"""Points and labels: reading, bundled samples, generators, label builders and simulators."""

from belieflab.data.dataset import Dataset

__all__ = ["Dataset"]
