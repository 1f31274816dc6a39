"""`python -m osteria.cli` is the `osteria` command."""

import sys

from osteria.cli import main

if __name__ == "__main__":
    sys.exit(main())
