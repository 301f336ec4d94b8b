"""A run whose model tries several starts before its first step; these tell the pace."""

from belieflab.ui.method.runs import Run


class StartsRun(Run):
    """The best of `n_init` starts is gone through again: that takes one round more.

    The model lists the ends of the starts in `starts_` as they come.
    """

    _tried, _took = 0, 0.0
    """Starts that have ended, and the seconds of work when the last one had."""

    @property
    def share_done(self) -> float | None:
        """From 0 to 1: by the starts tried until the number of steps is known."""
        share, starts = super().share_done, getattr(self.value, "n_init", 1)
        counted = self._expected(self.steps) if callable(self._expected) else self._expected
        if share is None or self.finished or counted or starts < 2:
            return share
        tried = len(getattr(self.value, "starts_", ()))
        if tried != self._tried:
            self._tried, self._took = tried, self.elapsed
        rounds = starts + 1
        if tried:
            share = self.elapsed * tried / (max(self._took, 1e-9) * rounds)
        return min(share, (tried + 1) / rounds, 0.99)
