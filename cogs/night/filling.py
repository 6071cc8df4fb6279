"""Sharing the dealers' tables of the nights ahead fairly: a proposal, changed by its host, then posted. No Discord here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from cogs.shared.people import done_once, named, written
from cogs.shared.refusals import Refusal
from cogs.shared.spots import settle
from data.drafts import change_draft, draft_of, drop_draft, keep_draft
from data.due import drop_job, set_job
from data.handled import Act
from data.letters import RECONFIRM, write_letter
from data.plans import FILLED, Planned, nights_ahead, planned
from data.players import Player, players
from data.signups import board_of, days_dealt
from data.store import Store, Transaction
from data.wishes import Wish, free_on, games_dealt, wishes
from league.night import day_of
from league.refusing import NotNow
from league.roster import CHANGED, Filling, explained, fill
from league.signup import DEAL, deal
from league.volunteers import Slot, Volunteer

NOTHING_OPEN = "Every table of the nights ahead has a dealer, or none is planned: there is nothing to fill."
NOBODY_DEALS = "Nobody is marked as able to deal yet: mark people with /night deals, then fill."
UNANSWERED = timedelta(minutes=1)  # by then a press has been answered, or is not going to be
OLD = "This filling is out of date or was posted already: ask for another with /night fill."


@dataclass(frozen=True)
class Season:
    """What a filling rests on: the open tables of the nights ahead, and who can deal with what they wish for."""

    nights: Mapping[int, Planned]
    slots: tuple[Slot, ...]
    volunteers: tuple[Volunteer, ...]
    people: Mapping[int, Player]

    def name(self, player_id: int) -> str:
        """Somebody's name as a sentence shows it."""
        return named(self.people.get(player_id))

    def slot(self, night_id: int, table_number: int) -> Slot | None:
        """The open table of that number on that night."""
        fitting = (each for each in self.slots if (each.night_id, each.table_number) == (night_id, table_number))
        return next(fitting, None)


@dataclass(frozen=True)
class Proposal:
    """A filling as it stands, with what it rests on and its draft's number."""

    season: Season
    filling: Filling
    draft_id: int


# ------------------------------------------------------------------ what it rests on


def season_at(tx: Transaction, act: Act, most_nights: int) -> Season:
    """The open tables of so many nights ahead, and everybody who can deal."""
    ahead = [each for each in nights_ahead(tx, act.league_id, act.at) if each.opened_at is None]
    ahead = [each for each in ahead if each.plan.starts_at > act.at]
    chosen, slots = {each.night_id: each for each in ahead[:most_nights]}, []
    promised: dict[int, list[date]] = {}
    for night in ahead:
        board = board_of(tx, act.league_id, night.night_id)
        for table_number in board.tables:
            dealer = board.dealer(table_number)
            if dealer is not None:
                promised.setdefault(dealer.player_id, []).append(_day(night))
            elif night.night_id in chosen:
                slots.append(Slot(night.night_id, _day(night), table_number, night.plan.game))
    return Season(
        nights=chosen,
        slots=tuple(slots),
        volunteers=_volunteers(tx, act, chosen.values(), promised),
        people=players(tx, act.league_id),
    )


def _day(night: Planned) -> date:
    return day_of(night.plan.starts_at, night.plan.zone)


def _volunteers(
    tx: Transaction, act: Act, nights: Any, promised: Mapping[int, Sequence[date]]
) -> tuple[Volunteer, ...]:
    wished, dealt = wishes(tx, act.league_id), days_dealt(tx, act.league_id, act.at)
    free = {night.night_id: free_on(tx, act.league_id, night.night_id) for night in nights}
    found = []
    for player_id, games in sorted(games_dealt(tx, act.league_id).items()):
        wish = wished.get(player_id, Wish())
        found.append(
            Volunteer(
                player_id=player_id,
                dealt=tuple(sorted([*dealt.get(player_id, ()), *promised.get(player_id, ())])),
                games=games,
                weekdays=frozenset(map(int, wish.weekdays)),
                nights={number: said[player_id] for number, said in free.items() if player_id in said},
                rests=wish.not_running,
                most_a_month=wish.most_a_month,
                tables=frozenset() if wish.table_number is None else frozenset({wish.table_number}),
            )
        )
    return tuple(found)


# ------------------------------------------------------------------ proposing, changing


async def season(store: Store, act: Act, most_nights: int) -> Season:
    """What a filling would rest on. Raises Refusal where there is nothing to fill or nobody who deals."""
    found = await store.read(season_at, act, most_nights)
    if not found.slots:
        raise Refusal(NOTHING_OPEN)
    if not found.volunteers:
        raise Refusal(NOBODY_DEALS)
    return found


def propose(found: Season) -> Filling:
    """The fairest filling. It takes some seconds for the largest, so it is asked for in a thread."""
    return fill(found.slots, found.volunteers)


async def keep(store: Store, act: Act, filling: Filling, most_nights: int) -> int:
    """Keep a proposal until its host posts it; its number."""
    chosen = [[each.slot.night_id, each.slot.table_number, each.player_id] for each in filling.choices]
    draft = {"filling": chosen, "status": filling.status, "nights": most_nights}

    def change(tx: Transaction, act: Act) -> str:
        return str(keep_draft(tx, act, draft))

    return int((await done_once(store, act, change)).answer)


