"""A laboratory for learning from imperfect labels.

Points and labels that are guesses, doubts, sets of classes or whole mass functions
go in; beliefs about each object come out. `MassTable` is the one noun they share.
"""

from belieflab.belief import Frame, MassTable
from belieflab.errors import DataError

__version__ = "0.1.0"
__all__ = ["DataError", "Frame", "MassTable", "__version__"]
