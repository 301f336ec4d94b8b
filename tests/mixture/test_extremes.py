"""Very small and very large units: the same model, or one sentence."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from belieflab import DataError, MassTable
from belieflab.mixture import LabelNoiseMixture, SoftLabelMixture
from belieflab.mixture.covariance_families import FAMILIES

X, Y = load_iris(return_X_y=True)
LABELS = MassTable.from_guess_and_doubt(Y, np.full(150, 0.4))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_finds_the_same_model_in_any_units(family):
    plain = SoftLabelMixture(covariance=family).fit(X, LABELS)
    for unit in (2.0**-420, 2.0**420):
        model = SoftLabelMixture(covariance=family).fit(X * unit, LABELS)
        assert model.n_iter_ == plain.n_iter_
        np.testing.assert_allclose(model.means_ / unit, plain.means_, rtol=1e-9)
        np.testing.assert_allclose(model.predict_proba(X * unit), plain.predict_proba(X), atol=1e-9)


@pytest.mark.parametrize("kind", [SoftLabelMixture, LabelNoiseMixture])
@pytest.mark.parametrize("unit", [1e-155, 1e153, 1e-300, 1e300])
def test_numbers_that_cannot_be_squared_are_refused_in_one_sentence(kind, unit):
    with pytest.raises(DataError, match=r"^Feature 1 ranges over .* other units"):
        kind().fit(X * unit, LABELS)


@pytest.mark.parametrize("far", [1e155, 1e200, 1e300, -1e300])
def test_points_very_far_away_belong_to_the_component_that_reaches_there(far):
    model = SoftLabelMixture().fit(X, LABELS)
    place = np.full((1, 4), far)
    shares = model.predict_proba(place)
    assert np.isfinite(shares).all() and shares.sum() == pytest.approx(1.0)
    nearer = model.predict_proba(np.full((1, 4), np.sign(far) * 1e100))
    assert shares.argmax() == nearer.argmax()
    assert model.predict(place).shape == (1,)
