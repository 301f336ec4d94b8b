"""The papers' printed numbers, from tables laid out as on the page."""

import csv
from importlib.resources import files


def read_numbers(name: str) -> dict[str, float]:
    """Numbers by the name of their row, "panel · series · column"; gaps are left out.

    The file has two columns of text, panel and series, then one column per printed column.
    """
    source = files("belieflab.experiments.papers").joinpath("printed", f"{name}.csv")
    header, *lines = csv.reader(source.read_text(encoding="utf-8").splitlines())
    found = {}
    for panel, series, *printed in lines:
        for column, number in zip(header[2:], printed, strict=True):
            if number:
                name_parts = (part for part in (panel, series, column) if part)
                found[" · ".join(name_parts)] = float(number)
    return found
