"""What a host does with a night ahead: plan it, change it, move it, call it off. No Discord here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from cogs.night.signing import tell_all, tell_moved
from cogs.shared.people import done_once, written
from cogs.shared.refusals import Refusal, granted
from cogs.shared.replies import tidy
from cogs.shared.spots import look_again, notify
from data.drafts import draft_of, drop_draft, keep_draft
from data.handled import Act
from data.letters import CANCELLED, TERMS
from data.plans import (
    LONGEST_PLACE,
    LONGEST_REASON,
    LONGEST_TITLE,
    Planned,
    cancel_plan,
    change_plan,
    draft_from,
    nights_ahead,
    place_card,
    plan_in,
    plan_night,
    planned,
)
from data.signups import board_of, record
from data.store import Store, Transaction
from league.cover import ask_anew, moved, uncovered
from league.money import read_amount
from league.plan import DEALERS, GAMES, Plan, dealt_tables, follows_house
from league.settings import KINDS, Settings
from league.signup import Board, Decision, change
from league.when import Reading, read_time

NO_PLAN = "No such night is planned here: /night list shows those that are."
NONE_AHEAD = "No night is planned: a host plans one with /night create."
BEGUN = "That night has begun: what was planned for it stays as it is."
OLD_DRAFT = "This reading is out of date or was posted already: /night list shows what is planned."
PLAYERS_MEANT = "The fewest players are more than the most: check both numbers."


@dataclass(frozen=True)
class Wanted:
    """What a host typed. None: not said."""

    title: str | None = None
    kind: str | None = None
    game: str | None = None
    tables: int | None = None
    dealers: str | None = None
    hours: float | None = None
    place: str | None = None
    fee: str | None = None
    fewest: int | None = None
    most: int | None = None


def read_when(typed: str, now: datetime, zone: str) -> Reading:
    """When it begins, as it was typed. Raises Refusal with what is missing."""
    return granted(read_time, typed, now, zone)


def plan_from(wanted: Wanted, starts_at: datetime, settings: Settings) -> Plan:
    """A night as a host wants it. Raises Refusal."""
    title = tidy(wanted.title or "", LONGEST_TITLE)
    if not title:
        raise Refusal("Give the night a title, such as “Friday cash game”.")
    kind = wanted.kind or "cash"
    plan = Plan(title, starts_at, settings.zone, kind, wanted.game or "holdem", currency=settings.currency)
    return changed_plan(plan, replace(wanted, title=None, dealers=wanted.dealers or DEALERS[0]), settings)


def changed_plan(plan: Plan, wanted: Wanted, settings: Settings) -> Plan:
    """The plan with what a host wants otherwise. Raises Refusal."""
    values: dict[str, Any] = {
        "title": tidy(wanted.title or "", LONGEST_TITLE) or None,
        "kind": wanted.kind,
        "game": wanted.game,
        "tables": wanted.tables,
        "minutes": None if wanted.hours is None else round(wanted.hours * 60),
        "place": tidy(wanted.place or "", LONGEST_PLACE) or None,
        "min_players": wanted.fewest,
        "max_players": wanted.most,
    }
    made = replace(plan, **{name: value for name, value in values.items() if value is not None})
    if wanted.fee is not None:
        made = replace(made, fee=_fee(wanted.fee, settings.currency) or None, currency=settings.currency)
    if made.kind not in KINDS or made.game not in GAMES:
        raise Refusal("Choose the kind and the game from the lists.")
    if made.max_players is not None and made.min_players > made.max_players:
        raise Refusal(PLAYERS_MEANT)
    if wanted.dealers or (made.kind, made.game, made.tables) != (plan.kind, plan.game, plan.tables):
        house = follows_house(settings, made.kind)
        dealers = wanted.dealers or DEALERS[0]
        made = replace(made, dealt=dealt_tables(made.kind, made.game, made.tables, dealers, follows_house=house))
    if made.max_players is not None and made.max_players < len(made.dealt):
        raise Refusal("Each dealer plays, too, so the limit is at least one place for each table that is dealt.")
    return made


def _fee(typed: str, currency: str) -> int:
    return granted(read_amount, typed, currency, zero=True)


# ------------------------------------------------------------------ planning


async def draft(store: Store, act: Act, plan: Plan) -> int:
    """Keep a night as it was typed, until whoever typed it has seen the reading; its number."""

    def change(tx: Transaction, act: Act) -> str:
        return str(keep_draft(tx, act, draft_from(plan)))

    return int((await done_once(store, act, change)).answer)


async def post(store: Store, act: Act, draft_id: int, channel_id: int) -> int:
    """The reading is right: the night is planned. Its number. Raises Refusal."""

    def change(tx: Transaction, act: Act) -> str:
        kept = draft_of(tx, act.league_id, draft_id, act.by)
        if kept is None or "starts_at" not in kept:
            raise Refusal(OLD_DRAFT)
        plan = plan_in(kept)
        if plan.starts_at <= act.at:
            raise Refusal("That time has passed meanwhile: plan the night anew with /night create.")
        drop_draft(tx, act.league_id, draft_id)
        return str(plan_night(tx, act, plan, channel_id))

    return int((await done_once(store, act, change)).answer)


async def edit(store: Store, act: Act, night_id: int, wanted: Wanted, settings: Settings) -> None:
    """The night is otherwise from now on: all but its time. Raises Refusal."""

    def change(tx: Transaction, act: Act) -> str:
        night = verify_open_plan(tx, act.league_id, night_id, act.at)
        plan = changed_plan(night.plan, wanted, settings)
        _apply(tx, act, night, plan)
        if plan.game != night.plan.game:
            _ask_anew(tx, act, night_id, plan, ask_anew)
        if _terms(plan) != _terms(night.plan):
            tell_all(tx, act, night_id, TERMS, plan.starts_at)
        return ""

    await done_once(store, act, change)


def _terms(plan: Plan) -> tuple[object, ...]:
    """What people agreed to when they signed up, besides the time: nobody's terms change unsaid."""
    return plan.kind, plan.game, plan.fee, plan.currency


