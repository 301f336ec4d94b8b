"""Figures of the Belief playground page."""
