"""Figures of a class on the Crowd page."""
