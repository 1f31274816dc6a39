"""`python -m osteria.lab.learn GAME --folder FOLDER`: label, train."""

import sys

from osteria.lab.learn.course import main

if __name__ == "__main__":
    sys.exit(main())
