"""Where the schema holds a person, and what becomes of it when they are erased.

People stand in the store as accounts (Discord's ids), as players' numbers, by name and in words. A player's number stays:
once its row in `player` has no account and no name, the number leads to nobody, and all that rests on it, above all the
league's books, stays as it is. `tests/data/test_registry.py` fails for a column that stands neither here nor in NOBODY.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

NOBODY_ID = 0  # the account of whoever was erased, where a column must have one
ERASED = "(erased)"  # words that are gone, where there must be some

How = Literal["row goes", "nobody", "empty", "number stays", "pseudonym", "words", "ids inside"]
Whose = Literal["account", "player", ""]


@dataclass(frozen=True)
class Held:
    """How one column holds a person. `whose`: an account or a player's number; "" is words or JSON.

    `by`: the column with whoever wrote the words, by account or by player's number as that column has it; theirs become
    `blank`, and in others' words only the name and the account are replaced.
    """

    how: How
    whose: Whose = ""
    by: str = ""
    blank: str = ""


ROW_OF_ACCOUNT = Held("row goes", "account")
ROW_OF_PLAYER = Held("row goes", "player")
NOBODY_DID = Held("nobody", "account")
NUMBER = Held("number stays", "player")
NUMBERS_INSIDE = Held("number stays")  # JSON that names people by their player's number alone
WORDS = Held("words")
IDS_INSIDE = Held("ids inside")

HELD: dict[str, Held] = {
    "person.user_id": ROW_OF_ACCOUNT,
    "setting.value": IDS_INSIDE,  # who agreed to be pinged by a floor call
    "missed_question.words": WORDS,
    "handled.answer": WORDS,
    "audit.changed_by": NOBODY_DID,
    "audit.detail": IDS_INSIDE,
    "case_file.opened_by": NOBODY_DID,
    "case_file.story": Held("words", by="opened_by"),
    "case_file.dealer_id": NUMBER,
    "case_answer.answered_by": NOBODY_DID,
    "case_decision.decided_by": NOBODY_DID,
    "case_decision.reason": Held("words", by="decided_by", blank=ERASED),
    "due_job.payload": IDS_INSIDE,
    "player.player_id": NUMBER,
    "player.user_id": Held("empty", "account"),
    "player.name": Held("pseudonym"),
    "night.opened_by": NOBODY_DID,
    "night.closed_by": NOBODY_DID,
    "night_staff.user_id": ROW_OF_ACCOUNT,
    "night_staff.added_by": NOBODY_DID,
    "game_table.state": NUMBERS_INSIDE,
    "table_step.made_by": NOBODY_DID,
    "table_step.step": NUMBERS_INSIDE,
    "table_step.was": NUMBERS_INSIDE,
    "dealer_duty.player_id": NUMBER,
    "dealer_duty.successor_id": NUMBER,
    "duty_change.changed_by": NOBODY_DID,
    "duty_change.reason": WORDS,
    "night_dealer.player_id": NUMBER,
    "down.player_id": NUMBER,
    "account.player_id": NUMBER,
    "booking.booked_by": Held("empty", "account"),
    "booking.method": WORDS,
    "booking.reason": WORDS,
    "tip_sum.recipient_id": NUMBER,
    "tip_receipt.giver_id": ROW_OF_ACCOUNT,
    "tip_receipt.recipient_id": NUMBER,
    "booking_confirmed.player_id": NUMBER,
    "night_plan.title": WORDS,
    "night_plan.place": Held("words", by="made_by", blank="ask the host"),  # it may be where they live
    "night_plan.cancel_reason": WORDS,
    "night_plan.made_by": NOBODY_DID,
    "night_draft.made_by": ROW_OF_ACCOUNT,
    "night_draft.draft": IDS_INSIDE,
    "signup.player_id": NUMBER,
    "signup.no_show_at": Held("empty", "player"),  # a note about them, for half a year
    "signup_ask.player_id": NUMBER,
    "letter.player_id": ROW_OF_PLAYER,
    "dealer_game.player_id": ROW_OF_PLAYER,
    "dealer_wish.player_id": ROW_OF_PLAYER,
    "dealer_free.player_id": ROW_OF_PLAYER,
    "dispute.opened_by": NUMBER,
    "dispute.words": Held("words", by="opened_by"),
    "dispute.link": Held("words", by="opened_by"),
    "dispute.terms": IDS_INSIDE,  # who hears appeals
    "dispute.appealed_by": NUMBER,
    "dispute.ended_by": NUMBER,
    "dispute_person.player_id": NUMBER,
    "dispute_side.player_id": NUMBER,
    "dispute_side.text": Held("words", by="player_id"),
    "dispute_evidence.player_id": NUMBER,
    "dispute_evidence.name": Held("words", by="player_id"),
    "dispute_evidence.words": Held("words", by="player_id"),
    "dispute_evidence.content": Held("empty", "player"),  # that there was a file, and its size, stays
    "dispute_decider.player_id": NUMBER,
    "dispute_decision.decided_by": NUMBER,
    "dispute_decision.found": Held("words", by="decided_by"),
    "dispute_decision.reason": Held("words", by="decided_by"),
    "dispute_decision.correction": Held("words", by="decided_by"),
    "dispute_decision.next_time": Held("words", by="decided_by"),
    "dispute_decision.payer_id": NUMBER,
    "dispute_decision.payee_id": NUMBER,
    "dispute_agreed.player_id": NUMBER,
    "dispute_step.player_id": NUMBER,
    "dispute_step.about_id": NUMBERS_INSIDE,  # of some steps a player, of others a side, a booking, a rule
    "dispute_step.words": Held("words", by="player_id"),
}

# Columns with nobody in them. A table's own numbers, moments and codes; where words stand here, they are not about
# people: the league's own rules, and rulings as the books gave them.
NOBODY: dict[str, str] = {
    "setting": "setting_id name effective_at",
    "own_rule": "own_rule_id version title text incident outcome withdrawn effective_at",
    "missed_question": "question_id asked_at expires_at",
    "person": "first_seen_at is_chosen",
    "standing_message": "channel_id message_id",
    "handled": "key handled_at",
    "audit": "audit_id changed_at what",
    "case_file": "case_number opened_at channel_id message_id kind orders editions alternates own_rules incident"
    " is_confirmed ruling floor_called_at last_press_at closed_at table_id hand_number",
    "case_answer": "case_number answer_id answered_at fact value from_story",
    "case_decision": "case_number decision_id decided_at in_hand outcome otherwise weighed ruling table_step",
    "due_job": "kind subject due_at leased_until attempts",
    "player": "met_at",
    "night": "night_id day zone kind opened_at closed_at channel_id cockpit_message_id cockpit_posted_at",
    "night_staff": "night_id added_at removed_at",
    "game_table": "table_id night_id table_number last_step opened_at closed_at channel_id message_id posted_at",
    "table_step": "table_id step_id made_at undoes",
    "dealer_duty": "duty_id night_id table_number state has_discount balance paid_at agreed_at",
    "duty_change": "duty_id change_id changed_at what",
    "night_dealer": "night_id rests is_on_break joined_at left_at",
    "down": "down_id night_id table_number started_at ended_at",
    "account": "account_id kind night_id currency balance",
    "booking": "booking_id night_id booked_at what currency line_count reverses",
    "line": "booking_id line_id from_account to_account amount currency",
    "night_money": "night_id currency fee terms tip_split entered_at tips_closed_at closed_at",
    "tip_sum": "night_id amount",
    "tip_receipt": "receipt_id night_id amount currency",
    "booking_confirmed": "booking_id confirmed_at",
    "series": "series_id repeat first hour zone nth planned_until ended_at",
    "night_plan": "night_id starts_at length_minutes game table_count dealt fee currency min_players max_players series_id"
    " cancelled_at card_channel_id card_message_id card_posted_at thread_id event_id",
    "night_draft": "draft_id made_at",
    "signup": "night_id what state order_no table_number may_write reconfirmed_at",
    "signup_ask": "night_id table_number asked_at answer_by answer",
    "letter": "letter_id night_id what table_number useful_until tried_at channel_id message_id",
    "dealer_game": "game",
    "dealer_wish": "weekdays not_running most_a_month table_number may_ask",
    "dealer_free": "night_id is_free",
    "dispute": "dispute_number opened_at source case_number table_id hand_number night_id kind books editions alternates"
    " own_rules incident facts clauses table_outcome sealed_until thread_id card_id placed_at appealed_at reopened_at"
    " reminded_at waits_until told_step ended_at ended_how own_rule_id",
    "dispute_person": "dispute_number role was_in_hand",
    "dispute_side": "dispute_number side_id given_at facts",
    "dispute_evidence": "dispute_number evidence_id given_at media_type size",
    "dispute_decider": "dispute_number decider_id instance named_at accepted_at declined_at",
    "dispute_decision": "dispute_number instance decided_at outcome amount currency",
    "dispute_clause": "clause dispute_number",
    "dispute_agreed": "dispute_number instance agreed_at booking_id",
    "dispute_step": "dispute_number step_id made_at what",
}

# Tables of no league: the program's own.
NO_LEAGUE = ("schema_migration", "synced_command_tree")


def held_in(table: str) -> dict[str, Held]:
    """The columns of a table that hold a person, by name."""
    return {name.partition(".")[2]: held for name, held in HELD.items() if name.startswith(f"{table}.")}


def wrote(table: str, held: Held, row: Mapping[str, Any], user_id: int | None, player_id: int | None) -> bool:
    """Are these words of this person's own, where the table says whose they are?"""
    who = player_id if HELD.get(f"{table}.{held.by}") == NUMBER else user_id
    return bool(held.by) and who is not None and row[held.by] == who


def tables_with_people() -> list[str]:
    """Every table that holds a person, in the order of the registry."""
    return list(dict.fromkeys(name.partition(".")[0] for name in HELD))
