"""Every term of the lab in one sentence, with its source."""
