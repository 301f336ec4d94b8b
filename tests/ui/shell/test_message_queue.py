"""What a run has drawn is sent whole, or not at all, when another run begins."""

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from belieflab.ui.shell import message_queue

FRAGMENT = "body"


@pytest.fixture
def queue(monkeypatch):
    """A container of a fragment and, in it, an element that the browser holds already."""
    monkeypatch.setattr(ForwardMsgQueue, "clear", ForwardMsgQueue.clear)  # put back afterwards
    message_queue.keep_whole()
    block, known = ForwardMsg(), ForwardMsg()
    block.delta.add_block.vertical.SetInParent()
    block.delta.fragment_id = FRAGMENT
    block.metadata.delta_path.extend([0, 1])
    known.ref_hash = "abc"
    known.metadata.delta_path.extend([0, 1, 0])
    filled = ForwardMsgQueue()
    for message in (block, known):
        filled.enqueue(message)
    return filled


def test_an_element_keeps_its_container_when_its_fragment_runs_again(queue):
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=[FRAGMENT])
    assert [list(each.metadata.delta_path) for each in queue.flush()] == [[0, 1], [0, 1, 0]]


def test_a_run_of_the_whole_page_leaves_nothing_of_the_run_before(queue):
    queue.clear(retain_lifecycle_msgs=True)
    assert queue.is_empty()
