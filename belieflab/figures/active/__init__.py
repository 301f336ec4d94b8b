"""Figures of the Active learning page."""
