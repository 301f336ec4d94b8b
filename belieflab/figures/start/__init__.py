"""Figures of the Start page."""
