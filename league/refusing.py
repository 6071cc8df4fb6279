"""How the league's own logic says no, for the cogs to pass on to whoever asked."""

from __future__ import annotations


class NotNow(Exception):
    """What was asked cannot be done as things stand; the text is the one sentence a person gets.

    `clause`: the id of the clause that forbids it; None: no book is needed to see why.
    """

    def __init__(self, sentence: str, clause: str | None = None) -> None:
        super().__init__(sentence)
        self.clause = clause
