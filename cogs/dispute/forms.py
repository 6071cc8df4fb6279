"""The forms of a dispute. Each has at most five parts, and says all in its id."""

from __future__ import annotations

from typing import Any

import discord
from discord.ui import Item, Label, Modal

from cogs.dispute import wording
from cogs.dispute.values import Look, RuleDraft
from cogs.shared import routes
from league import dispute as d
from league.dispute_roles import IN_HAND
from rules.facts import vocabulary
from rules.floor import floor_words

MOST_OPTIONS = 25
MOST_FILES = 5
MOST_PEOPLE = 10
LEAGUE = "0"  # in who pays whom: the league itself


SEEN = "The other side reads this at once; what is to be sealed goes into My side"


def _form(title: str, custom_id: str, *parts: Label[Any]) -> Modal:
    form = Modal(title=title, custom_id=custom_id)
    for part in parts:
        form.add_item(part)
    return form


def _labelled(label: str, component: Item[Any], description: str | None = None) -> Label[Any]:
    return Label(text=label, component=component, description=description)


def _words(
    label: str, name: str, most: int, *, required: bool = True, default: str = "", long: bool = True, help_: str = ""
) -> Label[Any]:
    style = discord.TextStyle.paragraph if long else discord.TextStyle.short
    box: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=name, style=style, max_length=most, required=required, default=default[:most] or None
    )
    return _labelled(label, box, help_ or None)


def _choice(
    label: str, name: str, options: list[discord.SelectOption], *, required: bool, help_: str = ""
) -> Label[Any]:
    box: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=name, options=options, required=required, min_values=1 if required else 0
    )
    return _labelled(label, box, help_[:100] or None)


def _people(label: str, name: str, help_: str) -> Label[Any]:
    box: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id=name, min_values=0, max_values=MOST_PEOPLE, required=False
    )
    return _labelled(label, box, help_)


def opening_form(source: str, first: object, second: object, words: str, *, is_required: bool) -> Modal:
    """What a dispute is about and with whom."""
    return _form(
        "Open a dispute",
        routes.DISPUTE_OPENED.id(source, first, second),
        _words("What is it about?", "words", 2000, required=is_required, default=words, help_=SEEN),
        _people("Who is on the other side?", "others", "They are added to its thread, and pinged once"),
        _people("Who saw it?", "witnesses", "They are added, too, and can say what they saw"),
        _people("Who else was in the hand?", "hand", "They do not decide it, and are not added"),
        _choice(
            "Both sides first?",
            "first",
            [
                discord.SelectOption(label="No: what is said is seen at once", value="no", default=True),
                discord.SelectOption(label="Yes: sealed until both are in", value="yes"),
            ],
            required=False,
        ),
    )


def side_form(look: Look) -> Modal:
    """What somebody says happened, and which facts of the incident they are sure of: those in dispute first."""
    words = _words("What happened, in your own words", "text", 2000, help_="Say what you saw, not what somebody is")
    known = vocabulary().incidents.get(look.dispute.incident or "")
    facts = () if known is None else sorted(known.facts, key=lambda fact: fact not in look.facts.disputed)
    options = [
        discord.SelectOption(label=f"{floor_words().names[fact].capitalize()}: {label}"[:100], value=f"{fact}:{value}")
        for fact in facts
        for value, label in vocabulary().facts[fact].labels.items()
    ][:MOST_OPTIONS]
    title, custom_id = "My side", routes.DISPUTE_SAID.id(look.dispute.number)
    if not options:
        return _form(title, custom_id, words)
    box: discord.ui.Select[Any] = discord.ui.Select(
        custom_id="facts", options=options, required=False, min_values=0, max_values=len(options)
    )
    return _form(title, custom_id, words, _labelled("Which of these are you sure of?", box, "One of each kind"))


def evidence_form(look: Look) -> Modal:
    """Files and what they show."""
    upload: discord.ui.FileUpload[Any] = discord.ui.FileUpload(
        custom_id="files", required=False, min_values=0, max_values=MOST_FILES
    )
    most = look.dispute.terms.evidence_megabytes
    return _form(
        "Evidence",
        routes.DISPUTE_HANDED.id(look.dispute.number),
        _labelled("Pictures or files", upload, f"{most} MB are kept with a dispute, all together"),
        _words("In words, or what they show", "words", 2000, required=False),
    )


def decision_form(look: Look, outcome: str) -> Modal:
    """Facts found, reason, what changes next time, and what the outcome needs."""
    parts = [
        _words("Facts found", "found", 1000, required=False),
        _words("Reason", "reason", 1000, help_="A decision says why: everybody concerned reads it"),
        _words("What changes next time", "next", 500, required=False),
    ]
    if outcome == d.CORRECTED:
        parts.append(_words("The record should read", "correction", 500))
    if outcome == d.MONEY:
        parts.append(
            _choice("Who pays whom", "pays", _pairs(look), required=True, help_="Booked when both have agreed")
        )
        parts.append(_words("How much", "amount", 20, long=False))
    return _form(wording.OUTCOME_NAMES[outcome][:45], routes.DISPUTE_DECIDED.id(look.dispute.number, outcome), *parts)


def _pairs(look: Look) -> list[discord.SelectOption]:
    able = [one.player_id for one in look.dispute.involved if one.has_account and one.role != IN_HAND]
    opener = look.dispute.opener
    pairs: list[tuple[int | None, int | None]] = [
        pair for one in able if one != opener for pair in ((one, opener), (opener, one))
    ]
    pairs += [pair for one in able for pair in ((None, one), (one, None))]  # the league itself
    return [
        discord.SelectOption(
            label=f"{_plain(look, payer)} pays {_plain(look, payee)}"[:100],
            value=f"{payer or LEAGUE}-{payee or LEAGUE}",
        )
        for payer, payee in pairs[:25]
    ]


def _plain(look: Look, player_id: int | None) -> str:
    player = look.people.get(player_id or 0)
    return "the league" if player is None else player.name


def reason_form(title: str, label: str, custom_id: str) -> Modal:
    """One reason."""
    return _form(title, custom_id, _words(label, "reason", 1000))


def rule_form(number: int, draft: RuleDraft) -> Modal:
    """The drafted rule, to be read over."""
    return _form(
        "Make it a house rule",
        routes.DISPUTE_RULED.id(number, draft.incident or "none", draft.outcome or "none"),
        _words("Title", "title", 100, default=draft.title, long=False),
        _words("The rule", "text", 1000, default=draft.text, help_="In force from now on, ahead of every book"),
    )
