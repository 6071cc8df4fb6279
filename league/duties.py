"""Whose deal, whose shuffle, whose cut: the duties of the hand in play, each with its clause and the reason why.

Nobody who is away, on penalty, about to leave or prefers not to deal is asked for anything.

- player-dealt (rrp): the button deals, the dealer's left neighbour cuts, the right one shuffles the deck dealt before.
- self-dealt (psp_self): the button deals, the one behind it shuffles the other deck, the dealer cuts it or has the
  left neighbour do it.
- dedicated dealer (psp_dedicated): the dealer deals and cuts, the one behind the button shuffles; when that is the
  dealer, the winner of the last pot does: winner's tax.

Behind the button is on its right. Where the player in line cannot act, the next one who can does; for a deal, whoever
has dealt least often for others, of these the nearest on the right: so whole laps come out even within one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from league.copies import but
from league.seating import evened, with_waiting
from league.table import Seated, Table, Tally

CLAUSES = {
    "rrp": "rrp-player-dealt-games",
    "psp_self": "psp-shuffle-self-dealt",
    "psp_dedicated": "psp-shuffle-dedicated",
}
WHYS = (
    "button",  # has the button
    "dedicated",  # is the table's dealer
    "left_of_dealer",
    "right_of_dealer",
    "behind_button",
    "dealer_cuts",
    "may_cut",  # the dealer may have the left neighbour cut
    "winners_tax",  # won the last pot
    "split_pot",  # one of several winners: fewest shuffles, then nearest on the button's left
    "no_pot",  # winner's tax, but no pot has been played yet: the next one along
    "winner_cannot",  # winner's tax, but no winner can: the next one along
    "heads_up",  # two can act: whoever does not deal
    "away",  # in place of somebody who is away
    "unwilling",  # ... who prefers not to
    "penalty",  # ... who is on penalty
    "deals",  # ... who deals
    "leaving",  # ... who keeps the seat only until the next hand
    "no_button",  # nobody: the button is not set
    "no_dealer",  # nobody: the table has no dedicated dealer
    "winner_not_told",  # nobody yet: winner's tax, and the winner is not known
    "nobody",  # nobody else here can
)


@dataclass(frozen=True)
class Duty:
    """Who does one thing. `player_id` None: nobody, `why` says the reason. `seat` None: a dealer without a seat.

    `why`: one of WHYS. `covers_for`: whose turn it would have been.
    """

    player_id: int | None
    seat: int | None
    clause: str
    why: str
    covers_for: int | None = None


@dataclass(frozen=True)
class HandDuties:
    """The duties of one hand.

    `may_cut`: whom the dealer can have cut, None: nobody is asked. `deck`: the deck that is dealt, 1 or 2; the
    shuffler has the other one, unless that is out of use. `needs_winner`: who shuffles hangs on who won the last pot,
    and that has not been told.
    """

    dealer: Duty
    shuffler: Duty
    cutter: Duty
    may_cut: Duty | None
    deck: int
    needs_winner: bool

    @property
    def people(self) -> set[int]:
        """Everybody who does something in it, or may be had to, or has it done by another."""
        told = (one for one in (self.dealer, self.shuffler, self.cutter, self.may_cut) if one is not None)
        named = {player_id for one in told for player_id in (one.player_id, one.covers_for)}
        return {player_id for player_id in named if player_id is not None}


@dataclass(frozen=True)
class Duties(HandDuties):
    """The duties of the hand in play, and what is known of the next. `next_button`: a seat, None: nobody would have it."""

    next_dealer: Duty
    next_button: int | None


def duties(table: Table) -> Duties:
    """Who does what in the hand in play, or in the first one as it would begin now."""
    coming = _next_hand(table)
    if table.hand == 0 and coming.button is not None:
        table = coming
    return Duties(**vars(hand_duties(table)), next_dealer=dealing(coming), next_button=coming.button)


@lru_cache(maxsize=512)
def hand_duties(table: Table) -> HandDuties:
    """Who does what in the hand in play alone."""
    dealer = dealing(table)
    shuffler = shuffling(table, dealer)
    return HandDuties(
        dealer=dealer,
        shuffler=shuffler,
        cutter=_cutting(table, dealer),
        may_cut=_may_cut(table, dealer, shuffler),
        deck=table.decks.in_play,
        needs_winner=shuffler.why == "winner_not_told",
    )


def dealing(table: Table) -> Duty:
    """Who deals the hand in play."""
    if table.mode == "psp_dedicated":
        if table.dealer_id is None:
            return _nobody(table, "no_dealer")
        seated = table.player(table.dealer_id)
        if seated is None:
            return Duty(table.dealer_id, None, CLAUSES[table.mode], "dedicated")
        if seated.deals and not seated.is_away:  # who busts or is on penalty deals on: psp-dealer-obligation
            return _duty(table, seated, "dedicated")
    else:
        if table.button is None:
            return _nobody(table, "no_button")
        seated = table.at(table.button)
        if seated is not None and table.can_act(seated):
            return _duty(table, seated, "button")
    if seated is None:
        return _nobody(table, "nobody")
    willing = _able(table, table.rightwards(seated.seat))
    if not willing:
        return _nobody(table, "nobody")
    return _duty(table, min(willing, key=lambda other: other.covers), _reason(table, seated), seated)


def shuffling(table: Table, dealer: Duty) -> Duty:
    """Who shuffles the deck that is not being dealt; never the dealer."""
    if table.mode == "rrp":
        if dealer.seat is None:
            return _nobody(table, dealer.why)
        return _next_along(table, table.rightwards(dealer.seat), dealer, "right_of_dealer")
    if table.button is None:
        return _nobody(table, "no_button")
    behind = table.rightwards(table.button)
    if table.mode == "psp_dedicated":
        in_line = (one.player_id for one in behind if table.can_act(one) or one.player_id == dealer.player_id)
        if dealer.player_id is not None and next(in_line, None) == dealer.player_id:
            return _winners_tax(table, dealer, behind)
    return _next_along(table, behind, dealer, "behind_button")


def hand_ended(table: Table) -> Table:
    """The hand in play is over: its deal and shuffle are counted, and a hand of every penalty served in it."""
    if table.hand == 0:
        return table
    told = hand_duties(table)  # remembered since the hand began
    dealer, shuffler = told.dealer, told.shuffler
    tallies = dict(table.tallies)
    for player_id, counted in ((dealer.player_id, Tally(deals=1)), (shuffler.player_id, Tally(shuffles=1))):
        if player_id is not None:
            so_far = tallies.get(player_id, Tally())
            tallies[player_id] = Tally(so_far.deals + counted.deals, so_far.shuffles + counted.shuffles)
    covered = None if dealer.covers_for is None else dealer.player_id
    ended = but(table, tallies=tallies)
    if covered is None and not table.serving:
        return ended
    seated = tuple(
        replace(
            one,
            covers=one.covers + (one.player_id == covered),
            penalty_hands=max(0, one.penalty_hands - (one.player_id in table.serving)),
        )
        for one in table.seated
    )
    return evened(table, replace(ended, seated=seated))


def on_penalty(table: Table) -> tuple[int, ...]:
    """Who sits out the hand that begins now."""
    return tuple(seated.player_id for seated in table.seated if seated.penalty_hands)


def _winners_tax(table: Table, dealer: Duty, behind: tuple[Seated, ...]) -> Duty:
    if table.hand > 1 and not table.winners:
        return _nobody(table, "winner_not_told")
    assert table.button is not None
    winners = [
        seated
        for seated in _able(table, table.leftwards(table.button))
        if seated.player_id in table.winners and seated.player_id != dealer.player_id
    ]
    if winners:
        tapped = min(winners, key=lambda seated: table.tallies.get(seated.player_id, Tally()).shuffles)
        return _duty(table, tapped, "winners_tax" if len(table.winners) == 1 else "split_pot")
    others = [seated for seated in _able(table, behind) if seated.player_id != dealer.player_id]
    if not others:
        return _nobody(table, "nobody")
    return _duty(table, others[0], "winner_cannot" if table.winners else "no_pot")


def _cutting(table: Table, dealer: Duty) -> Duty:
    if dealer.player_id is None:
        return _nobody(table, dealer.why)
    if table.mode != "rrp":
        return replace(dealer, why="dealer_cuts", covers_for=None)
    assert dealer.seat is not None
    return _next_along(table, table.leftwards(dealer.seat), dealer, "left_of_dealer")


def _may_cut(table: Table, dealer: Duty, shuffler: Duty) -> Duty | None:
    """The dealer's left neighbour, unless that is whoever shuffles."""
    if table.mode != "psp_self" or dealer.seat is None:
        return None
    neighbour = _next_along(table, table.leftwards(dealer.seat), dealer, "may_cut")
    return None if neighbour.player_id in (None, shuffler.player_id) else neighbour


