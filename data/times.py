"""Moments as the database keeps them: whole microseconds since 1970, UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def to_micros(moment: datetime) -> int:
    """An aware moment as UTC microseconds; exact, unlike a float timestamp."""
    return (moment - EPOCH) // MICROSECOND


def from_micros(micros: int) -> datetime:
    """UTC microseconds as an aware moment."""
    return EPOCH + micros * MICROSECOND


def micros_if(moment: datetime | None) -> int | None:
    """The same where there may be no moment."""
    return None if moment is None else to_micros(moment)


def moment_if(micros: int | None) -> datetime | None:
    """The same where there may be no moment."""
    return None if micros is None else from_micros(micros)
