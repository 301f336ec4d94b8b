"""A limit on the memory of the server refuses new work with a sentence."""

import mmap
import subprocess
import sys
import threading
import time

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from belieflab import DataError, memory
from belieflab.data import load_sample
from belieflab.data.crowd_files import items_as_data, read_crowd_file
from belieflab.data.reading.new_objects import Features
from belieflab.data.reading.process import uploads
from belieflab.memory import LIMIT, memory_refusal, parse_bytes, resident_bytes, server_bytes
from belieflab.mixture import SoftLabelMixture
from belieflab.saving import open_model, save_model
from belieflab.ui.method import runs
from belieflab.ui.method.run_queue import RunQueue
from belieflab.ui.method.runs import Run
from belieflab.ui.shell.workspace import Workspace


@pytest.mark.parametrize(
    ("text", "expected"),
    [("4GB", 4e9), ("1.5 g", 1.5e9), ("200MB", 2e8), ("2 GiB", 2**31), ("1000", 1000.0)],
)
def test_amounts_are_read_as_people_write_them(text, expected):
    assert parse_bytes(text) == expected


@pytest.mark.parametrize("text", ["much", "4 XB", "-1GB", "", "1e400", "9" * 5000])
def test_what_is_no_amount_is_refused_in_a_sentence(text):
    with pytest.raises(DataError, match="no amount of memory"):
        parse_bytes(text)


def test_the_resident_size_grows_with_what_is_held():
    before = resident_bytes()
    if before is None:
        pytest.skip("this system does not say what a process holds")
    with mmap.mmap(-1, 64_000_000) as held:  # fresh pages: an array may get freed memory again
        held.write(b"1" * len(held))
        assert resident_bytes() > before + 40_000_000


HOLD = """
import subprocess, sys
held = b"1" * {size}
if {more}:
    child = subprocess.Popen([sys.executable, "-c", sys.argv[1], ""], stdout=subprocess.PIPE)
    child.stdout.readline()
print("held", flush=True)
sys.stdin.read()
"""


def test_processes_that_the_server_started_count_with_what_they_hold():
    if server_bytes() is None:
        pytest.skip("this system does not say what a process holds")
    inner = HOLD.format(size=60_000_000, more=0)
    code = HOLD.format(size=40_000_000, more=1)
    pipe = subprocess.PIPE
    begun: list[subprocess.Popen[bytes]] = []

    def begin() -> None:  # the processes of a thread that has ended count as well
        command = [sys.executable, "-c", code, inner]
        begun.append(subprocess.Popen(command, stdin=pipe, stdout=pipe))

    before = server_bytes()
    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    with begun[0] as process:
        assert process.stdout.readline() == b"held\n"
        assert server_bytes() > before + 100_000_000
        process.stdin.close()
    assert server_bytes() < before + 50_000_000


def test_nothing_is_refused_without_a_limit(monkeypatch):
    monkeypatch.delenv(LIMIT, raising=False)
    assert memory_refusal(1e15) == ""


def test_the_sentence_says_what_is_used_and_needed(monkeypatch):
    monkeypatch.setenv(LIMIT, "4GB")
    monkeypatch.setattr(memory, "server_bytes", lambda: 3_900_000_000)
    assert memory_refusal(50e6) == ""
    sentence = memory_refusal(3e8)
    assert "3.9 GB of its 4.0 GB" in sentence and "300 MB more" in sentence


def test_a_full_server_takes_in_no_data(monkeypatch):
    monkeypatch.setenv(LIMIT, "4GB")
    workspace = Workspace()
    workspace.load_sample("iris")
    before = workspace.state
    crowd = read_crowd_file(b"worker,item,answer\na,1,x\nb,1,y\n", "a.csv")
    monkeypatch.setattr(memory, "server_bytes", lambda: 4_100_000_000)
    takes_in = (
        lambda: workspace.load_sample("iris"),
        lambda: workspace.adopt_dataset(before.dataset),
        lambda: workspace.build_labels("expert-doubt"),
        lambda: workspace.take_crowd(crowd, items_as_data(crowd)),
        lambda: uploads.open_described_tables(b"PK", "workspace.json", ()),
    )
    for take_in in takes_in:
        with pytest.raises(DataError, match=r"4\.1 GB of its 4\.0 GB"):
            take_in()
    assert workspace.state is before


