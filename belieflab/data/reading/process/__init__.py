"""Uploaded files read in a process of their own, with limits on time and memory.

    opened = open_table(content, filename, guess=None) -> OpenedTable(guess, table, problem)
    loaded = open_folder({name: content, …}, missing, name) -> Loaded
    files  = open_members(content, endings) -> {name: content, …}
    labels = open_label_file(content, filename, frame, n, layout) -> LabelFile
    crowd  = open_crowd_file(content, filename, layout, scale) -> CrowdFile
    parts  = open_described_tables(content, description, tables) -> DescribedTables

They give what `read_table`, `read_folder`, `read_label_file` and `read_described_tables` of
`belieflab.data.reading` and `read_crowd_file` of `belieflab.data.crowd_files` give, which read in
the process that calls them. Whatever a file does to the process that reads it becomes one
sentence, and the process is replaced.

    messages   how requests and answers are written on the pipes: JSON, then tables as Arrow
    jobs       what the process can be asked for
    child      the process itself
    pool       the processes as the app holds them: a queue, time limits, replacement
    uploads    the functions above
"""

from belieflab.data.reading.process.pool import Progress, Watch, reading_pool
from belieflab.data.reading.process.uploads import (
    OpenedTable,
    open_crowd_file,
    open_described_tables,
    open_folder,
    open_folder_tables,
    open_label_file,
    open_members,
    open_table,
)

__all__ = [
    "OpenedTable",
    "Progress",
    "Watch",
    "open_crowd_file",
    "open_described_tables",
    "open_folder",
    "open_folder_tables",
    "open_label_file",
    "open_members",
    "open_table",
    "reading_pool",
]
