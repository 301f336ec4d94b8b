"""Buttons that save a chart as a picture, from the browser: the server needs no drawing program."""

import streamlit as st

from belieflab.ui.method.player.assets import class_name, read_asset

_IMAGES = st.components.v2.component(
    "belieflab_images",
    html=read_asset("images.html"),
    css=read_asset("images.css"),
    js=read_asset("images.js"),
)


def draw_image_buttons(key: str, chart: str, file_stem: str) -> None:
    """Draw the buttons PNG and SVG for the chart of that key; its zoom and frame are kept."""
    _IMAGES(key=key, data={"chart": class_name(chart), "name": file_stem})
