"""`python -m belieflab.experiments list | run NAME | show NAME [--json]`."""

import sys

from belieflab.experiments.command import main

if __name__ == "__main__":
    sys.exit(main())