def proposal_at(tx: Transaction, act: Act, draft_id: int) -> Proposal:
    """A proposal as its host left it; tables taken meanwhile are left out. Raises Refusal, also where all are taken."""
    draft = draft_of(tx, act.league_id, draft_id, act.by)
    if draft is None or "filling" not in draft:
        raise Refusal(OLD)
    found = season_at(tx, act, draft["nights"])
    if not found.slots:
        raise Refusal(NOTHING_OPEN)
    by_id = {each.player_id: each for each in found.volunteers}
    filled = {}
    for night_id, table_number, player_id in draft["filling"]:
        slot = found.slot(night_id, table_number)
        if slot is not None and player_id in by_id and by_id[player_id].can_deal(slot):
            filled[slot] = player_id
    by_host = {found.slot(*table) for table in draft.get("by_host", ())}
    chosen = {slot for slot in by_host if slot is not None}
    return Proposal(found, explained(found.slots, found.volunteers, filled, draft["status"], chosen), draft_id)


async def change(store: Store, act: Act, draft_id: int, night_id: int, table_number: int, player_id: int) -> Proposal:
    """Its host wants somebody else at a table, or nobody (0); whoever dealt another table that evening leaves it."""

    def whole(tx: Transaction) -> Proposal:
        before = proposal_at(tx, act, draft_id)
        slot = before.season.slot(night_id, table_number)
        able = {each.player_id for each in before.season.volunteers if slot is not None and each.can_deal(slot)}
        if slot is None or (player_id and player_id not in able):
            raise Refusal(OLD)
        chosen = [
            [each.slot.night_id, each.slot.table_number, each.player_id]
            for each in before.filling.choices
            if each.slot != slot and (each.player_id, each.slot.day) != (player_id, slot.day)
        ]
        if player_id:
            chosen.append([night_id, table_number, player_id])
        draft = draft_of(tx, act.league_id, draft_id, act.by)
        assert draft is not None  # the proposal came from it
        table = [night_id, table_number]
        by_host = [*(each for each in draft.get("by_host", ()) if each != table), table]
        changed = {**draft, "filling": chosen, "by_host": by_host, "status": CHANGED}
        change_draft(tx, act.league_id, draft_id, changed)
        return proposal_at(tx, act, draft_id)

    return await written(store, whole)


@dataclass(frozen=True)
class Posted:
    """A filling that counts: what its channel reads, what did not work out, and which nights it is about."""

    told: str
    left: tuple[str, ...]
    night_ids: tuple[int, ...]


async def post(store: Store, act: Act, draft_id: int, channel_id: int, wording: Callable[[Proposal], str]) -> Posted:
    """Everybody in it is signed up to deal. Raises Refusal.

    The press is answered with it in the channel; should that fail, the clock says it there (`answered` ends that).
    """

    def change(tx: Transaction, act: Act) -> str:
        found = proposal_at(tx, act, draft_id)
        drop_draft(tx, act.league_id, draft_id)
        left = [line for each in found.filling.choices if (line := _sign_up(tx, act, found.season, each))]
        told = wording(found)
        kept = {"told": told, "channel": channel_id, "after": int(act.key)}  # the press is older than its answer
        set_job(tx, act.league_id, FILLED, draft_id, act.at + UNANSWERED, kept)
        return json.dumps({"told": told, "left": left, "night_ids": list(found.season.nights)})

    kept = json.loads((await done_once(store, act, change)).answer)
    return Posted(kept["told"], tuple(kept["left"]), tuple(kept["night_ids"]))


async def answered(store: Store, league_id: int, draft_id: int) -> None:
    """Its channel has read the filling."""
    await store.write(drop_job, league_id, FILLED, draft_id)


def _sign_up(tx: Transaction, act: Act, found: Season, choice: Any) -> str:
    """Sign one dealer up, and ask them whether they will if they may be written to; why not, where it fails."""
    night_id, table_number, who = choice.slot.night_id, choice.slot.table_number, choice.player_id
    may_write = wishes(tx, act.league_id).get(who, Wish()).may_ask
    try:
        settle(tx, act, night_id, lambda board: deal(board, who, table_number, may_write=may_write))
    except NotNow as no:
        return f"{found.name(who)}, table {table_number}: {no}"
    row = board_of(tx, act.league_id, night_id).row(who)
    night = planned(tx, act.league_id, night_id)
    if row is not None and row.may_write and night is not None:
        write_letter(tx, act, night_id, who, RECONFIRM, night.plan.starts_at, table_number)
    return ""


# ------------------------------------------------------------------ how the season stands


@dataclass(frozen=True)
class Dealing:
    """How often each has dealt this season, and will: most first."""

    rows: tuple[tuple[str, int, int], ...]


def dealing_at(tx: Transaction, act: Act) -> Dealing:
    """Tables dealt this season and promised for the nights ahead, by person."""
    dealt, people = days_dealt(tx, act.league_id, act.at), players(tx, act.league_id)
    promised: dict[int, int] = {}
    for night in nights_ahead(tx, act.league_id, act.at):
        if night.opened_at is None:
            for row in board_of(tx, act.league_id, night.night_id).rows:
                if row.what == DEAL and row.is_live:
                    promised[row.player_id] = promised.get(row.player_id, 0) + 1
    everybody = {*dealt, *promised, *games_dealt(tx, act.league_id)} & people.keys()
    rows = [(named(people[who]), len(dealt.get(who, ())), promised.get(who, 0)) for who in everybody]
    return Dealing(tuple(sorted(rows, key=lambda row: (-row[1] - row[2], row[0]))))
