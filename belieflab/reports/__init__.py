"""Reports: one zip with figures, tables, sources, settings, versions, data and a script.

Report(title, script=..., figures=[...], tables={...}).write()     # the zip as bytes
"""

from belieflab.reports.pictures import Picture
from belieflab.reports.report import Report

__all__ = ["Picture", "Report"]
