"""Packed files as the process that reads uploads gets them: unpacked, read, and answered."""

import gzip
import io
import tempfile
from functools import cache, partial
from typing import Any

from fuzz.targets import SAMPLE_DATA, Target, refused, targets, zip_of

from belieflab import DataError
from belieflab.data.reading.limits import check_bytes, stored_in
from belieflab.data.reading.process.jobs import run_job
from belieflab.data.reading.process.messages import read_message, write_message

JOBS: dict[str, dict[str, Any]] = {
    "table": {"guess": None},
    "label table": {"classes": None},
    "folder": {},
    "members": {"endings": [".csv"]},
    "crowd file": {"layout": None, "scale": None, "columns": None, "classes": []},
}


def read_packed(content: bytes, name: str, job: str) -> None:
    """What the process does with a request, and what the app gets of it."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        request = {"job": job, "files": {name: file.name}, "settings": JOBS[job], "readers": []}
        answer = io.BytesIO()
        try:
            with stored_in(len(content)):
                header, tables = run_job(request)
                write_message(answer, header, tables, check_bytes)
        except DataError as error:
            refused(error)
            return
    answer.seek(0)
    header, found = read_message(answer)
    assert [table.shape for table in found] == [table.shape for table in tables]
    if header.get("problem"):
        refused(DataError(header["problem"]))


@cache
def packed_targets() -> tuple[Target, ...]:
    """Files packed by gzip, and zips, for every job."""
    good = {target.name: target.content for target in targets()}
    crowd = {path.name: path.read_bytes() for path in (SAMPLE_DATA / "crowd").glob("*.csv")}
    answers = SAMPLE_DATA / "answers" / "long.csv"
    tables = ("quotes.csv", "plain.parquet", "points.npy", "two.xlsx", "columns.json", "grey.png")
    asked = [
        *(("table", name, good[name]) for name in tables),
        ("label table", "labels_masses.csv", good["labels_masses.csv"]),
        ("folder", "crowd.zip", zip_of(crowd)),
        ("members", "crowd.zip", zip_of(crowd)),
        ("crowd file", answers.name, answers.read_bytes()),
    ]
    return tuple(
        Target(f"{name}.gz", gzip.compress(content, mtime=0), _reading(job))
        for job, name, content in asked
    )


def _reading(job: str) -> Any:
    read = partial(read_packed, job=job)
    read.__name__ = f"read_packed as {job}"  # type: ignore[attr-defined]
    return read
