"""The care of a table's two decks: which one is dealt, when a fresh one may come, when the stub is counted.

>>> from datetime import UTC, datetime
>>> opened_at = datetime(2026, 3, 14, 19, 30, tzinfo=UTC)
>>> decks = Decks(counted_at=opened_at)
>>> (decks.in_play, decks.other, passed_on(decks).in_play)
(1, 2, 2)
>>> stub_count_due(decks, down_started_at=None) - opened_at
datetime.timedelta(seconds=1800)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from league.copies import but
from league.refusing import NotNow

CHANGES = "rrp-deck-changes-and-set-ups"
COUNT_EVERY = timedelta(minutes=30)  # rrp-count-the-stub
EARLY_IN_A_DOWN = timedelta(minutes=10)  # the clause says "early" alone; ten minutes are this program's reading
LAPS_BETWEEN_CHANGES = 2  # rrp-deck-changes-and-set-ups, as are the times below
LIMITED_CHANGE = timedelta(minutes=30)
LIMITED_SET_UP = timedelta(hours=1)
ALTERNATE_SET_UP = timedelta(minutes=30)


@dataclass(frozen=True)
class Decks:
    """The two decks of a table (psp-two-decks), told apart as 1 and 2.

    `out`: the deck that is out of use until a set-up, None: both are used in turn. `laps`: whole laps of the button
    since the last change (at first: since the opening), `lap_seat` where a lap ends, None: the button has not been
    set since. `changed_at`, `set_up_at`: None: not since the opening. `counted_at`: the last stub count, before the
    first the beginning of play; `counted`: what that count came to, None: all there. `is_limited`: the host has posted
    the limits.
    """

    counted_at: datetime
    in_play: int = 1
    out: int | None = None
    laps: int = 0
    lap_seat: int | None = None
    changed_at: datetime | None = None
    set_up_at: datetime | None = None
    counted: int | None = None
    is_limited: bool = False

    @property
    def other(self) -> int | None:
        """The deck that is shuffled while this one is dealt; None: it is out of use."""
        other = 3 - self.in_play
        return None if other == self.out else other


def begun(decks: Decks, at: datetime) -> Decks:
    """The table's first hand begins: there was no stub to count before it."""
    return replace(decks, counted_at=at)


def passed_on(decks: Decks) -> Decks:
    """The next hand begins: the deck just shuffled is dealt."""
    return but(decks, in_play=decks.other or decks.in_play)


def lapped(decks: Decks, is_past: bool, seat: int) -> Decks:
    """The button came to `seat`; `is_past`: it reached or passed the seat where a lap ends."""
    if decks.lap_seat is None:
        return replace(decks, lap_seat=seat)
    return replace(decks, laps=decks.laps + 1) if is_past else decks


def verify_change(decks: Decks, why: str, by_alternate: bool, at: datetime) -> None:
    """May the deck be changed? A player's request waits two laps of the button, or for the posted limits.

    `by_alternate`: the league plays by the Alternate Rule, where a change may be asked for at any time. Raises
    NotNow. Source: rrp-deck-changes-and-set-ups.
    """
    if decks.out is not None:
        raise NotNow("One deck is out of use already: bring in a set-up first.", CHANGES)
    if why != "asked":
        return
    if decks.is_limited:
        if (wait := _minutes_left(decks.changed_at, LIMITED_CHANGE, at)) > 0:
            raise NotNow(
                f"The limits posted here allow one deck change in half an hour: ask again in {_minutes(wait)}.", CHANGES
            )
    elif not by_alternate and decks.laps < LAPS_BETWEEN_CHANGES:
        raise NotNow(
            f"A player can have the deck changed once two laps of the button have been played since the last change,"
            f" and so far it is {decks.laps}: ask again after that, or say so if a card is marred.",
            CHANGES,
        )


def verify_set_up(decks: Decks, why: str, by_alternate: bool, at: datetime) -> None:
    """May new decks be brought in? A player needs a marred card, or the posted limits or the Alternate Rule.

    Raises NotNow. Source: rrp-deck-changes-and-set-ups.
    """
    if why != "asked":
        return
    if decks.is_limited:
        wait, allowed = _minutes_left(decks.set_up_at, LIMITED_SET_UP, at), "one set-up in an hour"
    elif by_alternate:
        wait, allowed = _minutes_left(decks.set_up_at, ALTERNATE_SET_UP, at), "one set-up in half an hour"
    else:
        raise NotNow("Players can ask for a set-up over a marred card only: say which card is marred.", CHANGES)
    if wait > 0:
        raise NotNow(f"The rule here allows {allowed}: ask again in {_minutes(wait)}.", CHANGES)


def changed(decks: Decks, why: str, at: datetime) -> Decks:
    """The deck has been changed: a marred one is out of use until a set-up, any other is replaced by a fresh one."""
    fresh = replace(decks, laps=0, lap_seat=None, changed_at=at)
    if why != "marred":
        return fresh
    return replace(fresh, in_play=3 - decks.in_play, out=decks.in_play)


def set_up(decks: Decks, at: datetime) -> Decks:
    """New decks have been brought in, checked and scrambled: both are in use, and all counting begins again."""
    return replace(decks, out=None, laps=0, lap_seat=None, changed_at=at, set_up_at=at)


def stub_count_due(decks: Decks, down_started_at: datetime | None) -> datetime:
    """When the stub is to be counted next: within half an hour, and early in a down that has not seen a count.

    Source: rrp-count-the-stub. Elapsed time: clocks that change do not matter.
    """
    due = decks.counted_at + COUNT_EVERY
    if down_started_at is not None and decks.counted_at < down_started_at:
        return min(due, down_started_at + EARLY_IN_A_DOWN)
    return due


def _minutes_left(last: datetime | None, between: timedelta, at: datetime) -> int:
    """Minutes to wait, begun ones counted whole; 0 or less: none."""
    return 0 if last is None else -((at - last - between) // timedelta(minutes=1))


def _minutes(count: int) -> str:
    return f"{count} minute{'' if count == 1 else 's'}"
