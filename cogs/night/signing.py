"""What people do about their spot at a night, what a host does for them, and who is told. No Discord here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from cogs.shared.people import Person, done_once, found, known_by_name, met, named
from cogs.shared.refusals import Refusal
from cogs.shared.spots import candidates, look_elsewhere, settle
from data.audit import record_audit
from data.due import Job, finish_job, set_job
from data.handled import Act
from data.letters import ASK, MOVED, MOVED_SOON, RECONFIRM, REMINDER, write_letter
from data.plans import COVER, NOBODY, Planned, cover_of, cover_subject, planned
from data.players import Player, players
from data.settings import all_settings
from data.signups import board_of, record, remember_until
from data.store import Store, Transaction
from league.cover import Risk, ask, at_risk, decline, lapse, uncovered
from league.entry import terms_of
from league.plan import Plan, answer_by
from league.refusing import NotNow
from league.settings import Settings, settings_at
from league.signup import (
    DEAL,
    IN,
    PLAY,
    STAND_BY,
    WAITING,
    Board,
    Decision,
    SignUp,
    allow_writing,
    deal,
    drop,
    keep,
    move,
    no_show,
    open_asks,
    play,
    reconfirm,
    stand_by,
    want_cover,
)

OVER = "That night is over or was called off: /night list shows what is planned."
BEGUN = "That night has begun: ask its host for a seat."


@dataclass(frozen=True)
class Listed:
    """A planned night with who comes. `discounts`: per dealt table what its dealer's entry is less by."""

    night: Planned
    board: Board
    people: Mapping[int, Player]
    discounts: Mapping[int, int]
    settings: Settings

    def name(self, player_id: int) -> str:
        """Somebody's name as a sentence shows it."""
        return named(self.people.get(player_id))


@dataclass(frozen=True)
class Own:
    """A night and the spot of one person at it; `row` None: they have none."""

    listed: Listed
    row: SignUp | None
    player_id: int | None


def listed_at(tx: Transaction, league_id: int, night_id: int, now: datetime) -> Listed | None:
    """The night as its card shows it; None where there is no such plan."""
    night = planned(tx, league_id, night_id)
    if night is None:
        return None
    settings = settings_at(all_settings(tx, league_id), now)
    off: Mapping[int, int] = {}
    if night.plan.kind == "tournament" and night.plan.fee:
        off = {number: min(value, night.plan.fee) for number, value in terms_of(settings).discounts.items()}
    people = players(tx, league_id)
    return Listed(night, board_of(tx, league_id, night_id), people, off, settings)


def own_at(tx: Transaction, league_id: int, night_id: int, user_id: int, now: datetime) -> Own:
    """The night with the spot of whoever asks. Raises Refusal."""
    listed = listed_at(tx, league_id, night_id, now)
    if listed is None:
        raise Refusal(OVER)
    player = next((one for one in listed.people.values() if one.user_id == user_id), None)
    row = None if player is None else listed.board.row(player.player_id)
    return Own(listed, row, None if player is None else player.player_id)


# ------------------------------------------------------------------ for oneself

Change = Callable[[Board, int, datetime], Decision]
OWN: dict[str, Change] = {
    PLAY: lambda board, who, now: play(board, who),
    STAND_BY: lambda board, who, now: stand_by(board, who),
    "drop": lambda board, who, now: drop(board, who),
    "cover": lambda board, who, now: want_cover(board, who),
    "keep": lambda board, who, now: keep(board, who),
    "reconfirm": reconfirm,
    "write": lambda board, who, now: allow_writing(board, who, may_write=True),
    "silent": lambda board, who, now: allow_writing(board, who, may_write=False),
}


async def change_own(store: Store, act: Act, person: Person, night_id: int, what: str) -> None:
    """Play, stand by, drop, and what else one does about one's own spot. Raises Refusal."""
    await _settle_own(store, act, person, night_id, OWN[what])


async def deal_own(store: Store, act: Act, person: Person, night_id: int, table_number: int) -> None:
    """Take a table to deal. Raises Refusal."""
    await _settle_own(store, act, person, night_id, lambda board, who, now: deal(board, who, table_number))


