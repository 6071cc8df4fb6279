"""Tonight begins: the night that was planned for it, with its fee and its dealers; else a new one."""

from __future__ import annotations

from datetime import date

from data.dealers import join, sign_up
from data.due import drop_job
from data.fees import books_of, set_fee
from data.handled import Act
from data.nights import Night, night_open, open_night
from data.plans import CARD, REMIND, plan_for
from data.signups import board_of
from data.store import Transaction
from league.dealer import signed_up


def open_tonight(
    tx: Transaction, act: Act, day: date, zone: str, kind: str | None, channel_id: int | None, usual_kind: str
) -> Night:
    """Open tonight; the night that is open already, if there is one. `kind` None: as planned, else `usual_kind`.

    Whoever took a table takes on its duty, or in a cash game joins the rotation; the planned fee is the night's.
    """
    standing = night_open(tx, act.league_id)
    if standing is not None:
        return standing
    plan = plan_for(tx, act.league_id, day.isoformat(), kind, act.at)
    if plan is None:
        return open_night(tx, act, day, zone, kind or usual_kind, channel_id)
    night = open_night(tx, act, day, plan.plan.zone, plan.plan.kind, channel_id, plan.night_id)
    for job in (REMIND, CARD):
        drop_job(tx, act.league_id, job, night.night_id)
    if plan.plan.fee and books_of(tx, act.league_id, night.night_id, act.at).currency == plan.plan.currency:
        set_fee(tx, act, night.night_id, plan.plan.fee)
    board = board_of(tx, act.league_id, night.night_id)
    for table_number in board.tables:
        dealer = board.dealer(table_number)
        if dealer is not None and plan.plan.kind == "tournament":
            sign_up(tx, act, night.night_id, signed_up(table_number, dealer.player_id, None), "signed up for it")
        elif dealer is not None:
            join(tx, act, night.night_id, dealer.player_id)
    return night
