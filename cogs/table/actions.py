"""What people can do at a table: plain values and the store in, sentences out. No Discord here.

Each is one transaction that finds the table, looks who asks, takes the steps and keeps the sentence it is answered
with; the same interaction delivered again gets that sentence and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Concatenate, ParamSpec

from cogs.shared.people import named, written
from cogs.shared.refusals import Refusal
from cogs.table import wording
from cogs.table.finding import Asker, find_table, people_of, tables_tonight
from cogs.table.people import Named, met, somebody_at
from cogs.table.wording import GUARD, STARTED, cite
from data.audit import record_audit
from data.dealers import release_table
from data.handled import Act, once
from data.money import adjust_discounts
from data.players import Player, player_with, players
from data.store import Store, Transaction
from data.tables import Kept, take_step
from league.duties import hand_duties
from league.refusing import NotNow
from league.seating import with_waiting
from league.steps import hands_owed
from league.table import (
    Away,
    Back,
    BreakTable,
    Button,
    CloseTable,
    Deals,
    Hand,
    Misdeal,
    Move,
    Penalty,
    Seat,
    Stand,
    Step,
    StubCount,
    Winner,
)

STAFF_ONLY = "Only a host or TD, or staff for tonight, can do that: ask one of them."
FOR_OTHERS = "You can do that for yourself; for others a host or TD does it, or staff for tonight."
AT_THE_TABLE = "Only somebody at this table, its dealer, or staff can do that: ask one of them."

P = ParamSpec("P")


@dataclass(frozen=True)
class Result:
    """What was done, in a sentence, and the tables whose cards have changed by it."""

    sentence: str
    table_ids: tuple[int, ...] = ()


@dataclass
class AtTable:
    """A table in one transaction: who asks, how it stands now, whom it names."""

    tx: Transaction
    act: Act
    asker: Asker
    kept: Kept
    touched: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._found = self.kept

    @cached_property
    def people(self) -> dict[int, Player]:
        """Everybody whom the table named when it was found; read when somebody is first asked for."""
        return people_of(self.tx, self._found)

    def take(self, step: Step) -> None:
        """Do this. Raises NotNow."""
        self.kept = take_step(self.tx, self.act, self.kept, step)
        self.touched.append(self.kept.table_id)

    @property
    def number(self) -> int:
        """The table's number."""
        return self.kept.table_number

    @cached_property
    def me(self) -> Player | None:
        """Who asks, if the league knows them."""
        return player_with(self.tx, self.act.league_id, self.asker.user_id)

    def when(self) -> str:
        """From when on it counts, where a hand is in play."""
        return f", from the next hand on ({cite(STARTED)})" if self.kept.table.hand else ""

    def verify_staff(self) -> None:
        """Raises Refusal for everybody else."""
        if not self.asker.is_staff:
            raise Refusal(STAFF_ONLY)

    def verify_at_table(self) -> None:
        """Is it staff, somebody seated here, or the dealer? Raises Refusal for everybody else."""
        if not self.asker.is_staff and (self.me is None or not self.kept.table.has(self.me.player_id)):
            raise Refusal(AT_THE_TABLE)

    def meant(self, typed: str) -> Player:
        """Who is meant at this table, "": whoever asks. Raises Refusal; for others, to anybody but staff."""
        me = self.me
        if not typed or typed.strip().casefold() == "me":
            if me is None or not self.kept.table.has(me.player_id):
                raise Refusal(f"You do not sit at table {self.number}: take a seat first with /table seat.")
            return me
        meant = somebody_at(self.people, self.kept.table, typed)
        if meant != me and not self.asker.is_staff:
            raise Refusal(FOR_OTHERS)
        return meant


Change = Callable[Concatenate[AtTable, P], str]


