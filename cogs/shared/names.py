"""What people read for a kind of game, a game and a book, in every feature alike."""

from __future__ import annotations

from cogs.shared.choosing import choices
from league.plan import GAMES
from rules.names import BOOK_IDS

KIND_NAMES = {"cash": "Cash game", "tournament": "Tournament"}
GAME_CHOICES = choices(**{game: name[:1].upper() + name[1:] for game, name in GAMES.items()})
ALL_BOOKS = "all"
BOOK_CHOICES = choices(psp="House (Pepper Street)", rrp="Rulebook (Caro & Cooke)", tda="TDA 35-37")
assert {choice.value for choice in BOOK_CHOICES} == set(BOOK_IDS)
