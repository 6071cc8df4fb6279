"""A dispute as a text to keep: everything that went through the bot, line by line. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from cogs.dispute.values import Look
from cogs.shared.people import named
from league import dispute as d
from league.dispute_roles import IN_HAND
from league.money import amount

ENDED_WORDS = {
    d.FINAL: "It is final",
    d.TABLE_STANDS: "Nobody decided it in time: what was ruled at the table stands",
    d.CLOSED: "It was closed",
    d.LEFT: "Its opener left it, and it was closed",
}
OUTCOME_WORDS = {
    d.UPHELD: "what was ruled at the table stands",
    d.CORRECTED: "the record is corrected",
    d.MONEY: "money by agreement",
    d.CLARIFIED: "the rule is made clear",
    d.APOLOGY: "an apology",
    d.NO_FAULT: "nobody's fault",
}
SEALED = "(sealed until both sides are in or the time has passed)"
ERASED = "(erased)"


def transcript(look: Look) -> str:
    """The whole of it, as whoever looks may see it: sealed words are not in it. Times are UTC."""
    return "\n".join([*_head(look), "", *_log(look)]) + "\n"


def _head(look: Look) -> Iterator[str]:
    told = look.dispute
    yield f"Dispute {told.number}, opened {_when(told.opened_at)}"
    if told.case_number is not None:
        yield f"About case {told.case_number}"
    if told.hand_number is not None:
        yield f"Hand {told.hand_number}"
    for one in told.involved:
        if one.role != IN_HAND:
            yield f"{_name(look, one.player_id)}: {role_words(look, one.player_id)}"
    yield f"Rules as they stood: {told.rules.kind}, {', '.join(told.rules.order)}"
    if told.incident is not None:
        yield f"Incident: {told.incident}"
    if told.table_outcome is not None:
        yield f"Ruled at the table: {told.table_outcome}"
    if told.words:
        yield f"What it is about: {_indented(told.words)}"


def _log(look: Look) -> Iterator[str]:
    for step in look.log:
        who = "Time" if step.player_id is None else _name(look, step.player_id)
        yield f"{_when(step.at)} {who}: {_indented(_told(look, step))}"


def _indented(words: str) -> str:
    """Words of several lines, so that none of them looks like a line of the log."""
    return "\n    ".join(words.splitlines())


def _told(look: Look, step: d.Step) -> str:
    match step.what:
        case d.SIDE:
            return f"my side: {_side(look, step.about_id)}"
        case d.EVIDENCE:
            return f"handed in: {_piece(look, step.about_id)}"
        case d.NAMED:
            return f"named {_name(look, step.about_id)} to decide"
        case d.ADDED:
            return f"added {_name(look, step.about_id)}: {role_words(look, step.about_id)}"
        case d.SIDES_OVER:
            return "the time for both sides is over"
        case d.FORGOTTEN:
            return "was forgotten here at their own wish; their words and files are erased"
        case d.DECISION:
            return _decision(look, step.about_id)
        case d.BOOKED:
            return f"both agreed, booking {step.about_id}"
        case d.HOUSE_RULE:
            return f"made it a rule of the league, rule {step.about_id}"
        case d.SUMMED_UP:
            return "posted a summary without names"
        case d.REMINDED:
            return f"a reminder: it waits for the {step.words}"
        case what if what in ENDED_WORDS:
            return ENDED_WORDS[what] + (f": {step.words}" if step.words else "")
        case _:
            return step.what + (f": {step.words}" if step.words else "")


def role_words(look: Look, player_id: int | None) -> str:
    """What part somebody has in it."""
    one = next(one for one in look.dispute.involved if one.player_id == player_id)
    return ", ".join([one.role] * (one.role != IN_HAND) + ["in the hand"] * one.was_in_hand)


def _side(look: Look, side_id: int | None) -> str:
    side = next((one for one in look.dispute.sides if one.side_id == side_id), None)
    if side is None:
        return SEALED
    facts = "; ".join(f"{fact} = {value}" for fact, value in side.facts.items())
    return f"{side.text or ERASED}{f' [{facts}]' if facts else ''}"


def _piece(look: Look, evidence_id: int | None) -> str:
    piece = next((one for one in look.dispute.evidence if one.evidence_id == evidence_id), None)
    if piece is None:
        return SEALED
    words = f": {piece.words}" if piece.words else ""
    return f"{piece.name or ERASED} ({piece.size} bytes){words}"


def _decision(look: Look, instance: int | None) -> str:
    made = next(one for one in look.dispute.decisions if one.instance == instance)
    told = [
        f"{'decided' if instance == d.FIRST else 'decided on appeal'}: {OUTCOME_WORDS[made.outcome]}",
        f"facts found: {made.found}" if made.found else "",
        f"reason: {made.reason or ERASED}",
        f"correction: {made.correction}" if made.correction else "",
        f"next time: {made.next_time}" if made.next_time else "",
    ]
    if made.payment is not None:
        pays, paid = _name(look, made.payment.payer_id), _name(look, made.payment.payee_id)
        told.append(f"{pays} pays {paid} {amount(made.payment.amount, made.payment.currency)} if both agree")
    return "; ".join(part for part in told if part)


def _name(look: Look, player_id: int | None) -> str:
    if player_id is None:
        return "the league"
    player = look.people.get(player_id)
    return f"player {player_id}" if player is None else named(player)


def _when(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
