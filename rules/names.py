"""What the books and the parts of the dealer's pocket card are called: no more than the bot's start needs."""

from __future__ import annotations

BOOK_IDS = ("psp", "rrp", "tda")
CARD_PARTS = {
    "before": "Before the deal",
    "shuffle": "Shuffle and cut",
    "during": "During the hand",
    "announce": "Say it aloud",
    "deal_errors": "Errors in the deal",
    "errors": "Errors later on",
    "showdown": "Showdown and end",
    "new_deck": "A new deck",
    "absent": "Absent players",
}
