"""The EKNNclus page."""

from belieflab.ui.method.method_page import run
from belieflab.ui.pages.eknnclus.page import PAGE

run(PAGE)
