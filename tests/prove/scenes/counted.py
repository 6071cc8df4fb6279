"""Starts the bot as it is, and counts what it holds when it is sent SIGUSR1: the names of its tasks, a line each start.

python counted.py FILE, from the bot's own folder: at the signal the names are written to FILE, as JSON.
"""

import asyncio
import json
import signal
import sys
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path.cwd()))


def count(_number: int, _frame: FrameType | None) -> None:
    """Write down every task there is, then give the file its name."""
    told = Path(sys.argv[1])
    coming = told.with_suffix(".coming")
    coming.write_text(json.dumps(sorted(task.get_name() for task in asyncio.all_tasks())), encoding="utf-8")
    coming.replace(told)


if __name__ == "__main__":
    import bot

    signal.signal(signal.SIGUSR1, count)
    sys.exit(bot.main())
