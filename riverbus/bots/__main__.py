"""`python -m riverbus.bots`: the same as `riverbus bots`."""

import sys

from riverbus.cli.__main__ import main

sys.exit(main(["bots", *sys.argv[1:]]))