def _next_along(table: Table, along: tuple[Seated, ...], dealer: Duty, why: str) -> Duty:
    """The first along the table who can act and does not deal."""
    able = list(islice((one for one in along if one.player_id != dealer.player_id and table.can_act(one)), 2))
    if not able:
        return _nobody(table, "nobody")
    if table.mode == "rrp" and len(able) == 1:
        return _duty(table, able[0], "heads_up")
    if able[0] is along[0]:
        return _duty(table, able[0], why)
    reason = "deals" if along[0].player_id == dealer.player_id else _reason(table, along[0])
    return _duty(table, able[0], reason, along[0])


def _next_hand(table: Table) -> Table:
    """The table as the next hand would begin, as far as its duties hang on it."""
    coming = with_waiting(hand_ended(table), table.decks.counted_at)  # when a deck came is nothing to a duty
    return replace(coming, button=coming.coming_button, serving=on_penalty(coming))


def _able(table: Table, along: Iterable[Seated]) -> list[Seated]:
    return [seated for seated in along if table.can_act(seated)]


def _reason(table: Table, seated: Seated) -> str:
    """Why somebody's turn is done by another, the plainest reason first."""
    if seated.is_away:
        return "away"
    if table.is_leaving(seated.player_id):
        return "leaving"
    return "penalty" if table.is_on_penalty(seated) else "unwilling"


def _duty(table: Table, seated: Seated, why: str, covered: Seated | None = None) -> Duty:
    covers_for = None if covered is None else covered.player_id
    return Duty(seated.player_id, seated.seat, CLAUSES[table.mode], why, covers_for)


def _nobody(table: Table, why: str) -> Duty:
    return Duty(None, None, CLAUSES[table.mode], why)
