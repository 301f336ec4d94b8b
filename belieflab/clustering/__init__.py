"""Credal clustering: partitions that say how sure they are of every object's cluster."""

from belieflab.clustering.partition import CredalPartition

__all__ = ["CredalPartition"]
