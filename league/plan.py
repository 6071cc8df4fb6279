"""A night as it is planned: when, where, what is played, and which tables a volunteer deals. Pure.

>>> dealt_tables("tournament", "omaha", 3, HOUSE_WAY, follows_house=True)
(1, 2, 3)
>>> dealt_tables("cash", "holdem", 2, HOUSE_WAY, follows_house=True)
(2,)
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from league.settings import SAMPLE_BOOK, Settings

DEFAULT_MINUTES = 360
ASK_THE_HOST = "ask the host"
GAMES = {"holdem": "hold'em", "omaha": "Omaha", "stud": "stud", "draw": "draw", "mixed": "mixed games"}
HOUSE_WAY, ALL_TABLES, NO_TABLE = DEALERS = ("house", "all", "none")
SEASON = timedelta(weeks=26)  # downs count that long for a fair order, and a missing player is remembered that long
REMIND_BEFORE = timedelta(hours=24)
LONGEST_NIGHT = timedelta(hours=48)
COVER_BEFORE = timedelta(hours=48)  # from then on somebody is asked for a table that is still open
SHORTEST_ANSWER, LONGEST_ANSWER = timedelta(minutes=15), timedelta(hours=12)
LATE_OPEN = timedelta(hours=12)  # how long before its beginning a planned night can be opened


@dataclass(frozen=True)
class Plan:
    """What a host has said about a night. `fee`: minor units of `currency`, None: none said.

    `tables`: how many there are; `dealt`: which of them a volunteer deals. `max_players` None: no limit.
    """

    title: str
    starts_at: datetime
    zone: str
    kind: str
    game: str
    tables: int = 1
    dealt: tuple[int, ...] = ()
    minutes: int = DEFAULT_MINUTES
    place: str = ASK_THE_HOST
    fee: int | None = None
    currency: str = "USD"
    min_players: int = 0
    max_players: int | None = None

    @property
    def ends_at(self) -> datetime:
        """When it is likely to be over."""
        return self.starts_at + timedelta(minutes=self.minutes)

    def is_far(self, now: datetime) -> bool:
        """Is there still time to remind people of it a day ahead?"""
        return self.starts_at - now > REMIND_BEFORE


def follows_house(settings: Settings, kind: str) -> bool:
    """Does this league play such games by the house's policy, which says who deals?"""
    return SAMPLE_BOOK in settings.order(kind)


def dealt_tables(kind: str, game: str, tables: int, dealers: str, *, follows_house: bool) -> tuple[int, ...]:
    """The tables that a volunteer deals, by number; the last one breaks first. Source: psp-dedicated-dealers.

    The house's way: none in a hold'em tournament, all in any other; in cash games the host deals the first.
    """
    every = tuple(range(1, tables + 1))
    if dealers == NO_TABLE:
        return ()
    if dealers == ALL_TABLES or not follows_house:
        return every
    if kind == "cash":
        return every[1:]
    return () if game == "holdem" else every


def breaks(number: int, tables: int) -> str:
    """When a tournament's table breaks, in words. Source: psp-dealer-discount.

    >>> breaks(3, 3), breaks(2, 3), breaks(1, 3)
    ('breaks first', 'breaks second', 'final table')
    """
    if number == 1:
        return "final table"
    turn = tables - number + 1
    return "breaks " + {1: "first", 2: "second", 3: "third"}.get(turn, f"as number {turn}")


def answer_by(now: datetime, starts_at: datetime) -> datetime:
    """Until when somebody who is asked may answer: a quarter of the time left, but neither too short nor too long."""
    wait = min(max((starts_at - now) / 4, SHORTEST_ANSWER), LONGEST_ANSWER)
    return now + wait


def cover_from(now: datetime, starts_at: datetime) -> datetime:
    """From when on somebody is asked for a table that nobody has taken."""
    return max(now, starts_at - COVER_BEFORE)