async def _settle_own(store: Store, act: Act, person: Person, night_id: int, decide: Change) -> None:
    def whole(tx: Transaction, act: Act) -> str:
        verify_signing(tx, act.league_id, night_id, act.at)
        player = met(tx, act, person)
        settle(tx, act, night_id, lambda board: decide(board, player.player_id, act.at))
        return ""

    await done_once(store, act, whole)


def verify_signing(tx: Transaction, league_id: int, night_id: int, now: datetime) -> Planned:
    """A night that can still be signed up for. Raises Refusal."""
    night = planned(tx, league_id, night_id)
    if night is None or night.is_over(now):
        raise Refusal(OVER)
    if night.opened_at is not None:
        raise Refusal(BEGUN)
    return night


# ------------------------------------------------------------------ by the host

MISSING, CAME, MOVE, DROP = "missing", "came", "move", "drop"


async def change_other(
    store: Store, act: Act, person: Person, night_id: int, what: str, table_number: int | None
) -> str:
    """The host signs somebody up, drops or moves them, or notes that they did not come. What was done, in words."""

    def whole(tx: Transaction, act: Act) -> str:
        night = planned(tx, act.league_id, night_id)
        if night is None or night.cancelled_at is not None:
            raise Refusal(OVER)
        if what not in (MISSING, CAME):
            verify_open(night, act.at)
        elif act.at < night.plan.starts_at and night.opened_at is None:
            raise Refusal("That night has not begun, so nobody is missing yet.")
        player = met(tx, act, person) if what in (PLAY, DEAL, STAND_BY) else _known(tx, act, night_id, person)
        if what in (DEAL, MOVE) and night.opened_at is not None:
            raise Refusal("That night has begun: /dealer start puts somebody at a table.")
        if what in (DEAL, MOVE) and table_number is None:
            raise Refusal("Say which table they deal: give its number, too.")
        try:
            settle(tx, act, night_id, lambda board: _for(board, player, what, table_number or 0, act.at))
        except NotNow as no:
            raise Refusal(f"For {named(player)} the answer is: “{no}”") from no
        if what == MISSING:
            remember_until(tx, act, night_id)
        record_audit(tx, act, "signed up by a host", night_id=night_id, player_id=player.player_id, did=what)
        return f"{named(player)} {DONE[what].format(table=table_number)}."

    return (await done_once(store, act, whole)).answer


DONE = {
    PLAY: "is signed up to play",
    DEAL: "deals table {table}",
    STAND_BY: "stands by",
    DROP: "is not signed up any more",
    MOVE: "deals table {table} now",
    MISSING: "is noted as missing: they see it under /me nights, and it is forgotten after half a year",
    CAME: "is not noted as missing any more",
}


def _for(board: Board, player: Player, what: str, table_number: int, now: datetime) -> Decision:
    who, writes = player.player_id, False  # somebody else signs them up: they have not agreed to be written to
    if what == PLAY:
        return play(board, who, may_write=writes)
    if what == DEAL:
        return deal(board, who, table_number, may_write=writes)
    if what == STAND_BY:
        return stand_by(board, who, may_write=writes)
    if what == MOVE:
        return move(board, who, table_number)
    if what == DROP:
        return drop(board, who)
    return no_show(board, who, now if what == MISSING else None)


def _known(tx: Transaction, act: Act, night_id: int, person: Person) -> Player:
    """Somebody of the league; by a name that several bear, the one of them who has a spot at this night."""
    league_id, player = act.league_id, None
    if person.user_id is None:
        spots = [row.player_id for row in board_of(tx, league_id, night_id).rows if row.is_live]
        here = [one for one in players(tx, league_id, spots).values() if one.name.casefold() == person.name.casefold()]
        player = here[0] if len(here) == 1 else None
    player = player or found(tx, league_id, known_by_name(tx, league_id, person))
    if player is None:
        raise Refusal("They are not signed up for this night.")
    return player


def verify_open(night: Planned, now: datetime) -> None:
    """The host can sign people up until the night is over. Raises Refusal."""
    if night.is_over(now):
        raise Refusal(OVER)


# ------------------------------------------------------------------ what follows


