"""The league's cases in a list: by what went wrong, by day, and which incident it meets most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from data.store import Row, Transaction
from data.times import from_micros, to_micros

LAST = 2**62  # later than any moment and larger than any number
LINES = (
    "SELECT case_number, opened_at, incident,"
    " COALESCE((SELECT outcome FROM case_decision AS d WHERE d.league_id = c.league_id"
    "  AND d.case_number = c.case_number ORDER BY decision_id DESC LIMIT 1), json_extract(ruling, '$.outcome')) AS outcome,"
    " (SELECT otherwise FROM case_decision AS d WHERE d.league_id = c.league_id"
    "  AND d.case_number = c.case_number ORDER BY decision_id DESC LIMIT 1) AS otherwise"
    " FROM case_file AS c WHERE league_id = :league_id"
)


COUNTED_THROUGH = 100  # of a league's cases the newest tell what goes wrong there most often


@dataclass(frozen=True)
class Line:
    """A case in a list of cases. `outcome`: as a person decided, else as it was shown; None: it came to none yet."""

    case_number: int
    opened_at: datetime
    incident: str | None
    outcome: str | None
    otherwise: bool


@dataclass(frozen=True)
class OpenCase:
    """A case that somebody is still to decide, and where its card is; `message_id` None: it has not been seen."""

    case_number: int
    opened_at: datetime
    incident: str | None
    channel_id: int
    message_id: int | None


def cases(
    tx: Transaction,
    league_id: int,
    most: int,
    incident: str | None = None,
    span: tuple[datetime, datetime] | None = None,
    before: int | None = None,
) -> list[Line]:
    """The league's newest cases: of one incident, of one day, or older than a number."""
    rows = tx.all(
        f"{LINES} AND (:incident IS NULL OR incident = :incident)"
        " AND opened_at >= :start AND opened_at < :stop AND case_number < :before"
        " ORDER BY case_number DESC LIMIT :most",
        league_id=league_id,
        incident=incident,
        start=0 if span is None else to_micros(span[0]),
        stop=LAST if span is None else to_micros(span[1]),
        before=LAST if before is None else before,
        most=most,
    )
    return [_line(row) for row in rows]


def cases_like(
    tx: Transaction,
    league_id: int,
    incident: str,
    facts: Mapping[str, str],
    before: int,
    most: int,
    looked_through: int,
) -> list[Line]:
    """The newest earlier cases of an incident that were ruled on all these facts, out of so many of it."""
    same = "".join(f" AND json_extract(ruling, :fact{n}) = :value{n}" for n in range(len(facts)))
    known = {f"fact{n}": f"$.facts.{fact}" for n, fact in enumerate(facts)}
    known |= {f"value{n}": value for n, value in enumerate(facts.values())}
    rows = tx.all(
        f"{LINES} AND incident = :incident AND case_number < :before"
        " AND case_number > COALESCE((SELECT case_number FROM case_file"
        "  WHERE league_id = :league_id AND incident = :incident AND case_number < :before"
        "  ORDER BY case_number DESC LIMIT 1 OFFSET :looked_through), 0)"
        f" AND ruling IS NOT NULL{same} ORDER BY case_number DESC LIMIT :most",
        league_id=league_id,
        incident=incident,
        before=before,
        most=most,
        looked_through=looked_through,
        **known,
    )
    return [_line(row) for row in rows]


def cases_open(tx: Transaction, league_id: int, since: datetime) -> list[OpenCase]:
    """The cases opened since a moment that are not closed and that nobody has decided, oldest first."""
    rows = tx.all(
        "SELECT case_number, opened_at, incident, channel_id, message_id FROM case_file AS c"
        " WHERE league_id = :league_id AND closed_at IS NULL AND opened_at >= :since AND NOT EXISTS"
        "  (SELECT 1 FROM case_decision AS d WHERE d.league_id = c.league_id AND d.case_number = c.case_number)"
        " ORDER BY case_number",
        league_id=league_id,
        since=to_micros(since),
    )
    return [
        OpenCase(
            row["case_number"], from_micros(row["opened_at"]), row["incident"], row["channel_id"], row["message_id"]
        )
        for row in rows
    ]


def _line(row: Row) -> Line:
    return Line(
        row["case_number"],
        from_micros(row["opened_at"]),
        row["incident"],
        row["outcome"],
        bool(row["otherwise"]),
    )


def frequent_incidents(tx: Transaction, league_id: int, most: int) -> list[str]:
    """The incidents this league has met most, most frequent first."""
    rows = tx.all(
        "SELECT incident FROM (SELECT incident FROM case_file WHERE league_id = :league_id AND incident IS NOT NULL"
        "  AND is_confirmed = 1 ORDER BY case_number DESC LIMIT :newest)"
        " GROUP BY incident ORDER BY COUNT(*) DESC, incident LIMIT :most",
        league_id=league_id,
        newest=COUNTED_THROUGH,
        most=most,
    )
    return [row["incident"] for row in rows]
