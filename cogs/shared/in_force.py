"""The rules that are in force in a league, as what is opened now keeps them. No Discord here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cogs.shared.leagues import Standing
from league.settings import newest_first
from rules.facts import vocabulary
from rules.library import load


@dataclass(frozen=True)
class InForce:
    """Beside the order of books: each book's edition, the Alternate Rules that are on, the league's own, newest first."""

    editions: Mapping[str, str]
    alternates: tuple[str, ...]
    own_rules: list[dict[str, Any]]


def in_force(standing: Standing) -> InForce:
    """The rules of a league that stands so."""
    return InForce(
        editions={book.book_id: book.edition for book in load().books.values()},
        alternates=tuple(sorted(standing.settings.alternates_on & vocabulary().house_rules.keys())),
        own_rules=[
            {
                "number": rule.own_rule_id,
                "title": rule.title,
                "text": rule.text,
                "incident": rule.incident,
                "outcome": rule.outcome,
            }
            for rule in newest_first(standing.own_rules)
        ],
    )
