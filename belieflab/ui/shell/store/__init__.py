"""What a person made survives: workspaces are saved by themselves and found again by a key.

The key is in the browser alone. `live` holds the workspaces that are open, so that a reloaded page
finds everything as it was, its runs too; `disk` keeps them when the server ends; `saving` writes
there a moment after each change; `result_files` hold what long runs have found; `visit` ties them
to a browser session.
"""