def test_a_full_server_opens_no_model_and_matches_no_second_file(monkeypatch):
    iris = load_sample("iris")
    content = save_model(SoftLabelMixture(max_iter=1).fit(iris.X, iris.truth))
    monkeypatch.setenv(LIMIT, "4GB")
    monkeypatch.setattr(memory, "server_bytes", lambda: 3_999_999_000)
    table = pd.DataFrame(iris.X, columns=list(iris.feature_names))
    for take_in in (lambda: open_model(content), lambda: Features.of(iris).match(table)):
        with pytest.raises(DataError, match=r"4\.0 GB of its 4\.0 GB"):
            take_in()


def _page():
    import streamlit as st

    from belieflab.ui.shell import admission

    admission.check(lambda: None)
    st.session_state["workspace"] = "made"
    st.write("the page")


def test_a_full_server_begins_no_session_and_goes_on_with_those_that_are_there(monkeypatch):
    monkeypatch.setenv(LIMIT, "4GB")
    monkeypatch.setattr(memory, "server_bytes", lambda: 4_100_000_000)
    refused = AppTest.from_function(_page).run()
    assert "Reload this page in some minutes" in refused.error[0].value
    assert not refused.markdown and "workspace" not in refused.session_state
    monkeypatch.setattr(memory, "server_bytes", lambda: 1_000_000_000)
    begun = AppTest.from_function(_page).run()
    monkeypatch.setattr(memory, "server_bytes", lambda: 4_100_000_000)
    assert begun.run().markdown and not begun.error


@pytest.fixture
def reservations(monkeypatch):
    monkeypatch.setenv(LIMIT, "4GB")
    monkeypatch.setattr(memory, "server_bytes", lambda: 1_000_000_000)
    made = memory.Reservations()
    monkeypatch.setattr(memory, "RESERVATIONS", made)
    monkeypatch.setattr(runs, "RESERVATIONS", made)
    return made


def test_what_waits_and_works_counts_before_it_has_taken_its_memory(reservations, monkeypatch):
    assert memory_refusal(2.9e9) == ""
    reservations.wait("a", 2e9)
    assert memory_refusal(0.9e9) == ""
    assert "3.0 GB of its 4.0 GB of memory in use or set aside" in memory_refusal(1.1e9)
    assert reservations.begin("a", 2e9) == ""
    monkeypatch.setattr(memory, "server_bytes", lambda: 2_900_000_000)  # which are its own
    assert memory_refusal(0.9e9) == ""
    reservations.end("a")
    assert "2.9 GB of its 4.0 GB of memory in use, and" in memory_refusal(1.2e9)


def test_a_run_that_waited_begins_only_where_there_is_memory_beside_those_at_work(reservations):
    gate, order = threading.Event(), []

    def make(name):
        def steps():
            order.append(name)
            yield gate.wait(5)

        return steps

    first, second = Run(make("first")), Run(make("second"))
    first.bytes = second.bytes = 2e9
    first.start()
    while not order:
        time.sleep(0.005)
    second.start()
    second.join(5)
    assert order == ["first"] and "this needs 2.0 GB more" in second.error
    assert "set aside" in memory_refusal(1.5e9)
    gate.set()
    first.join(5)
    assert memory_refusal(2.9e9) == ""
    second.start()  # once more, when the other has ended
    second.join(5)
    assert order == ["first", "second"] and second.finished and second.error is None


def test_a_run_that_is_stopped_while_it_waits_gives_its_memory_back(reservations, monkeypatch):
    queue = RunQueue(per_session=0)
    monkeypatch.setattr(runs, "QUEUE", queue)
    run = Run(lambda: iter(()))
    run.owner, run.bytes = "a", 2e9
    run.start()
    assert "set aside" in memory_refusal(1.5e9)
    run.stop()
    run.join(5)
    assert memory_refusal(2.9e9) == ""
