"""The one exception, and the one warning, that a person is meant to read."""


class DataError(ValueError):
    """Bad input, told in a sentence that a non-programmer can act on.

    The message names the row, the column, what was found and what is expected.
    """


class FitWarning(UserWarning):
    """A fit met a difficulty; the sentence says which and what was done about it."""
