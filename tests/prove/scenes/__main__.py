"""python tests/prove/scenes NAME [arguments]: plays one scene; its figures are the last line."""

import asyncio
import json
import sys

import answers
import backing_up
import cases
import disputes
import ending
import everything
import faults
import junk
import kill
import leagues
import nights
import shards
import signups
import soak
from stage import SCENES

assert {
    answers,
    backing_up,
    cases,
    disputes,
    ending,
    everything,
    faults,
    junk,
    kill,
    leagues,
    nights,
    shards,
    signups,
    soak,
}  # imported for the scenes they hold

if __name__ == "__main__":
    print(json.dumps(asyncio.run(SCENES[sys.argv[1]](*sys.argv[2:]))))
