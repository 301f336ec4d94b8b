"""Figures of the EKNNclus page."""
