"""A class as a crowd: students on the same network label a teacher's points from their phones.

Two processes, and what passes between them:

    the teacher's browser ─ localhost ─► the app (Streamlit) ──┐
                                                               ├─ one private SQLite file
    students' phones ─── the network ──► this package's server ┘

`make run-class` runs `python -m belieflab.classroom`, which makes the file for the time of the
lecture, listens on the network, and starts the app as a child that listens on localhost alone. The
process that students reach has never imported the app: it holds no workspace, no upload and no
page, and it serves five addresses (three files of the student's page, joining a session, answering
a question). Everything else is 404. What the file holds of the data is written by the app when a
session is opened: coordinates on a plane, a few features, class names and the teacher's note. The
true classes are never written to it, and what is sent to a student contains neither row numbers nor
the order of the rows, which would give classes away. A device is a random token in a cookie,
without a name, and keeps one place in a session. What an outsider can and cannot do is written in
`SECURITY.md`.

- `codes`: the code of a session, the tokens of devices. `limits`: how much one address may do.
- `session`: what a session asks. `assignment`, `questions`: who is asked about which objects.
- `database`, `store`: the file. `devices`: what the teacher sees and changes of who joined.
- `student_requests`: what a student may ask for, checked; `refusal`: when it is not granted.
- `server`: HTTP around the requests; `http_message`, `connections`: its messages and its limits.
- `addresses`: where this machine is found on its network.
"""

import os
from pathlib import Path

STORE_VARIABLE = "BELIEFLAB_CLASS_STORE"
PORT_VARIABLE = "BELIEFLAB_CLASS_PORT"
ADDRESS_VARIABLE = "BELIEFLAB_CLASS_ADDRESS"


def store_path() -> Path | None:
    """The file that the app shares with the students' server; None unless it was started so."""
    path = os.environ.get(STORE_VARIABLE, "")
    return Path(path) if path else None


def students_port() -> int:
    """The port at which students are served."""
    return int(os.environ.get(PORT_VARIABLE, "0"))


def students_address() -> str:
    """The address of the interface at which students are served."""
    return os.environ.get(ADDRESS_VARIABLE, "") or "0.0.0.0"  # noqa: S104  (all interfaces)
