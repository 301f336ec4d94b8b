"""Figures of the Labels page."""
