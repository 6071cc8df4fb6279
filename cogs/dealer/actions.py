"""What a dealer and the host can do: begin, bust, go, take over. No Discord here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from cogs.dealer.box import leave_the_box, put_in_the_box
from cogs.dealer.tonight import NO_DUTY, done_once, owed_by, table_tonight, tonight, verify_balance
from cogs.shared.entry_fee import own_line
from cogs.shared.people import Person, known, met, named
from cogs.shared.refusals import Refusal
from data import tables
from data.dealers import join, leave, open_duty, set_break, sign_up, take_duty
from data.downs import dealing_now, downs_of
from data.handled import Act, Done
from data.nights import Night
from data.players import Player, players
from data.reopening import bust_of
from data.store import Store, Transaction
from league.dealer import OBLIGATION, SIGNED_UP, BackIn, Bust, Depart, Owe, TableBroke, Withdraw, signed_up
from league.money import amount
from league.night import release_at
from league.refusing import NotNow
from league.settings import Settings
from league.table import Stand

MOST_AT_ONCE = 20  # lines of a table that are of one moment


@dataclass(frozen=True)
class Released:
    """What a release came to. `table_number` None: no table waits for the host to deal on."""

    sentence: str
    night_id: int
    table_number: int | None


# ------------------------------------------------------------------ beginning and busting


async def start(
    store: Store, act: Act, settings: Settings, person: Person, table_number: int, balance: int | None
) -> Done:
    """Deal at a table from now on, or wait for a push where somebody deals already."""
    return await done_once(store, act, _start, settings, person, table_number, balance)


def _start(
    tx: Transaction, act: Act, settings: Settings, person: Person, table_number: int, balance: int | None
) -> str:
    night = tonight(tx, act.league_id)
    kept = table_tonight(tx, night, table_number)
    player = met(tx, act, person)
    dealing = dealing_now(downs_of(tx, act.league_id, night.night_id))
    if player.player_id in dealing.values():
        there = next(number for number, player_id in dealing.items() if player_id == player.player_id)
        raise NotNow(f"{named(player)} deals table {there} already: /dealer push moves dealers on.")
    owes = fee = ""
    if kept.table.kind == "tournament":
        owes = " It is a duty, bust or not, until the table breaks or somebody takes over."
        _take_on(tx, act, settings, night, player, table_number, balance)
        fee = own_line(tx, act.league_id, night.night_id, player.player_id, act.at) or ""
    elif balance is not None:
        raise NotNow("At a cash table there is no entry to pay, so leave the balance out.")
    else:
        join(tx, act, night.night_id, player.player_id)
    set_break(tx, act, night.night_id, player.player_id, is_on_break=False)
    if table_number in dealing:
        told = f"{named(player)} is in the rotation; table {table_number} is being dealt, so a push brings them in."
        return f"{told}{owes} {fee}".strip()
    put_in_the_box(tx, act, night, kept, player.player_id, settings.down_minutes)
    return f"{named(player)} deals table {table_number} from now on.{owes} {fee}".strip()


def _take_on(
    tx: Transaction, act: Act, settings: Settings, night: Night, player: Player, table_number: int, balance: int | None
) -> None:
    verify_balance(tx, act, night, balance)
    owed = open_duty(tx, act.league_id, night.night_id, player.player_id)
    if owed is None:
        sign_up(tx, act, night.night_id, signed_up(table_number, player.player_id, balance), "deals for the discount")
        return
    if owed.duty.table_number != table_number:
        raise NotNow(
            f"{named(player)} owes dealing at table {owed.duty.table_number} until that one breaks.", OBLIGATION
        )
    if balance is not None:
        take_duty(tx, act, owed, Owe(balance), f"{amount(balance, settings.currency)} to be paid, as a host says")


async def bust(store: Store, act: Act, person: Person) -> Done:
    """Out of the tournament, and dealing on."""
    return await done_once(store, act, _bust, person)


def _bust(tx: Transaction, act: Act, person: Person) -> str:
    night = tonight(tx, act.league_id)
    owed, player = owed_by(tx, night, person)
    take_duty(tx, act, owed, Bust(), "out of the tournament")
    for kept in tables.tables_of(tx, act.league_id, night.night_id):
        seated = kept.table.player(player.player_id)
        if kept.table.kind == "tournament" and seated is not None and not kept.table.is_leaving(player.player_id):
            tables.take_step(tx, act, kept, Stand(player.player_id))
    number = owed.duty.table_number
    if _tournament_tables(tx, night) == [number] and act.at >= release_at(night.day, night.zone):
        return f"{named(player)} has busted at the final table, and it is past 11 pm: /dealer release lets them go."
    told = f"{named(player)} has busted and deals on at table {number} until it breaks, or somebody takes over."
    return f"{told} A mistake? The same command with undo takes it back."


async def take_bust_back(store: Store, act: Act, person: Person, *, is_staff: bool) -> Done:
    """The bust was a mistake: in the tournament again, and in the seat if it can be had."""
    return await done_once(store, act, _take_bust_back, person, is_staff=is_staff)


def _take_bust_back(tx: Transaction, act: Act, person: Person, *, is_staff: bool) -> str:
    night = tonight(tx, act.league_id)
    owed, player = owed_by(tx, night, person)
    bust = bust_of(tx, owed)
    if bust is not None and bust.changed_by != act.by and not is_staff:
        raise Refusal("Somebody else noted that you have busted: ask a host or TD to take it back.")
    take_duty(tx, act, owed, BackIn(), "the bust was a mistake")
    assert bust is not None  # otherwise there was nothing to take back
    told = f"{named(player)} is in the tournament again, and deals on at table {owed.duty.table_number}."
    return f"{told} {_seat_again(tx, act, night, player.player_id, bust.changed_at)}".strip()


def _seat_again(tx: Transaction, act: Act, night: Night, player_id: int, left_at: datetime) -> str:
    """The seat that a bust took, where the table can still take that back; how that went, in a sentence."""
    open_tables = tables.tables_of(tx, act.league_id, night.night_id)
    for kept in open_tables:
        for line in tables.steps_of(tx, act.league_id, kept.table_id, MOST_AT_ONCE, left_at):
            if line.step != Stand(player_id) or line.undone:
                continue
            if any(one.table.keeps_seat(player_id) for one in open_tables):
                return "They sit already, so they get no second seat."
            try:
                tables.undo(tx, act, kept, line.step_id)
            except NotNow as no:
                return f"The seat is not to be had as it was: /table seat gives them one. ({no})"
            return f"The seat at table {kept.table_number} is theirs again."
    return ""


def _tournament_tables(tx: Transaction, night: Night) -> list[int]:
    """The numbers of the tournament's tables that are still open: one alone is the final table."""
    open_tables = tables.tables_of(tx, night.league_id, night.night_id)
    return [kept.table_number for kept in open_tables if kept.table.kind == "tournament"]


