"""A kind of file that the lab does not know, for tests that add its reader."""

import io

import pandas as pd

from belieflab.data.reading import FileGuess, Reader

CONTENT = b"#toy\nx;y\n1;2\n3;4\n5;7\n"


def recognise(sample):
    """Text that starts with a mark."""
    return FileGuess("toy") if sample.text.startswith("#toy\n") else None


def read(content, guess):
    """The table below the mark."""
    return pd.read_csv(io.BytesIO(content.removeprefix(b"#toy\n")), sep=";")


TOY = Reader("toy", "Toy", ("toy",), "A toy.", recognise=recognise, read=read)
