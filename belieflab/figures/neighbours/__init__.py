"""Figures of the Neighbours page."""
