"""The books at the command line, also while the bot runs: back them up, look whether they are whole, restore.

    python -m data backup [--to FOLDER]   a checked copy, called by its moment; into BACKUP_DIR if not told where
    python -m data check [FILE]           is this file whole, or the books themselves?
    python -m data restore FILE           put a backup where the bot looks for its books

Exit status 0: done; 1: not, with a sentence; 2: asked wrongly, or a setting is wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from data.backup import copy_books, restore_books, verify_books
from data.places import WrongSetting, load_settings_file, read_backups, read_database
from data.store import StoreError


def asked_for(arguments: Sequence[str]) -> argparse.Namespace:
    """What was typed. Ends the program with status 2 where it cannot be made out."""
    parser = argparse.ArgumentParser(prog="python -m data", description="The league's books: back up, check, restore.")
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser("backup", help="make a checked copy; the bot may go on running")
    backup.add_argument("--to", type=Path, metavar="FOLDER", help="instead of BACKUP_DIR")
    check = commands.add_parser("check", help="look whether a file is whole; it is not changed")
    check.add_argument("file", type=Path, nargs="?", metavar="FILE", help="instead of the bot's own books")
    restore = commands.add_parser("restore", help="put a backup in place, where there are no books")
    restore.add_argument("file", type=Path, metavar="FILE")
    return parser.parse_args(arguments)


def carry_out(asked: argparse.Namespace, now: datetime) -> str:
    """Do what was asked; what there is to say. Raises WrongSetting and StoreError."""
    database = read_database(os.environ)
    if asked.command == "check":
        path = asked.file or database
        return f"{path} is whole: {verify_books(path)}."
    if asked.command == "restore":
        return f"{database} is restored and checked: {restore_books(asked.file, database)}. Start the bot."
    folder = read_backups(os.environ, database)
    target = replace(folder, folder=asked.to or folder.folder).path_at(now)
    return f"{target} is made and checked: {copy_books(database, target)}."


def main(arguments: Sequence[str], now: datetime) -> int:
    """Do one thing and say how it went; the exit status."""
    asked = asked_for(arguments)
    os.umask(0o077)  # the books are for whoever runs the bot alone
    try:
        load_settings_file()
        print(carry_out(asked, now))
    except WrongSetting as error:
        print(error, file=sys.stderr)
        return 2
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], datetime.now(UTC)))
