"""A database in memory: new with the schema, or a copy of one that was made before."""

from __future__ import annotations

from pathlib import Path
from sqlite3 import Connection

from data.store import Transaction, connect, migrate


def new_books() -> Connection:
    """The schema and nothing else."""
    connection = connect(Path(":memory:"))
    migrate(connection)
    return connection


def copied(books: bytes) -> Connection:
    """As `Connection.serialize` gave them: made once, copied for each run."""
    connection = connect(Path(":memory:"))
    connection.deserialize(books)
    return connection


def bare() -> Transaction:
    """A transaction on the schema and nothing else."""
    return Transaction(new_books())
