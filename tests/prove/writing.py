"""A process that changes settings as fast as it can and says each change aloud once it is acknowledged.

python tests/prove/writing.py DATABASE    (for test_kill.py, which kills it)
"""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from data.handled import Act, once
from data.settings import record_settings
from data.store import Store

WRITERS = 4


async def write(store: Store, league_id: int, life: int) -> None:
    """One league's staff, one change after the other, two settings in each."""
    number = 0
    while True:
        number += 1
        key = f"{life}:{number}"
        act = Act(league_id, key, by=1, at=datetime.now(UTC))
        await store.write(once, act, record_settings, {"zone": key, "currency": key}, act.at, key)
        os.write(1, f"{league_id} {key}\n".encode())


async def main() -> None:
    store = await Store.open(Path(sys.argv[1]))
    life = await store.read(lambda tx: tx.all("SELECT COUNT(*) AS changes FROM audit")[0]["changes"])
    os.write(1, b"ready\n")
    await asyncio.gather(*(write(store, league_id, life) for league_id in range(1, WRITERS + 1)))


if __name__ == "__main__":
    asyncio.run(main())
