"""Figures of the Credal partition page."""
