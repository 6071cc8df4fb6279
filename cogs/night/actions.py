"""What people can do with a night: plain values and the store in, plain values out. No Discord here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from cogs.shared.dates import read_day
from cogs.shared.entry_fee import fee_lines
from cogs.shared.leagues import Leagues
from cogs.shared.refusals import Refusal, cited
from data import nights
from data.dealers import release_table
from data.downs import downs_of, end_downs
from data.due import Job, drop_job, finish_job, set_job
from data.fees import books_of
from data.handled import Act, once
from data.ledger import bookings_of
from data.money import adjust_discounts
from data.nights import Night, night_of, night_open
from data.opening import open_tonight
from data.players import player_of
from data.store import Store, Transaction
from data.tables import Kept, table_at, tables_of, take_step
from data.tips import book_tips
from league.books import TIP_POOL, TIPS
from league.night import closes_at, day_of, morning_at
from league.refusing import NotNow
from league.settings import KINDS
from league.table import CloseTable, StubCount

NO_NIGHT = "No night is open here: a host opens one with /night open."
OVER = "That night is over: /night show shows the one that is open."
NEW, STANDING = "new", "standing"
CLOSED, OPEN_TABLES = "closed", "open tables"


@dataclass(frozen=True)
class Opened:
    """The night that is open now; `is_new`: this opened it."""

    night: Night
    is_new: bool


async def open_night(
    store: Store,
    leagues: Leagues,
    act: Act,
    host: str,
    kind: str | None,
    typed: str | None,
    channel_id: int,
    usual_kind: str,
) -> Opened:
    """Open tonight, unless a night is open; `host`: who does, by name. Raises Refusal for a day not about now.

    A night that was planned for this day is opened as it was planned; `kind` None: of whichever kind it is.
    """
    if kind not in (*KINDS, None):
        raise Refusal("Choose a cash game or a tournament from the list.")
    zone = (await leagues.now(act.league_id)).settings.zone
    day = day_of(act.at, zone)
    if typed:
        day = read_day(typed)
        if abs(day - act.at.astimezone(ZoneInfo(zone)).date()) > timedelta(days=1):
            raise Refusal("A night is opened on its own day: give today's date, or leave it out.")
        if closes_at(day, zone) <= act.at:
            raise Refusal("That day's night is over by now: give today's date, or leave it out.")

    def change(tx: Transaction, act: Act) -> str:
        is_new = night_open(tx, act.league_id) is None
        night = open_tonight(tx, act, day, zone, kind, channel_id, usual_kind)
        player_of(tx, act.league_id, act.by, host, act.at)  # so that nobody's tip is what makes the host known
        return f"{night.night_id}:{NEW if is_new else STANDING}"

    def whole(tx: Transaction) -> Opened:
        night_id, _, which = once(tx, act, change).answer.partition(":")
        night = night_of(tx, act.league_id, int(night_id))
        assert night is not None  # nights are never deleted
        return Opened(night, which == NEW)

    opened = await store.write(whole)
    leagues.changed(act.league_id)
    return opened


async def tonight(store: Store, league_id: int) -> Night:
    """The night that is open. Raises Refusal where none is."""
    night = await store.read(night_open, league_id)
    if night is None:
        raise Refusal(NO_NIGHT)
    return night


# ------------------------------------------------------------------ staff


async def add_staff(store: Store, leagues: Leagues, act: Act, user_id: int) -> bool:
    """Make somebody staff for tonight; False if they are."""

    def change(tx: Transaction, act: Act) -> str:
        return str(nights.add_staff(tx, act, _open(tx, act).night_id, user_id))

    done = await store.write(once, act, change)
    leagues.changed(act.league_id)
    return done.answer == str(True)


async def remove_staff(store: Store, leagues: Leagues, act: Act, user_id: int) -> bool:
    """Take somebody off tonight's staff; False if they were not on it."""

    def change(tx: Transaction, act: Act) -> str:
        return str(nights.remove_staff(tx, act, _open(tx, act).night_id, user_id))

    done = await store.write(once, act, change)
    leagues.changed(act.league_id)
    return done.answer == str(True)


def _open(tx: Transaction, act: Act) -> Night:
    night = night_open(tx, act.league_id)
    if night is None:
        raise Refusal(NO_NIGHT)
    return night


# ------------------------------------------------------------------ closing


