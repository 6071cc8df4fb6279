"""What is done with a table's two decks, and the checklists that go with it. No Discord here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cogs.shared.refusals import Refusal
from cogs.table.actions import AtTable
from data.audit import record_audit
from league.decks import CHANGES, Decks
from league.settings import Settings
from league.table import DeckChange, Limits, SetUp
from rules.library import load

ALTERNATE = f"{CHANGES}:half-hour"  # a deck change at any time, a set-up at most once in half an hour
NEW_DECK, SHUFFLE = "new_deck", "shuffle"  # the parts of the dealer's pocket card that are checklists here
LOOK = "look"


@dataclass(frozen=True)
class DeckAct:
    """One thing that is done with the decks: what it is called, whether staff alone does it, the step."""

    label: str
    is_staffs: bool
    step: DeckChange | SetUp | Limits


ACTS = {
    "change_asked": DeckAct("Change: a player asks for it", False, DeckChange("asked")),
    "change_marred": DeckAct("Change: a card is marred", False, DeckChange("marred")),
    "change_floor": DeckAct("Change: the floor says so (staff)", True, DeckChange("floor")),
    "setup_asked": DeckAct("Set-up: a player asks for it", False, SetUp("asked")),
    "setup_marred": DeckAct("Set-up: a card is marred", False, SetUp("marred")),
    "setup_floor": DeckAct("Set-up: the floor says so (staff)", True, SetUp("floor")),
    "limits_on": DeckAct("Limits: post them (staff)", True, Limits(True)),
    "limits_off": DeckAct("Limits: take them down (staff)", True, Limits(False)),
}


def deck(at: AtTable, what: str, settings: Settings) -> str:
    """Change the deck, bring in a set-up, or post the limits."""
    act = ACTS.get(what)
    if act is None:
        raise Refusal("That is not done with a deck: choose from the list.")
    (at.verify_staff if act.is_staffs else at.verify_at_table)()
    step = act.step
    if not isinstance(step, Limits):
        step = replace(step, by_alternate=ALTERNATE in settings.alternates_on)
    before = at.kept.table.decks
    at.take(step)
    when = ", for the redeal" if at.kept.table.is_redeal else at.when()
    cite = load().clause(CHANGES).cite
    if isinstance(step, Limits):
        record_audit(at.tx, at.act, "deck limits", table_number=at.number, posted=step.posted)
        if not step.posted:
            return f"The limits at table {at.number} are taken down ({cite})."
        return f"Posted at table {at.number}: a deck change once in half an hour, a set-up once in an hour ({cite})."
    if isinstance(step, SetUp):
        return f"New decks come to table {at.number}{when}; both are checked and scrambled first ({cite})."
    if step.why == "marred":
        return (
            f"Deck {before.in_play} goes out at table {at.number}{when}, and a set-up is due: a marred card waits for no"
            f" laps ({cite})."
        )
    return f"The deck is changed at table {at.number}{when} ({cite})."


def deck_lines(decks: Decks) -> list[str]:
    """How the decks stand."""
    lines = [f"Deck {decks.in_play} is dealt, " + (f"deck {decks.other} is shuffled." if decks.other else "alone.")]
    if decks.out:
        lines.append(f"Deck {decks.out} is out of use until a set-up comes.")
    if decks.is_limited:
        lines.append("Limits are posted: a deck change once in half an hour, a set-up once in an hour.")
    else:
        lines.append(f"Laps of the button since the last change: {decks.laps}; a player may ask after two.")
    return lines


def checklist(order: Sequence[str], part: str) -> list[str]:
    """One of the checklists, of the books in their order, each line with its clause."""
    lines = [f"- {line} · *{clause.cite}*" for line, clause in load().pocket_card(order, part)]
    return lines or ["Your books say nothing about it."]
