"""Painting points on an empty plane, in the browser, and taking them as a data set."""
