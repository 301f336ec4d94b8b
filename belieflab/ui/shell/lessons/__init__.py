"""Lessons: steps as data, what the lab notices, and where a lesson stands on screen."""