async def change(store: Store, act: Act, asker: Asker, what: Change[P], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Do one thing at the table that is meant. Raises Refusal, with the clause where a book forbids it."""
    return await written(store, _changed, act, asker, lambda at: what(at, *args, **kwargs))


def _changed(tx: Transaction, act: Act, asker: Asker, what: Callable[[AtTable], str]) -> Result:
    touched: list[int] = []

    def done(tx: Transaction, act: Act) -> str:
        kept = find_table(tx, act.league_id, asker)
        return what(AtTable(tx, act, asker, kept, touched))

    return Result(once(tx, act, done).answer, tuple(dict.fromkeys(touched)))


# ------------------------------------------------------------------ seats


def seat(at: AtTable, who: Sequence[Named], is_willing: bool | None = None) -> str:
    """People sit down; all of them, or nobody. `is_willing`: to deal, shuffle and cut; told of who sits here, too."""
    if not at.asker.is_staff and any(not one.is_asker and one.user_id != at.asker.user_id for one in who):
        raise Refusal(FOR_OTHERS)
    read_back = []
    for one in who:
        meant = replace(one, user_id=at.asker.user_id, name=at.asker.name) if one.is_asker else one
        player = met(at.tx, at.act.league_id, meant, at.act.at)
        at.people[player.player_id] = player
        if is_willing is not None and meant.seat is None and at.kept.table.player(player.player_id):
            read_back.append(_prefers(at, player, is_willing))
            continue
        try:
            verify_sits_nowhere_else(at, player)
            _sits_down(at, Seat(player.player_id, meant.seat, is_willing is not False))
        except NotNow as no:
            if len(who) == 1:
                raise
            whose = "" if str(no).startswith(named(player)) else f"{named(player)}: "
            raise NotNow(f"{whose}{no} Nobody was seated.", no.clause) from no
        guest = "" if player.user_id is not None else "guest, "
        rather = ", would rather not deal" if is_willing is False else ""
        read_back.append(f"{named(player)} ({guest}{_place(at, player.player_id)}{rather})")
    return f"Table {at.number}{at.when()}: {', '.join(read_back)}."


def _sits_down(at: AtTable, step: Seat) -> None:
    """Somebody sits down, with what they have still to sit out from another table of tonight."""
    others = tables_tonight(at.tx, at.act.league_id, also_closed=True)
    owed = [hands_owed(one.table, step.player_id, at.act.at) for one in others if one.table_id != at.kept.table_id]
    at.take(replace(step, penalty_hands=sum(owed)))


def _place(at: AtTable, player_id: int) -> str:
    """The seat that somebody has just been given, and what they sit out on it."""
    seated = with_waiting(at.kept.table, at.act.at).player(player_id)
    assert seated is not None  # now, or with the next hand
    penalty = f", sits out {wording.hands(seated.penalty_hands)}" if seated.penalty_hands else ""
    return f"seat {seated.seat}{penalty}"


def verify_sits_nowhere_else(at: AtTable, player: Player) -> None:
    """Nobody plays at two tables at once; whoever is about to leave one may sit down at another."""
    for other in tables_tonight(at.tx, at.act.league_id):
        if other.table_id != at.kept.table_id and other.table.keeps_seat(player.player_id):
            raise NotNow(
                f"{named(player)} sits at table {other.table_number}: a host moves people from table to table"
                " with /table move."
            )


def stand(at: AtTable, typed: str = "") -> str:
    """Somebody leaves the table, or has busted."""
    player = at.meant(typed)
    at.take(Stand(player.player_id))
    if at.kept.table.hand:
        return (
            f"{named(player)} leaves table {at.number} with the next hand ({cite(STARTED)}): the seat is kept until"
            " then, and nothing is asked of them."
        )
    return f"{named(player)} has left table {at.number}."


def move(at: AtTable, typed: str, seat: int | None, to: int | None) -> str:
    """Somebody changes seats here, or goes to another table to balance them."""
    if to is None or to == at.number:
        if seat is None:
            raise Refusal("Where to? Give a seat of this table, or the number of another table.")
        player = at.meant(typed)
        at.take(Move(player.player_id, seat))
        return f"{named(player)} moves to seat {seat}{at.when()}."
    at.verify_staff()
    player = at.meant(typed)
    seated = with_waiting(at.kept.table, at.act.at).player(player.player_id)
    at.take(Stand(player.player_id))
    assert seated is not None  # or there was nobody to get up
    there = find_table(at.tx, at.act.league_id, replace(at.asker, table_id=None, table_number=to))
    other = AtTable(at.tx, at.act, at.asker, there, at.touched)
    _sits_down(other, Seat(player.player_id, seat, seated.deals, seated.is_away))
    there_from = ", from the next hand there on" if other.kept.table.hand else ""
    return (
        f"{named(player)} leaves table {at.number}{at.when()} and sits down at table {to},"
        f" {_place(other, player.player_id)}{there_from}."
    )


def away(at: AtTable, typed: str = "") -> str:
    """Somebody steps away from the table."""
    player = at.meant(typed)
    at.take(Away(player.player_id))
    return (
        f"{named(player)} is away and is asked for nothing. All at the table guard the chips left there, and the"
        f" house is not liable for them ({cite(GUARD)})."
    )


def back(at: AtTable, typed: str = "") -> str:
    """Somebody is at the table again."""
    player = at.meant(typed)
    at.take(Back(player.player_id))
    hand = at.kept.table.hand
    is_in = not hand or player.player_id in at.kept.table.dealt_in
    return f"{named(player)} is back" + ("." if is_in else ", and is dealt in with the next hand.")


def deals(at: AtTable, is_willing: bool) -> str:
    """Whoever asks is willing to deal, shuffle and cut, or would rather not."""
    return f"{_prefers(at, at.meant(''), is_willing)}."


def _prefers(at: AtTable, player: Player, is_willing: bool) -> str:
    at.take(Deals(player.player_id, is_willing))
    if is_willing:
        return f"{named(player)} deals, shuffles and cuts when it is their turn"
    return f"{named(player)} would rather not deal, and the neighbours cover in turns"


# ------------------------------------------------------------------ hands


def hand(at: AtTable, won_by: Sequence[str] = (), shown_hand: int | None = None) -> str:
    """The hand in play is over and the next one begins. `shown_hand`: what the pressed card showed as in play.

    Two who press at once mean the same hand, and it counts once.
    """
    at.verify_at_table()
    if shown_hand is None or shown_hand == at.kept.table.hand:
        at.take(Hand(tuple(somebody_at(at.people, at.kept.table, typed).player_id for typed in won_by)))
    return _hand_now(at)


def button(at: AtTable, seat: int) -> str:
    """Where the button is, however many hands went by."""
    at.verify_at_table()
    before = at.kept.table.hand
    at.take(Button(seat))
    passed = at.kept.table.hand - before
    if not at.kept.table.hand:
        return f"The button is at seat {seat}."
    counted = f" That counts as {wording.hands(passed)} since." if passed else ""
    return f"{_hand_now(at)}{counted}"


def won(at: AtTable, won_by: Sequence[int], shown_hand: int) -> str:
    """Who won the last pot, where winner's tax asks for it."""
    at.verify_at_table()
    if shown_hand == at.kept.table.hand:
        at.take(Winner(tuple(won_by)))
    return _hand_now(at)


def misdeal(at: AtTable, shown_hand: int) -> str:
    """The hand in play is dealt again."""
    at.verify_at_table()
    if shown_hand == at.kept.table.hand and not at.kept.table.is_redeal:
        at.take(Misdeal())
    return (
        f"Hand {at.kept.table.hand} is dealt again: same button, players and limits, nobody new and no new level until"
        f" then ({cite(wording.REDEAL)})."
    )


def _hand_now(at: AtTable) -> str:
    table = at.kept.table
    if not table.hand:
        return "No hand has begun yet."
    duties = hand_duties(table)
    return wording.hand_line(table, duties, players(at.tx, at.act.league_id, duties.people))


def stub(at: AtTable, cards: int | None = None) -> str:
    """The stub has been counted."""
    at.verify_at_table()
    at.take(StubCount(cards))
    if cards is None:
        return f"The stub of table {at.number} is counted: all there. Thank you."
    return (
        f"The stub of table {at.number} is counted: {wording.cards(cards)}. If that is not what it should be, stop and"
        " press Something went wrong."
    )


def penalty(at: AtTable, typed: str, hands: int) -> str:
    """Somebody sits out hands; 0 lifts it."""
    at.verify_staff()
    player = at.meant(typed)
    at.take(Penalty(player.player_id, hands))
    record_audit(at.tx, at.act, "penalty", table_number=at.number, player_id=player.player_id, hands=hands)
    if not hands:
        return f"The penalty of {named(player)} is lifted."
    return (
        f"{named(player)} sits out {wording.hands(hands)}, from the next hand on: dealt in and killed, and a misdeal"
        f" with its redeal counts as one ({cite(wording.REDEAL)})."
    )


# ------------------------------------------------------------------ the end of a table


def break_up(at: AtTable) -> str:
    """The table breaks: its players go to other tables, its dealer's duty is over."""
    seated = [one.player_id for one in with_waiting(at.kept.table, at.act.at).seated]
    freed = _end(at, BreakTable(), "table broke")
    whom = f" To be seated elsewhere, with /table seat there: {wording.names(seated, at.people)}." if seated else ""
    return f"Table {at.number} has broken.{whom}{freed}"


def close(at: AtTable) -> str:
    """Play at the table is over, and with it its dealer's duty."""
    return f"Table {at.number} is closed.{_end(at, CloseTable(), 'table closed')}"


def _end(at: AtTable, step: Step, what: str) -> str:
    at.verify_staff()
    at.take(step)
    freed = release_table(at.tx, at.act, at.kept.night_id, at.number)
    adjust_discounts(at.tx, at.act, at.kept.night_id)
    record_audit(at.tx, at.act, what, table_number=at.number)
    return f" Free of their duty: {wording.names(freed, players(at.tx, at.act.league_id, freed))}." if freed else ""
