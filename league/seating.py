"""Who sits where, who is here, who may be asked, which decks are used: every change that is not a hand.

While a hand is in play, what would change it waits for the next one (rrp-start-of-the-hand: from the first riffle
on a hand is dealt as it is); flags, such as who is away, hold at once. A misdeal asks for a new shuffle, and so for
its redeal a deck is changed at once. Pure; raises NotNow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from league import decks
from league.refusing import NotNow
from league.table import (
    DECK_REASONS,
    GAMES,
    MODES,
    MOST_PENALTY_HANDS,
    Away,
    Back,
    Dealer,
    Deals,
    DeckChange,
    Game,
    Limits,
    Mode,
    Move,
    Penalty,
    Seat,
    Seated,
    SetUp,
    Stand,
    Step,
    StubCount,
    Table,
)

OF_THE_DECK = (DeckChange, SetUp)
WAITS = (Seat, Stand, Move, Mode, Game, *OF_THE_DECK)


def settled(table: Table, step: Step, at: datetime) -> Step:
    """The step with all that it left open decided, so that it means the same when it is taken again."""
    if isinstance(step, Seat) and step.seat is None:
        return replace(step, seat=with_waiting(table, at).free_seat)
    return step


def changed(table: Table, step: Step, at: datetime) -> Table:
    """The table after a change, or with the change waiting for the next hand if one is in play."""
    if not isinstance(step, WAITS):
        return _made(table, step, at)
    coming = with_waiting(table, at)
    step = settled(table, step, at)
    if isinstance(step, DeckChange):
        decks.verify_change(coming.decks, step.why, step.by_alternate, at)
    if isinstance(step, SetUp):
        decks.verify_set_up(coming.decks, step.why, step.by_alternate, at)
    done = _made(coming, step, at)
    if table.is_redeal and isinstance(step, OF_THE_DECK):
        return _made(table, step, at)
    return replace(table, waiting=(*table.waiting, step)) if table.hand else done


def with_waiting(table: Table, at: datetime) -> Table:
    """The table with everything that waits for the next hand in effect; it was verified when it was asked for."""
    if not table.waiting:
        return table
    steps, table = table.waiting, replace(table, waiting=())
    for step in steps:
        table = _made(table, step, at)
    return table


def for_redeal(table: Table, at: datetime) -> Table:
    """The table as its hand is dealt again: a deck that was to be changed is, all else waits on."""
    waiting = table.waiting
    table = replace(table, is_redeal=True, waiting=tuple(step for step in waiting if not isinstance(step, OF_THE_DECK)))
    for step in waiting:
        if isinstance(step, OF_THE_DECK):
            table = _made(table, step, at)
    return table


def evened(before: Table, table: Table) -> Table:
    """Whoever can act now and could not before begins with the covers of whoever has fewest.

    So nobody has to make up for deals that fell due while they were not there.
    """
    could = {seated.player_id for seated in before.seated if before.can_act(seated)}
    can = [seated for seated in table.seated if table.can_act(seated)]
    fewest = min((seated.covers for seated in can if seated.player_id in could), default=0)
    fresh = {seated.player_id for seated in can} - could
    if not fresh:
        return table
    return replace(
        table,
        seated=tuple(replace(one, covers=fewest) if one.player_id in fresh else one for one in table.seated),
    )


def _made(table: Table, step: Step, at: datetime) -> Table:
    return evened(table, _as_asked(table, step, at))


def _as_asked(table: Table, step: Step, at: datetime) -> Table:
    match step:
        case Seat():
            return _sits_down(table, step)
        case Stand():
            return _stands(table, step)
        case Move():
            return _moves(table, step)
        case Away():
            return _with(table, replace(_seated(table, step.player_id), is_away=True))
        case Back():
            return _with(table, replace(_seated(table, step.player_id), is_away=False))
        case Deals():
            return _with(table, replace(_seated(table, step.player_id), deals=step.deals))
        case Dealer():
            return _gets_dealer(table, step)
        case Penalty():
            return _is_penalised(table, step)
        case Mode():
            return replace(table, mode=_one_of(MODES, step.mode))
        case Game():
            return replace(table, game=_one_of(GAMES, step.game))
        case DeckChange():
            return replace(table, decks=decks.changed(table.decks, _one_of(DECK_REASONS, step.why), at))
        case SetUp():
            _one_of(DECK_REASONS, step.why)
            return replace(table, decks=decks.set_up(table.decks, at))
        case StubCount():
            return replace(table, decks=replace(table.decks, counted_at=at, counted=step.cards))
        case Limits():
            return replace(table, decks=replace(table.decks, is_limited=step.posted))
        case _:
            raise ValueError(f"not a change of seats or decks: {step}")


def _sits_down(table: Table, step: Seat) -> Table:
    if here := table.player(step.player_id):
        raise NotNow(f"That player sits at this table already, at seat {here.seat}: use a move to change seats.")
    if step.seat is None:
        raise NotNow("Every seat of this table is taken: wait until one is free.")
    _verify_free(table, step.seat)
    unserved = dict(table.unserved)
    hands = max(0, unserved.pop(step.player_id, 0) + step.penalty_hands)
    if step.penalty_hands:
        unserved[step.player_id] = -step.penalty_hands
    seated = Seated(step.player_id, step.seat, step.is_away, step.deals, penalty_hands=hands)
    return _with(replace(table, unserved=unserved), seated)


def _stands(table: Table, step: Stand) -> Table:
    left = _seated(table, step.player_id)
    seated = tuple(one for one in table.seated if one is not left)
    table = replace(table, seated=seated, unserved=unserved_without(table, [left]))
    if table.hand == 0 and table.button is not None and table.at(table.button) is None:
        return replace(table, button=table.next_button(table.button))
    return table


def unserved_without(table: Table, left: Iterable[Seated]) -> dict[int, int]:
    """The penalty hands to keep in mind when these players have got up."""
    hands = {**table.unserved}
    for one in left:
        hands[one.player_id] = hands.get(one.player_id, 0) + one.penalty_hands
    return {player_id: count for player_id, count in hands.items() if count}


def _moves(table: Table, step: Move) -> Table:
    seated = _seated(table, step.player_id)
    _verify_free(table, step.seat)
    had_button = table.hand == 0 and table.button == seated.seat
    table = _with(table, replace(seated, seat=step.seat))
    return replace(table, button=step.seat) if had_button else table


def _gets_dealer(table: Table, step: Dealer) -> Table:
    seated = table.player(step.player_id)
    if seated is not None and not seated.deals:
        raise NotNow(f"The player at seat {seated.seat} prefers not to deal: ask them first, or choose somebody else.")
    return replace(table, dealer_id=step.player_id)


def _is_penalised(table: Table, step: Penalty) -> Table:
    if not 0 <= step.hands <= MOST_PENALTY_HANDS:
        raise NotNow(f"A penalty is 0 to {MOST_PENALTY_HANDS} hands: give a number between them.")
    return _with(table, replace(_seated(table, step.player_id), penalty_hands=step.hands))


def _with(table: Table, changed: Seated) -> Table:
    others = (seated for seated in table.seated if seated.player_id != changed.player_id)
    return replace(table, seated=tuple(sorted((*others, changed), key=lambda seated: seated.seat)))


def _seated(table: Table, player_id: int) -> Seated:
    seated = table.player(player_id)
    if seated is None:
        raise NotNow("That player does not sit at this table: choose somebody who does.")
    return seated


def _verify_free(table: Table, seat: int) -> None:
    if not 1 <= seat <= table.seat_count:
        raise NotNow(f"This table has seats 1 to {table.seat_count}: choose one of these.")
    if table.at(seat) is not None:
        raise NotNow(f"Seat {seat} is taken: choose another, or leave it open for the first free one.")


def _one_of(known: tuple[str, ...], value: str) -> str:
    if value not in known:
        raise ValueError(f"{value} is none of {', '.join(known)}")
    return value
