"""The version of belieflab."""

__version__ = "0.1.0"
