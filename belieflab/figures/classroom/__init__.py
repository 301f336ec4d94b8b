"""Figures of the Class as crowd page."""
