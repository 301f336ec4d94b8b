"""Seeded generators of points: each takes a numpy Generator and settings, returns a Dataset."""

from belieflab.data.generators.bernoulli import bernoulli_labels, make_bernoulli
from belieflab.data.generators.clusters import draw_clusters
from belieflab.data.generators.curves import draw_moons, draw_rings
from belieflab.data.generators.gaussians import draw_gaussians
from belieflab.data.generators.lifetimes import draw_lifetimes
from belieflab.data.generators.picture import draw_picture

__all__ = [
    "bernoulli_labels",
    "draw_clusters",
    "draw_gaussians",
    "draw_lifetimes",
    "draw_moons",
    "draw_picture",
    "draw_rings",
    "make_bernoulli",
]
