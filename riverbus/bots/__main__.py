"""`python -m riverbus.bots`: the same as `riverbus bots`."""

import argparse
import sys

from riverbus.cli import bots

parser = argparse.ArgumentParser(prog="python -m riverbus.bots", description=bots.HELP)
bots.add_arguments(parser)
sys.exit(bots.run(parser.parse_args()))
