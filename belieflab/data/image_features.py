"""The names of the features of a pixel."""

COLOURS, GREY, POSITION = ("red", "green", "blue"), ("grey",), ("row", "column")
