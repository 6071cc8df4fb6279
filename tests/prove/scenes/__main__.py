"""python tests/prove/scenes NAME [arguments]: plays one scene; its figures are the last line."""

import asyncio
import json
import sys

import answers
import cases
import ending
import faults
import junk
import kill
import leagues
import nights
import signups
from stage import SCENES

assert {answers, cases, ending, faults, junk, kill, leagues, nights, signups}  # imported for the scenes they hold

if __name__ == "__main__":
    print(json.dumps(asyncio.run(SCENES[sys.argv[1]](*sys.argv[2:]))))
