"""What people read for a kind of game and for a book to choose, in every feature alike."""

from __future__ import annotations

from discord import app_commands

from rules.library import BOOK_IDS

KIND_NAMES = {"cash": "Cash game", "tournament": "Tournament"}
BOOK_CHOICES = [
    app_commands.Choice(name=name, value=book_id)
    for name, book_id in (("House (Pepper Street)", "psp"), ("Rulebook (Caro & Cooke)", "rrp"), ("TDA 35-37", "tda"))
]
assert {choice.value for choice in BOOK_CHOICES} == set(BOOK_IDS)
