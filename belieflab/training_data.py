"""The data an estimator was fitted on: kept while it lives, left out when it is stored."""

from typing import Any

from belieflab.errors import DataError


class KeepsTrainingData:
    """An estimator that can be asked about its training objects after `fit`.

    It holds a reference to the caller's data in `_training`, no copy. A pickle leaves it out, so
    that a stored model is as small as its parameters.
    """

    _training: Any

    def __getstate__(self) -> dict[str, Any]:
        stored: Any = super().__getstate__()  # scikit-learn adds its version
        return {name: value for name, value in stored.items() if name != "_training"}

    def _training_data(self, wanted: str) -> Any:
        """What was kept; a stored and reloaded estimator says what to call instead."""
        try:
            return self._training
        except AttributeError:
            raise DataError(
                f"{wanted} needs the training data, which are not stored with the model; "
                "call predict_mass(X) with the points you want to know about."
            ) from None
