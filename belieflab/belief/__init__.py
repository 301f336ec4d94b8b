"""The calculus of belief functions: frames, mass functions and what one may ask of them."""

from belieflab.belief.frame import Frame
from belieflab.belief.table import MassTable

__all__ = ["Frame", "MassTable"]