def tell_all(tx: Transaction, act: Act, night_id: int, what: str, until: datetime) -> None:
    """Everybody who comes, waits or stands by, and may be written to, is told."""
    for row in _to_be_told(tx, act, night_id):
        write_letter(tx, act, night_id, row.player_id, what, until, row.table_number)


def _to_be_told(tx: Transaction, act: Act, night_id: int) -> list[SignUp]:
    return [row for row in board_of(tx, act.league_id, night_id).rows if row.is_live and row.may_write]


def tell_moved(tx: Transaction, act: Act, night_id: int, plan: Plan) -> None:
    """Everybody is told of the new time; within a day of it that is the reminder, too, and asks dealers once more."""
    for row in _to_be_told(tx, act, night_id):
        asks = row.what == DEAL and row.state == IN and not plan.is_far(act.at)
        what = MOVED_SOON if asks else MOVED
        write_letter(tx, act, night_id, row.player_id, what, plan.starts_at, row.table_number)


def remind(tx: Transaction, job: Job, act: Act) -> None:
    """A day ahead: who comes is reminded, dealers are asked whether they still do."""
    night = planned(tx, job.league_id, job.subject)
    if night is not None and not night.is_over(act.at) and act.at < night.plan.starts_at:
        for row in board_of(tx, job.league_id, job.subject).rows:
            if not row.may_write or not row.is_live or row.state == WAITING or row.what == STAND_BY:
                continue
            if row.what == PLAY:
                write_letter(tx, act, job.subject, row.player_id, REMINDER, night.plan.starts_at)
            elif row.state == IN and row.reconfirmed_at is None:
                write_letter(tx, act, job.subject, row.player_id, RECONFIRM, night.plan.starts_at, row.table_number)
    finish_job(tx, job)


# ------------------------------------------------------------------ cover


def look_for_cover(tx: Transaction, job: Job, act: Act) -> bool:
    """A table may need a dealer: the next person is asked, one at a time, in a fair order. True if the card changed."""
    night_id, table_number = cover_of(job.subject)
    changed = _look(tx, act, night_id, table_number)
    finish_job(tx, job)
    return changed


def _look(tx: Transaction, act: Act, night_id: int, table_number: int) -> bool:
    night = planned(tx, act.league_id, night_id)
    if night is None or night.is_over(act.at) or night.opened_at is not None or act.at >= night.plan.starts_at:
        return False
    board = board_of(tx, act.league_id, night_id)
    standing = next((each for each in open_asks(board) if each.table_number == table_number), None)
    subject = cover_subject(night_id, table_number)
    if standing is not None and standing.answer_by > act.at:
        set_job(tx, act.league_id, COVER, subject, standing.answer_by)
        return False
    if standing is not None:
        decision = lapse(board, standing.player_id, table_number)
        record(tx, act.league_id, night_id, decision)
        board = board.after(decision)
        look_elsewhere(tx, act, night, board, {standing.player_id})
    if table_number not in uncovered(board):
        return False
    who = next(iter(candidates(tx, night, board, act.at)(table_number)), None)
    if who is None:
        set_job(tx, act.league_id, NOBODY, subject, act.at)
        return standing is not None
    until = answer_by(act.at, night.plan.starts_at)
    record(tx, act.league_id, night_id, ask(board, who, table_number, act.at, until))
    write_letter(tx, act, night_id, who, ASK, until, table_number)
    set_job(tx, act.league_id, COVER, subject, until)
    return True


def risks_at(tx: Transaction, league_id: int, night_id: int, now: datetime) -> tuple[Risk, ...]:
    """What a host looks at before the night, with how many can still be asked; nothing where there is no such plan."""
    night = planned(tx, league_id, night_id)
    if night is None:
        return ()
    board = board_of(tx, league_id, night_id)
    can_deal = candidates(tx, night, board, now)
    return at_risk(board, {number: can_deal(number) for number in board.tables})


def answered(tx: Transaction, act: Act, night_id: int, player_id: int, table_number: int, *, yes: bool) -> None:
    """Somebody who was asked to deal a table says yes or no. Raises NotNow."""
    if yes:
        settle(tx, act, night_id, lambda board: deal(board, player_id, table_number))
    else:
        settle(tx, act, night_id, lambda board: decline(board, player_id, table_number))