# ------------------------------------------------------------------ going


async def release(store: Store, act: Act, settings: Settings, person: Person, host: Person | None) -> Released:
    """Let a dealer go, where the book does. `host`: the staff who does it, and takes over the final table."""
    done = await done_once(store, act, _release, settings, person, host)
    night_id, table_number, sentence = done.answer.split(maxsplit=2)
    return Released(sentence, int(night_id), int(table_number) or None)


def _release(tx: Transaction, act: Act, settings: Settings, person: Person, host: Person | None) -> str:
    night = tonight(tx, act.league_id)
    sentence, waiting = _let_go(tx, act, settings, night, person, host)
    return f"{night.night_id} {waiting or 0} {sentence}"


def _let_go(
    tx: Transaction, act: Act, settings: Settings, night: Night, person: Person, host: Person | None
) -> tuple[str, int | None]:
    """The sentence, and the table that waits for the host to deal on."""
    player = known(tx, act.league_id, person)
    owed = open_duty(tx, act.league_id, night.night_id, player.player_id)
    if owed is None:
        return _leave_cash(tx, act, night, person, player), None
    number = owed.duty.table_number
    left = _tournament_tables(tx, night)
    if number not in left:
        leave_the_box(tx, act, night, player.player_id)
        take_duty(tx, act, owed, TableBroke(), f"table {number} is no more")
        return f"{named(player)} is released: table {number} is no more.", None
    if owed.duty.state == SIGNED_UP and host is not None:
        take_duty(tx, act, owed, Withdraw(), "had not dealt yet")
        return f"{named(player)} does not deal at table {number} after all.", None
    go = Depart(is_final_table=len(left) == 1, may_go_from=release_at(night.day, night.zone))
    take_duty(tx, act, owed, go, "final table, busted, past 11 pm: the host takes over")
    leave_the_box(tx, act, night, player.player_id)
    there = dealing_now(downs_of(tx, act.league_id, night.night_id)).get(number)
    if there is not None:  # another dealer of this table
        other = players(tx, act.league_id, [there])[there]
        return f"{named(player)} is released: {named(other)} deals on at table {number}.", None
    if host is None:
        return (
            f"{named(player)} may go: it is past 11 pm at the final table. The host deals on at table {number}.",
            number,
        )
    return f"{named(player)} is released. {_taken(tx, act, settings, night, number, host)}", None


def _leave_cash(tx: Transaction, act: Act, night: Night, person: Person, player: Player) -> str:
    """Without an obligation anybody may stop: only a tournament's dealer owes it."""
    if not leave(tx, act, night.night_id, player.player_id):
        owed_by(tx, night, person)  # says why there is nothing to release from
    left = leave_the_box(tx, act, night, player.player_id)
    return f"{named(player)} deals no more tonight{f': table {left} needs a dealer' if left else ''}."


async def take_over(store: Store, act: Act, settings: Settings, night_id: int, table_number: int, host: Person) -> Done:
    """The host deals on where a dealer was released."""
    return await done_once(store, act, _take_over, settings, night_id, table_number, host)


def _take_over(tx: Transaction, act: Act, settings: Settings, night_id: int, table_number: int, host: Person) -> str:
    night = tonight(tx, act.league_id)
    if night.night_id != night_id:
        raise Refusal(NO_DUTY)
    return _taken(tx, act, settings, night, table_number, host)


def _taken(tx: Transaction, act: Act, settings: Settings, night: Night, table_number: int, host: Person) -> str:
    kept = table_tonight(tx, night, table_number)
    player = met(tx, act, host)
    dealing = dealing_now(downs_of(tx, act.league_id, night.night_id))
    if table_number in dealing:
        raise NotNow(f"Table {table_number} has a dealer again: nobody needs to take over.")
    if player.player_id in dealing.values():
        raise NotNow(f"{named(player)} deals another table: somebody else of the staff takes this one.")
    join(tx, act, night.night_id, player.player_id)
    put_in_the_box(tx, act, night, kept, player.player_id, settings.down_minutes)
    return f"{named(player)} deals on at table {table_number}."
