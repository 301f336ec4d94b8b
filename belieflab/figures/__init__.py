"""Plotly figures: pure functions, arrays in, Figure out."""
