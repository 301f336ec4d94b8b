"""The devices of a session: who joined, letting in, removing, merging."""

from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from belieflab.classroom.devices import (
    Device,
    admit_devices,
    list_devices,
    merge_devices,
    remove_devices,
    separate_devices,
)
from belieflab.classroom.store import Store, StoredSession
from belieflab.errors import DataError
from belieflab.ui.classroom.joining import KEY
from belieflab.ui.classroom.settings import ADMISSION
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import show_errors
from belieflab.ui.shell.session import hold

CHOSEN = f"{KEY}.devices"
Change = Callable[[Store, str, Sequence[int]], None]
CHANGES: dict[str, tuple[str, Change, str]] = {
    "admit": ("Let in", admit_devices, "Devices that wait, or that were removed."),
    "remove": ("Remove", remove_devices, "Their answers no longer count; Let in brings them back."),
    "merge": ("Merge", merge_devices, "They belong to one student: each object counts once."),
    "separate": ("Separate", separate_devices, "Undoes a merge."),
}
_STATES = {"waiting": "waits", "in": "takes part", "removed": "removed"}


@show_errors()
def draw_admission(store: Store, opened: StoredSession) -> None:
    """Whether the teacher admits, and who waits for it."""
    key = f"{KEY}.live_{ADMISSION.name}"
    hold(key, store.requires_admission(opened.code))
    require = partial(_require, store, opened.code, key)
    st.toggle(ADMISSION.label, key=key, help=ADMISSION.help, on_change=require)
    devices = list_devices(store, opened.code)
    waiting = [device.number for device in devices if device.state == "waiting"]
    if waiting:
        text = "Let in the one that waits" if len(waiting) == 1 else f"Let in all {len(waiting)}"
        admit = partial(admit_devices, store, opened.code, waiting)
        draw_button(text, f"{KEY}.admit_all", admit, type="primary", width="stretch")


@show_errors()
def draw_devices(store: Store, opened: StoredSession) -> None:
    """Who joined, and what the teacher can do about it."""
    devices = list_devices(store, opened.code)
    if not devices:
        return
    left, right = st.columns([3, 2], gap="medium")
    key = f"{KEY}.device_table"
    left.dataframe(device_table(devices), key=key, hide_index=True, height=210)
    with right:
        numbers = [device.number for device in devices]
        text = "By their numbers in the table; a student sees the own number on the page."
        st.multiselect("Devices to change", numbers, key=CHOSEN, help=text)
        with st.container(horizontal=True, gap="small"):
            for name, (label, change, text) in CHANGES.items():
                draw_button(label, f"{KEY}.{name}", _change, store, opened.code, change, help=text)


def device_table(devices: Sequence[Device]) -> pd.DataFrame:
    """One row per device, as the teacher reads it; those that wait come first."""
    order = sorted(devices, key=lambda device: device.state != "waiting")
    return pd.DataFrame(
        {
            "Device": [device.number for device in order],
            "State": [
                _STATES[device.state]
                + ("" if device.student == device.number else f", with {device.student}")
                for device in order
            ],
            "Answers": [f"{device.answered} of {device.asked}" for device in order],
            "Kind": [device.kind for device in order],
            "Address": [device.address for device in order],
        }
    )


def _require(store: Store, code: str, key: str) -> None:
    store.require_admission(code, st.session_state[key])


def _change(store: Store, code: str, change: Change) -> None:
    chosen = st.session_state.get(CHOSEN, [])
    if not chosen:
        raise DataError("Choose the devices first, by their numbers.")
    change(store, code, chosen)
    st.session_state[CHOSEN] = []
