"""Figures of the Mixture page."""
