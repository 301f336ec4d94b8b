"""Figures of the Landscape page."""
