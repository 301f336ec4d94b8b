"""A request that is not granted."""


class Refusal(Exception):
    """The status of the answer and a sentence for the student.

    `delay`: seconds before it is sent. `retry`: seconds after which the page asks again by itself.
    """

    def __init__(
        self, status: int, sentence: str, *, delay: float = 0.0, retry: float | None = None
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.delay = delay
        self.retry = retry
