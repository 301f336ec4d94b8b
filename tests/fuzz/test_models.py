"""Hostile model files: each is refused in a sentence, or predicts and can be written."""

import numpy as np
from fuzz.models import changed, good_models, use_model

N_FILES = 600


def test_hostile_models_give_a_prediction_or_one_sentence():
    rng, models = np.random.default_rng(15), good_models()
    for number in range(N_FILES):
        good = models[number % len(models)]
        use_model(good if number < len(models) else changed(good, rng))
