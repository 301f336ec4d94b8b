"""Figures of the Crowd page."""
