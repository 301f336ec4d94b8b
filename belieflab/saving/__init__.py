"""Fitted models as files, without pickle: settings as JSON, numbers as arrays, no code."""

from belieflab.saving.models import SAVERS, can_be_saved, open_model, save_model

__all__ = ["SAVERS", "can_be_saved", "open_model", "save_model"]