async def move(store: Store, act: Act, night_id: int, starts_at: datetime) -> None:
    """The night is at another time; whoever has signed up is told. Raises Refusal."""

    def change(tx: Transaction, act: Act) -> str:
        night = verify_open_plan(tx, act.league_id, night_id, act.at)
        if starts_at <= act.at:
            raise Refusal("That time has passed meanwhile: move the night anew with /night move.")
        if starts_at != night.plan.starts_at:
            plan = replace(night.plan, starts_at=starts_at)
            _apply(tx, act, night, plan)
            _ask_anew(tx, act, night_id, plan, moved)
            tell_moved(tx, act, night_id, plan)
        return ""

    await done_once(store, act, change)


def _apply(tx: Transaction, act: Act, night: Planned, plan: Plan) -> None:
    """Another plan: who waits moves up where there is room, the dealers of tables that are no more play."""
    board = board_of(tx, act.league_id, night.night_id)
    decision = change(board, plan.dealt, plan.max_players)
    change_plan(tx, act, night, plan)
    record(tx, act.league_id, night.night_id, decision)
    notify(tx, act, replace(night, plan=plan), board.after(decision), decision)


def _ask_anew(tx: Transaction, act: Act, night_id: int, plan: Plan, decide: Callable[[Board], Decision]) -> None:
    """What was asked, or promised, for what the night was is open again; so is every search for a dealer."""
    board = board_of(tx, act.league_id, night_id)
    record(tx, act.league_id, night_id, decide(board))
    for table_number in uncovered(board):
        look_again(tx, act, night_id, plan, board, table_number)


async def stand_in(store: Store, act: Act, night_id: int, channel_id: int) -> None:
    """The night's card stands in this channel from now on, posted anew once."""

    def change(tx: Transaction, act: Act) -> str:
        place_card(tx, act.league_id, night_id, channel_id, None, act.at)
        return ""

    await done_once(store, act, change)


async def cancel(store: Store, act: Act, night_id: int, reason: str) -> None:
    """The night is called off; whoever has signed up is told. Raises Refusal."""
    why = tidy(reason, LONGEST_REASON)

    def change(tx: Transaction, act: Act) -> str:
        night = verify_open_plan(tx, act.league_id, night_id, act.at)
        cancel_plan(tx, act, night_id, why)
        tell_all(tx, act, night_id, CANCELLED, night.plan.ends_at)
        return ""

    await done_once(store, act, change)


# ------------------------------------------------------------------ which night


def verify_open_plan(tx: Transaction, league_id: int, night_id: int, now: datetime) -> Planned:
    """A planned night that has not begun. Raises Refusal."""
    night = verify_plan(tx, league_id, night_id)
    if night.cancelled_at is not None:
        raise Refusal("That night was called off: plan another one with /night create.")
    if night.opened_at is not None or night.is_over(now):
        raise Refusal(BEGUN)
    return night


def verify_plan(tx: Transaction, league_id: int, night_id: int) -> Planned:
    """The planned night of that number. Raises Refusal."""
    night = planned(tx, league_id, night_id)
    if night is None:
        raise Refusal(NO_PLAN)
    return night


async def meant(store: Store, league_id: int, night_id: int | None, now: datetime) -> Planned:
    """The night that a command is about: the one chosen, else the next. Raises Refusal."""

    def whole(tx: Transaction) -> Planned:
        if night_id is not None:
            return verify_plan(tx, league_id, night_id)
        ahead = nights_ahead(tx, league_id, now)
        if not ahead:
            raise Refusal(NONE_AHEAD)
        return ahead[0]

    return await store.read(whole)


async def ahead(store: Store, league_id: int, now: datetime) -> list[Planned]:
    """The nights that are planned."""
    return await store.read(nights_ahead, league_id, now)


async def placed(
    store: Store, league_id: int, night_id: int, channel_id: int, message_id: int, posted_at: datetime
) -> None:
    """The card has been posted; one that was moved to another channel meanwhile is not moved back."""

    def whole(tx: Transaction) -> None:
        night = planned(tx, league_id, night_id)
        if night is not None and night.channel_id == channel_id:
            place_card(tx, league_id, night_id, channel_id, message_id, posted_at)

    await written(store, whole)
