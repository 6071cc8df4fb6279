"""What a table's card and answers say: duties, steps and what waits, in players' words. No Discord here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cogs.shared.people import named
from data.players import Player
from league.duties import Duties, Duty, HandDuties
from league.plan import GAMES
from league.table import (
    Away,
    Back,
    BreakTable,
    Button,
    CloseTable,
    Dealer,
    Deals,
    DeckChange,
    Game,
    Hand,
    Limits,
    Misdeal,
    Mode,
    Move,
    Penalty,
    Seat,
    SetUp,
    Stand,
    Step,
    StubCount,
    Table,
    Winner,
)
from rules.library import load

People = Mapping[int, Player]

MODES = {
    "rrp": "players deal, by the Rulebook",
    "psp_self": "players deal, by the House",
    "psp_dedicated": "a dedicated dealer, by the House",
}
DECK_REASONS = {"asked": "a player asked", "marred": "a card is marred", "floor": "the floor says so"}
GUARD = "rrp-absent-players-chips"
STARTED = "rrp-start-of-the-hand"
REDEAL = "tda-35-c"
WHYS = {
    "button": "has the button",
    "dedicated": "is the table's dealer",
    "left_of_dealer": "sits left of the dealer",
    "right_of_dealer": "sits right of the dealer",
    "behind_button": "sits behind the button, on its right",
    "dealer_cuts": "deals, and cuts",
    "may_cut": "sits left of the dealer, who may leave the cut to them",
    "winners_tax": "won the last pot: winner's tax",
    "split_pot": "is tapped of those who split the last pot: fewest shuffles so far, then nearest left of the button",
    "no_pot": "is next behind the dealer, whose turn it would be; there is no last pot yet",
    "winner_cannot": "is next behind the dealer, whose turn it would be; the winner cannot",
    "heads_up": "does not deal: only two can act",
    "no_button": "the button has not been set",
    "no_dealer": "the table has no dealer: /dealer start puts one in",
    "winner_not_told": "whoever won the last pot (winner's tax)",
    "nobody": "nobody else here can",
}
IN_PLACE = {
    "away": "is away",
    "unwilling": "would rather not",
    "penalty": "is on penalty",
    "leaving": "is leaving",
    "deals": "deals",
}


def cite(clause_id: str) -> str:
    """How a clause is cited."""
    return load().clause(clause_id).cite


# ------------------------------------------------------------------ duties


def doer(duty: Duty, people: People) -> str:
    """Who does it."""
    return "nobody" if duty.player_id is None else named(people.get(duty.player_id))


def duty_line(what: str, duty: Duty, people: People) -> str:
    """One duty with its reason and clause."""
    if duty.player_id is None:
        why = f", {WHYS[duty.why]}"
    elif duty.why in IN_PLACE:
        why = f", for {_instead(duty, people)}"
    else:
        why = f", who {WHYS[duty.why]}"
    return f"{what}: **{doer(duty, people)}**{why} · *{cite(duty.clause)}*"


def deal_line(table: Table, duties: Duties, people: People) -> str:
    """The first line of the card: whose deal it is, and where the button is."""
    duty = duties.dealer
    seat = table.button if table.hand else duties.next_button
    if seat is None and not table.seated:
        return "**Nobody sits here yet:** take a seat under My seat; /table seat seats several at once"
    if seat is None:
        return "**The button has not been set:** say below whose it is"
    holder = table.at(seat)
    button = f"button at seat {seat}"
    if duty.player_id is None:
        return f"**Nobody deals**: {WHYS[duty.why]} · {button}"
    if holder is None or holder.player_id != duty.player_id:
        button += f", {named(people.get(holder.player_id))}" if holder else ", empty"
    instead = f" for {_instead(duty, people)}" if duty.why in IN_PLACE else ""
    first = "" if table.hand else " the first hand"
    return f"**{doer(duty, people)} deals{first}**{instead} · **{button}**"


def _instead(duty: Duty, people: People) -> str:
    return f"{named(people.get(duty.covers_for or 0))}, who {IN_PLACE[duty.why]}"


def work_line(table: Table, duties: HandDuties, people: People) -> str:
    """Who shuffles which deck, who cuts."""
    other = table.decks.other
    deck = "the deck" if other is None else f"deck {other}"
    shuffler, cutter = duties.shuffler, duties.cutter
    if shuffler.player_id is not None:
        shuffles = f"**{doer(shuffler, people)}** shuffles {deck}"
        if shuffler.why in ("winners_tax", "split_pot"):
            shuffles += " (winner's tax)"
    elif duties.needs_winner:
        shuffles = f"the last pot's winner shuffles {deck}: **say who**"
    else:
        shuffles = f"nobody shuffles {deck}: {WHYS[shuffler.why]}"
    if cutter.player_id is not None:
        cuts = f"**{doer(cutter, people)}** cuts"
    else:  # that the table has no dealer stands in the line of the deal
        cuts = "nobody cuts" if cutter.why == "no_dealer" else f"nobody cuts: {WHYS[cutter.why]}"
    if duties.may_cut is not None and cutter.player_id is not None:
        cuts += f" or has {doer(duties.may_cut, people)} cut"
    return f"{shuffles} · {cuts}"


def hand_line(table: Table, duties: HandDuties, people: People) -> str:
    """A hand in a sentence, for the private answer to whoever called it."""
    why = "" if duties.dealer.player_id is not None else f" ({WHYS[duties.dealer.why]})"
    return f"Hand {table.hand}: {doer(duties.dealer, people)} deals{why}, button at seat {table.button}; {_plain(work_line(table, duties, people))}."


def _plain(line: str) -> str:
    return line.replace("**", "").replace(" · ", "; ")


# ------------------------------------------------------------------ steps


def told(step: Step, people: People) -> str:
    """What is done, as the log and what waits for the next hand say it."""
    name = named(people.get(getattr(step, "player_id", None) or 0))
    match step:
        case Seat():
            where = "" if step.seat is None else f" at seat {step.seat}"
            return f"{name} sits down{where}" + ("" if step.deals else ", and would rather not deal")
        case Stand():
            return f"{name} leaves"
        case Move():
            return f"{name} moves to seat {step.seat}"
        case Away():
            return f"{name} steps away"
        case Back():
            return f"{name} is back"
        case Deals():
            return f"{name} deals" if step.deals else f"{name} would rather not deal"
        case Dealer():
            return f"{name} is the dealer" if step.player_id is not None else "the table has no dedicated dealer"
        case Penalty():
            return f"{name} sits out {hands(step.hands)}" if step.hands else f"{name}'s penalty is lifted"
        case _:
            return _told_of_table(step, people)


def _told_of_table(step: Step, people: People) -> str:
    match step:
        case Button():
            return f"the button is at seat {step.seat}"
        case Hand():
            return "the next hand begins" + (f", {_won(step.winners, people)}" if step.winners else "")
        case Winner():
            return _won(step.winners, people)
        case Misdeal():
            what = "fouled deck" if step.outcome == "fouled_deck" else "misdeal"
            by = "" if step.case_number is None else f" by case {step.case_number}"
            return f"{what}{by}: the hand is dealt again"
        case Mode():
            return MODES[step.mode]
        case Game():
            return f"the game is {GAMES[step.game]}"
        case DeckChange():
            return f"the deck is changed ({DECK_REASONS[step.why]})"
        case SetUp():
            return f"new decks come in ({DECK_REASONS[step.why]})"
        case StubCount():
            return f"the stub is counted: {'all there' if step.cards is None else cards(step.cards)}"
        case Limits():
            return f"limits on deck changes are {'posted' if step.posted else 'taken down'}"
        case BreakTable():
            return "the table breaks"
        case CloseTable():
            return "the table is closed"
        case _:
            raise ValueError(f"no words for {step}")


def _won(winners: tuple[int, ...], people: People) -> str:
    return f"{names(winners, people)} won the last pot"


def names(player_ids: Iterable[int], people: People) -> str:
    """Names in a row.

    >>> names((1, 2), {1: Player(1, None, "ann"), 2: Player(2, None, "bob")})
    'ann and bob'
    """
    *others, last = [named(people.get(player_id)) for player_id in player_ids] or ["nobody"]
    return f"{', '.join(others)} and {last}" if others else last


def hands(count: int) -> str:
    """So many hands."""
    return f"{count} hand{'' if count == 1 else 's'}"


def cards(count: int) -> str:
    """So many cards."""
    return f"{count} card{'' if count == 1 else 's'}"
