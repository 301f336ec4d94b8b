"""Files of answers: who said what about which item, in the layouts that people have.

crowd = read_crowd_file(content, filename, layout=None, scale=None) -> CrowdFile
joined = join_items(crowd, dataset) -> JoinedCrowd     # items to rows, classes to classes
write_crowd_file(crowd, labels) -> bytes               # labels in the layout of the file

cells, scale   what stands in cells and headings; confidences on a scale
source         a file as a table, as JSON values, as a YAML mapping
lines, wide, counts, argilla, coralnet, doccano, label_studio, nested, prodigy   the readers and
               writers of layouts
machine_suggestions   what a machine suggests in the lines of a table
ragged         which line of codes has another number of cells than the others
origin         how a file wrote its answers, to write labels alike
layouts        the registry of layouts
losses         what a layout has no place for
joining        items and classes of a file, and those of the data
asked          a crowd with the objects that it was asked about
"""

from belieflab.data.crowd_files.asked import AskedCrowd
from belieflab.data.crowd_files.crowd_file import CrowdFile
from belieflab.data.crowd_files.joining import (
    JoinedCrowd,
    as_file,
    items_as_data,
    join_items,
    simulated_file,
)
from belieflab.data.crowd_files.layouts import (
    CROWD_LAYOUTS,
    CrowdLayout,
    read_crowd_file,
    write_crowd_file,
)

__all__ = [
    "CROWD_LAYOUTS",
    "AskedCrowd",
    "CrowdFile",
    "CrowdLayout",
    "JoinedCrowd",
    "as_file",
    "items_as_data",
    "join_items",
    "read_crowd_file",
    "simulated_file",
    "write_crowd_file",
]
