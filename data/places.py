"""Where the books and their backups lie, as the environment says: for the bot and for `python -m data`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from data.backup_folder import BackupFolder

DEFAULT_DATABASE = "sqlite:///var/league.sqlite3"
DEFAULT_FOLDER = "backups"  # beside the database
DEFAULT_DAYS = 14
MOST_DAYS = 3_650


class WrongSetting(Exception):
    """A setting cannot be used; the text is one sentence for whoever starts the bot."""


def load_settings_file() -> None:
    """Take what stands in `.env` into the environment, where it is not set there already."""
    from dotenv import load_dotenv

    try:
        load_dotenv()
    except (OSError, ValueError) as error:  # another's file; not UTF-8, or a NUL
        raise WrongSetting(f"The file .env cannot be read: {error}.") from error


def read_database(environment: Mapping[str, str]) -> Path:
    """The file with the books. Raises WrongSetting."""
    url = environment.get("DATABASE_URL", "").strip() or DEFAULT_DATABASE
    scheme, found, path = url.partition(":///")
    if scheme != "sqlite" or not found or path in ("", ":memory:"):
        raise WrongSetting(f"DATABASE_URL must name a file, like {DEFAULT_DATABASE}.")  # it may hold a password
    return _path(path, "DATABASE_URL")


def _path(typed: str, setting: str) -> Path:
    """A path as a shell reads it: `~` is a home folder there, and people type it here. Raises WrongSetting."""
    try:
        return Path(typed).expanduser()
    except RuntimeError as error:
        raise WrongSetting(f"{setting} begins with a home folder that is not known: write the whole path.") from error


def read_backups(environment: Mapping[str, str], database: Path) -> BackupFolder:
    """Where the daily backups of these books go, and how long each stays. Raises WrongSetting."""
    name = environment.get("BACKUP_DIR", "").strip()
    folder = _path(name, "BACKUP_DIR") if name else database.parent / DEFAULT_FOLDER
    try:
        if name and folder.exists() and not folder.is_dir():
            raise WrongSetting(f"BACKUP_DIR must name a folder, and {name!r} is a file.")
    except OSError as error:
        raise WrongSetting(f"BACKUP_DIR must name a folder that the bot may look into: {error}.") from error
    days = environment.get("BACKUP_KEEP", "").strip() or str(DEFAULT_DAYS)
    if not (re.fullmatch("[0-9]{1,4}", days) and 1 <= int(days) <= MOST_DAYS):
        raise WrongSetting(f"BACKUP_KEEP must be a number of days from 1 to {MOST_DAYS}, not {days!r}.")
    return BackupFolder(database, folder, int(days))
