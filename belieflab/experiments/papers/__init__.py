"""The papers' tables and figures, each by name, with the paper's numbers beside ours."""
