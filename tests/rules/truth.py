"""What each book comes to in every world, written a second time and from the texts alone, incident by incident.

(outcome, a clause that decides it) for complete facts; main rules only. Not a copy of the rulings: plain ifs.
"""

from __future__ import annotations

from collections.abc import Mapping

Verdict = tuple[str, str | None]
SILENT: Verdict = ("silent", None)


def truth(book: str, incident: str, facts: Mapping[str, str]) -> Verdict:
    return {"psp": _psp, "rrp": _rrp, "tda": _tda}[book](incident, facts)


def _psp(incident: str, f: Mapping[str, str]) -> Verdict:
    live = f.get("action") in ("two_without_chips", "two_with_chips", "three_or_more")
    simple = {
        "flashed_burn": "psp-flashed-burn",
        "flashed_discard": "psp-draw-discards",
        "flashed_draw_card": "psp-draw-cards",
        "flashed_stud_river": "psp-stud-river",
    }
    if incident in simple:
        return "continues", simple[incident]
    if incident == "board_early":
        return "continues", f"psp-flashed-{f['street']}"
    if incident == "cards_run_out":
        return "continues", f"psp-run-out-{f['short_of_cards']}"
    if incident == "exposed_on_deal":
        if f["exposed_by"] == "player" or f["exposure"] != "turned_up":
            return ("continues", "psp-second-player-acted") if live else SILENT
        if f["exposed_count"] == "one":
            return "continues", "psp-stud-down-card" if f["game"] == "stud" else "psp-one-flashed"
        return ("continues", "psp-second-player-acted") if live else ("misdeal", "psp-two-flashed")
    if incident in ("first_card_wrong_seat", "out_of_sequence", "dealt_out", "too_many_cards", "too_few_cards"):
        if live:
            count = incident in ("too_many_cards", "too_few_cards")
            return "hand_dead" if count else "continues", "psp-second-player-acted"
        return "continues" if f["fix_agreed"] == "yes" else "misdeal", "psp-out-of-sequence"
    if incident in ("dealt_in", "no_shuffle_or_cut", "board_card_dealt_in") and live:
        return "continues", "psp-second-player-acted"
    return SILENT


def _substantial(f: Mapping[str, str]) -> bool:
    return f.get("action") in ("two_with_chips", "three_or_more")


def _rrp(incident: str, f: Mapping[str, str]) -> Verdict:
    late = _substantial(f)
    simple = {
        "interrupted_after_riffle": "rrp-start-of-the-hand",
        "marred_card": "rrp-deck-changes-and-set-ups",
        "flashed_burn": "rrp-exposed-cards",
        "flashed_discard": "rrp-exposed-cards",
        "flashed_draw_card": "rrp-exposed-cards",
        "stub_mixed": "rrp-reshuffles",
        "deck_dropped": "rrp-improperly-dropped-deck",
    }
    if incident in simple:
        return "continues", simple[incident]
    if incident == "board_early":
        return "continues", f"rrp-mis-dealt-{f['street']}"
    if incident == "forgot_burn":
        return "floor" if f["objection"] == "yes" else "continues", "rrp-dealers-and-decisions"
    if incident == "boxed_card":
        early_two = f["boxed_count"] == "two_or_more" and not late
        return ("misdeal", "rrp-misdeals-i") if early_two else ("continues", "rrp-boxed-card")
    if incident == "foreign_card":
        joker = f["foreign_kind"] == "joker"
        return ("continues", "rrp-joker-in-the-deck") if joker else ("fouled_deck", "rrp-fouled-deck")
    if incident == "fouled_deck":
        return SILENT if f["when_found"] == "hand_over" else ("fouled_deck", "rrp-fouled-deck")
    if incident == "dealt_in" and f["dealt_in_why"] == "not_entitled":
        return "hand_dead", "rrp-misdeals-note"
    return _rrp_deal(incident, f, late)


def _rrp_deal(incident: str, f: Mapping[str, str], late: bool) -> Verdict:
    if incident in ("flashed_stud_river", "cards_run_out"):
        return SILENT
    if incident == "exposed_on_deal" and f["exposed_by"] == "player":
        return "continues", "rrp-exposed-cards"
    if late:
        return "continues", "rrp-misdeals"
    letters = {
        "no_shuffle_or_cut": "a",
        "first_card_wrong_seat": "b",
        "board_card_dealt_in": "k",
        "dealt_in": "l",
    }
    if incident in letters:
        return "misdeal", f"rrp-misdeals-{letters[incident]}"
    if incident == "out_of_sequence":
        movable = f["pushbacks"] in ("one", "two") and f["looked_at"] == "no"
        return "continues" if movable else "misdeal", "rrp-misdeals-c"
    if incident == "dealt_out":
        absent_too_early = f["dealt_out_who"] == "absent_asked" and f["others_complete"] == "no"
        void = f["dealt_out_who"] == "committed_or_button" or absent_too_early
        return "misdeal" if void else "continues", "rrp-misdeals-d"
    if incident == "too_many_cards":
        burn = f["extra_is_burn"] == "yes" and f["looked_at"] == "no"
        return "continues" if burn else "misdeal", "rrp-misdeals-e"
    if incident == "too_few_cards":
        return "continues" if f["due_top_card"] == "yes" else "misdeal", "rrp-misdeals-f"
    assert incident == "exposed_on_deal"
    if f["first_two"] == "yes":
        return "misdeal", "rrp-misdeals-g"
    if f["game"] == "stud":
        return SILENT
    return ("continues", "rrp-exposed-cards") if f["exposed_count"] == "one" else ("misdeal", "rrp-misdeals-h")


def _tda(incident: str, f: Mapping[str, str]) -> Verdict:
    if incident == "fouled_deck":
        if f["when_found"] == "hand_over":
            return "result_stands", "tda-35-e"
        return ("fouled_deck", "tda-35-e") if f["defect"] == "duplicate" else SILENT
    if incident == "too_few_cards" and f["short_who"] == "button":
        return "hand_dead" if f["short_acted"] == "yes" else "continues", "tda-37"
    if _substantial(f):
        return "continues", "tda-35-d"
    items = {
        "first_card_wrong_seat": 2,
        "dealt_in": 3,
        "dealt_out": 4,
        "too_many_cards": 5,
        "too_few_cards": 5,
        "board_card_dealt_in": 5,
        "foreign_card": 6,
    }
    if incident in items:
        return "misdeal", f"tda-35-a-{items[incident]}"
    if incident == "boxed_card" and f["boxed_count"] == "two_or_more":
        return "misdeal", "tda-35-a-1"
    if incident == "exposed_on_deal" and (f["game"], f["exposed_by"], f["exposure"]) == ("flop", "dealer", "turned_up"):
        counts = f["first_two"] == "yes" or f["exposed_count"] == "two_or_more"
        return ("misdeal", "tda-35-a-7") if counts else SILENT
    return SILENT