async def close(store: Store, leagues: Leagues, act: Act, night_id: int, *, with_tables: bool) -> bool:
    """Close the night with its tables and downs; False where tables are open and that was not asked for."""

    def change(tx: Transaction, act: Act) -> str:
        night = night_of(tx, act.league_id, night_id)
        if night is None or night.opened_at is None:
            raise Refusal(NO_NIGHT)
        if tables_of(tx, act.league_id, night_id) and not with_tables:
            return OPEN_TABLES
        close_whole(tx, act, night_id)
        set_job(tx, act.league_id, nights.THANKS, night_id, act.at)
        return CLOSED

    done = await store.write(once, act, change)
    leagues.changed(act.league_id)
    return done.answer == CLOSED


def close_whole(tx: Transaction, act: Act, night_id: int) -> None:
    """The night is over: its tables close, and whoever deals gets up and owes nothing more."""
    for kept in tables_of(tx, act.league_id, night_id):
        release_table(tx, act, night_id, kept.table_number)
        take_step(tx, act, kept, CloseTable())
    end_downs(tx, act, night_id)
    adjust_discounts(tx, act, night_id)
    nights.close_night(tx, act, night_id)
    night = night_of(tx, act.league_id, night_id)
    assert night is not None  # it has just been closed
    if act.at >= morning_at(night.day, night.zone):  # nothing else books its tips any more
        book_tips(tx, act, night_id)


async def close_unattended(store: Store, leagues: Leagues, job: Job, act: Act) -> None:
    """Nobody closed the night, and it is noon: it closes by itself."""

    def whole(tx: Transaction) -> None:
        close_whole(tx, act, job.subject)
        drop_job(tx, job.league_id, job.kind, job.subject)

    await store.write(whole)
    leagues.changed(job.league_id)


# ------------------------------------------------------------------ its money


@dataclass(frozen=True)
class Left:
    """What a night that has just closed leaves: open books, and dealers who can still be thanked."""

    has_open_books: bool
    can_tip: bool


async def left_by(store: Store, league_id: int, night_id: int, now: datetime) -> Left:
    """What is left to do once the night is closed; of tips nothing but whether they are still taken."""
    return await store.read(_left_by, league_id, night_id, now)


def _left_by(tx: Transaction, league_id: int, night_id: int, now: datetime) -> Left:
    books = books_of(tx, league_id, night_id, now)
    booked = [one for one in bookings_of(tx, league_id, night_id) if one.what not in (TIPS, TIP_POOL)]
    return Left(
        has_open_books=books.closed_at is None and bool(booked),
        can_tip=books.tips_closed_at is None and bool(downs_of(tx, league_id, night_id)),
    )


async def fee(store: Store, league_id: int, night_id: int, now: datetime) -> list[str]:
    """What the entry costs, a line each; nothing where no fee is set."""
    return await store.read(fee_lines, league_id, night_id, now)


def end_morning(tx: Transaction, job: Job, act: Act) -> None:
    """The morning has been told; a night that is over takes no more tips, though nobody closed its books."""
    night = night_of(tx, job.league_id, job.subject)
    if night is not None and night.closed_at is not None:
        book_tips(tx, act, job.subject)
    finish_job(tx, job)


# ------------------------------------------------------------------ the cockpit


async def move_cockpit(store: Store, act: Act, channel_id: int) -> tuple[Night, bool]:
    """The cockpit is to stand in this channel; the night as it was before, and whether this is said the first time."""

    def change(tx: Transaction, act: Act) -> str:
        nights.place_cockpit(tx, act.league_id, _open(tx, act).night_id, channel_id, None, act.at)
        return ""

    def whole(tx: Transaction) -> tuple[Night, bool]:
        night = _open(tx, act)
        return night, not once(tx, act, change).repeated

    return await store.write(whole)


async def stub_counted(store: Store, act: Act, table_id: int) -> Kept:
    """The stub of a table has been counted, and all cards are there. Raises Refusal."""

    def change(tx: Transaction, act: Act) -> str:
        take_step(tx, act, _table(tx, act, table_id), StubCount())
        return ""

    def whole(tx: Transaction) -> Kept:
        once(tx, act, change)
        return _table(tx, act, table_id)

    try:
        return await store.write(whole)
    except NotNow as error:
        raise cited(error) from error


def _table(tx: Transaction, act: Act, table_id: int) -> Kept:
    kept = table_at(tx, act.league_id, table_id)
    if kept is None:
        raise Refusal("There is no such table in this league.")
    return kept
