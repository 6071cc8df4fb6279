"""What people can deal and what they wish for as dealers."""

from __future__ import annotations

from dataclasses import dataclass

from data.store import Transaction

EVERY_DAY = "0123456"


@dataclass(frozen=True)
class Wish:
    """What somebody wishes for. `weekdays`: a digit for each day they can, Monday is 0.

    `may_ask`: they may be written to when a table needs a dealer, also for a night they have not signed up for.
    """

    weekdays: str = EVERY_DAY
    not_running: bool = False
    most_a_month: int | None = None
    table_number: int | None = None
    may_ask: bool = False


def wish_of(tx: Transaction, league_id: int, player_id: int) -> Wish:
    """One person's wishes; none where they have said nothing."""
    return wishes(tx, league_id).get(player_id, Wish())


def wishes(tx: Transaction, league_id: int) -> dict[int, Wish]:
    """Everybody's wishes, by player."""
    rows = tx.all("SELECT * FROM dealer_wish WHERE league_id = :league_id", league_id=league_id)
    return {
        row["player_id"]: Wish(
            row["weekdays"],
            bool(row["not_running"]),
            row["most_a_month"],
            row["table_number"],
            bool(row["may_ask"]),
        )
        for row in rows
    }


def record_wish(tx: Transaction, league_id: int, player_id: int, wish: Wish) -> None:
    """From now on this is what they wish for."""
    tx.run(
        "INSERT INTO dealer_wish (league_id, player_id, weekdays, not_running, most_a_month, table_number, may_ask)"
        " VALUES (:league_id, :player_id, :weekdays, :not_running, :most_a_month, :table_number, :may_ask)"
        " ON CONFLICT (league_id, player_id) DO UPDATE SET weekdays = excluded.weekdays,"
        " not_running = excluded.not_running, most_a_month = excluded.most_a_month,"
        " table_number = excluded.table_number, may_ask = excluded.may_ask",
        league_id=league_id,
        player_id=player_id,
        weekdays=wish.weekdays,
        not_running=int(wish.not_running),
        most_a_month=wish.most_a_month,
        table_number=wish.table_number,
        may_ask=int(wish.may_ask),
    )


def games_dealt(tx: Transaction, league_id: int) -> dict[int, frozenset[str]]:
    """Which games each can deal, as hosts have marked."""
    rows = tx.all("SELECT player_id, game FROM dealer_game WHERE league_id = :league_id", league_id=league_id)
    found: dict[int, set[str]] = {}
    for row in rows:
        found.setdefault(row["player_id"], set()).add(row["game"])
    return {player_id: frozenset(games) for player_id, games in found.items()}


def mark_game(tx: Transaction, league_id: int, player_id: int, game: str, *, can: bool) -> None:
    """A host says that somebody can deal this game, or cannot."""
    tx.run(
        "INSERT INTO dealer_game (league_id, player_id, game) VALUES (:league_id, :player_id, :game) ON CONFLICT DO NOTHING"
        if can
        else "DELETE FROM dealer_game WHERE league_id = :league_id AND player_id = :player_id AND game = :game",
        league_id=league_id,
        player_id=player_id,
        game=game,
    )


def free_on(tx: Transaction, league_id: int, night_id: int) -> dict[int, bool]:
    """Who has said that they can, or cannot, deal on this night."""
    rows = tx.all(
        "SELECT player_id, is_free FROM dealer_free WHERE league_id = :league_id AND night_id = :night_id",
        league_id=league_id,
        night_id=night_id,
    )
    return {row["player_id"]: bool(row["is_free"]) for row in rows}


def record_free(tx: Transaction, league_id: int, night_id: int, player_id: int, *, is_free: bool) -> None:
    """Somebody can, or cannot, deal on this night."""
    tx.run(
        "INSERT INTO dealer_free (league_id, night_id, player_id, is_free)"
        " VALUES (:league_id, :night_id, :player_id, :is_free)"
        " ON CONFLICT (league_id, night_id, player_id) DO UPDATE SET is_free = excluded.is_free",
        league_id=league_id,
        night_id=night_id,
        player_id=player_id,
        is_free=int(is_free),
    )
