"""What the setup's screens and `/league show` look like. Values in, cards out; no I/O."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import ComponentType

from cogs.league.actions import ORDERS, order_name
from cogs.shared import routes
from cogs.shared.dates import when
from cogs.shared.health import Health, whole_minutes
from cogs.shared.leagues import Standing
from cogs.shared.replies import CLOTH, Part, button, card, clipped, fitted, mention, option, quoted, row, select, text
from data.store import Row
from data.times import from_micros, to_micros
from league.settings import KINDS, OUTCOMES, SAMPLE_BOOK, OwnRule, Setting, Settings
from rules.library import load

STEPS = {
    "books": "Order of books",
    "channels": "Channels",
    "roles": "Roles",
    "place": "Time and money",
    "standing": "Standing message",
}
KIND_NAMES = {"cash": "Cash games", "tournament": "Tournaments"}
ROLE_NAMES = {"host": "Host", "td": "TD", "dealer": "Dealers"}
MONEY_NAMES = {
    "money.discounts": "what dealing takes off the entry (/money discounts)",
    "money.bearer": "who bears the discounts",
    "money.moved": "a dealer who is moved has the discount of the table",
    "money.broke_early": "a table that breaks early: its dealer's discount",
    "money.no_show": "somebody who never dealt: the discount",
    "money.shared": "several dealers of one table",
    "tips.on": "whether tips are suggested (/tip policy)",
    "tips.low": "the least tip suggested",
    "tips.high": "the most",
    "tips.split": "the volunteers' tips are shared by",
}
COMMON_ZONES = [
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Phoenix",
    "America/Los_Angeles",
    "America/Anchorage",
    "Pacific/Honolulu",
    "America/Toronto",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Dublin",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Madrid",
    "Europe/Rome",
    "Europe/Stockholm",
    "Europe/Athens",
    "Africa/Johannesburg",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Perth",
    "Australia/Sydney",
    "Pacific/Auckland",
]
CURRENCIES = [
    "USD",
    "CAD",
    "GBP",
    "EUR",
    "AUD",
    "NZD",
    "CHF",
    "SEK",
    "NOK",
    "DKK",
    "PLN",
    "CZK",
    "JPY",
    "INR",
    "BRL",
    "MXN",
    "ZAR",
    "SGD",
]
SAMPLE_NOTE = "House is a sample: Pepper Street's own policy. Keep it if your league plays by it, or leave it out."

FIRST_ID = 50  # of a part with an id of its own: Discord numbers the others from 1


def setup_card(step: str, settings: Settings, drawn: int, note: str = "") -> discord.ui.LayoutView:
    """One screen of the setup: what is set now, the choices, and where to go next.

    `drawn`: the id of what it answers. Each drawing has selects of its own: a client keeps what was chosen in
    one it knows, even where that has gone to another since.
    """
    names = list(STEPS)
    number = names.index(step) + 1
    said = f"\n{note}" if note else ""
    head = text(f"**{STEPS[step]}** · {number} of {len(STEPS)}{said}")
    parts: list[Part] = [head, *SCREENS[step](settings)]
    choices = [part["components"][0] for part in parts if "components" in part]
    for place, choice in enumerate(choices):
        choice["id"] = drawn % 10**7 * 100 + FIRST_ID + place  # a whole number of 32 bits
    steps = []
    if number > 1:
        steps.append(button("Back", routes.LEAGUE_STEP.id(names[number - 2])))
    if number < len(names):
        steps.append(button("Next", routes.LEAGUE_STEP.id(names[number]), discord.ButtonStyle.primary))
    parts.append(row(*steps))
    parts.append(text("-# Every choice counts at once; you can stop here and come back with /league setup."))
    return card(*parts, accent=CLOTH)


def _books_screen(settings: Settings) -> list[Part]:
    parts: list[Part] = [text(SAMPLE_NOTE)]
    for kind in KINDS:
        now = "-".join(settings.order(kind))
        options = [option(order_name(order.split("-")), order, default=order == now) for order in ORDERS]
        parts += _labelled(KIND_NAMES[kind], select(routes.LEAGUE_ORDER.id(kind), None, options))
    return parts


def _channels_screen(settings: Settings) -> list[Part]:
    parts = [text("Where you play what. A channel you do not name counts as cash.")]
    for kind in KINDS:
        parts += _labelled(KIND_NAMES[kind], _channels(routes.LEAGUE_CHANNELS.id(kind), settings.channels(kind)))
    return parts


def _labelled(label: str, choice: Part) -> list[Part]:
    """A select under its name: once something is chosen in it Discord shows that in place of the placeholder."""
    return [text(f"**{label}**"), row(choice)]


def _channels(custom_id: str, chosen: Sequence[int]) -> Part:
    found = _several(ComponentType.channel_select, custom_id, "No channel", 25, chosen)
    return {**found, "channel_types": [discord.ChannelType.text.value]}


def _roles_screen(settings: Settings) -> list[Part]:
    parts = [text("Who runs the league, who deals, and who agreed that a floor call pings them.")]
    for name, label in ROLE_NAMES.items():
        custom_id, chosen = routes.LEAGUE_ROLES.id(name), settings.roles(name)
        parts += _labelled(label, _several(ComponentType.role_select, custom_id, "No role", 5, chosen))
    custom_id, chosen = routes.LEAGUE_FLOOR.id(), settings.floor_callers
    people = _several(ComponentType.user_select, custom_id, "Nobody yet", 25, chosen)
    return [*parts, *_labelled("Who agreed to be pinged by a floor call", people)]


def _several(what: ComponentType, custom_id: str, placeholder: str, most: int, chosen: Sequence[int]) -> Part:
    """Any of the server's channels, roles or people, up to so many; those chosen now are marked."""
    return {
        "type": what.value,
        "custom_id": custom_id,
        "placeholder": placeholder,
        "min_values": 0,
        "max_values": most,
        "default_values": [{"id": key, "type": what.name.removesuffix("_select")} for key in chosen[:most]],
    }


def _place_screen(settings: Settings) -> list[Part]:
    zones = [option(zone, zone, default=zone == settings.zone) for zone in COMMON_ZONES]
    currencies = [option(code, code, default=code == settings.currency) for code in CURRENCIES]
    return [
        *_labelled("Time zone", select(routes.LEAGUE_ZONE.id(), settings.zone, zones)),
        *_labelled("Currency", select(routes.LEAGUE_CURRENCY.id(), settings.currency, currencies)),
        row(button("Another zone or currency", routes.LEAGUE_OTHER.id())),
    ]


def _standing_screen(settings: Settings) -> list[Part]:
    return [
        text("Choose the channels that get a message with three buttons, so that nobody types in a loud room."),
        *_labelled("Post it in", _channels(routes.LEAGUE_STANDING.id(), ())),
    ]


SCREENS = {
    "books": _books_screen,
    "channels": _channels_screen,
    "roles": _roles_screen,
    "place": _place_screen,
    "standing": _standing_screen,
}


def other_form(settings: Settings) -> discord.ui.Modal:
    """The form for a zone or currency that is not in the lists."""
    form = discord.ui.Modal(title="Time and money", custom_id=routes.LEAGUE_OTHER_SENT.id())
    for field, label, value in (
        ("zone", "Time zone, like Europe/London", settings.zone),
        ("currency", "Currency, three letters", settings.currency),
    ):
        box: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id=field, default=value, max_length=64)
        form.add_item(discord.ui.Label(text=label, component=box))
    return form


def own_rule_form(incident: str, outcome: str, day: str) -> discord.ui.Modal:
    """The form for a rule of the league's own; its id carries what it settles and from when."""
    form = discord.ui.Modal(title="Our own rule", custom_id=routes.LEAGUE_OWN_SENT.id(incident, outcome, day))
    title: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="title", max_length=100)
    words: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="text", style=discord.TextStyle.paragraph, max_length=1000
    )
    form.add_item(discord.ui.Label(text="Title", component=title))
    form.add_item(discord.ui.Label(text="What the rule says", component=words))
    return form


def standing_message() -> discord.ui.LayoutView:
    """The message that stands in a channel for whoever has a table waiting."""
    return card(
        text("**Call the Floor**\nA rule question? Press, and only you see the answer."),
        row(
            button("Something went wrong", routes.RULE_WRONG.id(), discord.ButtonStyle.danger),
            button("Ask a rule", routes.RULE_ASK.id(), discord.ButtonStyle.primary),
            button("Who shuffles?", routes.RULE_SHUFFLE.id()),
        ),
        accent=CLOTH,
    )


def show_card(standing: Standing, moment: datetime) -> discord.ui.LayoutView:
    """Everything the league has set, as it stood at a moment."""
    day = moment.astimezone(ZoneInfo(standing.settings.zone)).date().isoformat()
    settings = standing.settings
    lines = [f"**As it stands on {day}**"]
    lines += [f"{KIND_NAMES[kind]}: {order_name(settings.order(kind))}" for kind in KINDS]
    if settings.uses_sample_book:
        lines.append(f"-# {load().books[SAMPLE_BOOK].short} is the sample: Pepper Street's policy.")
    for kind in KINDS:
        channels = " ".join(f"<#{channel_id}>" for channel_id in settings.channels(kind))
        lines.append(f"{KIND_NAMES[kind]} in: {channels or 'no channel named'}")
    for name, label in ROLE_NAMES.items():
        roles = " ".join(f"<@&{role_id}>" for role_id in settings.roles(name))
        lines.append(f"{label}: {roles or 'no role named'}")
    people = " ".join(f"<@{user_id}>" for user_id in settings.floor_callers)
    lines.append(f"A floor call pings: {people or 'nobody yet'}")
    lines.append(f"Time zone {settings.zone}, currency {settings.currency}")
    lines.append(f"A dealer's down lasts {settings.down_minutes} minutes")
    for clause in load().alternates():
        state = "on" if clause.alternate_id in settings.alternates_on else "off"
        lines.append(f"-# Alternate Rule ({clause.cite}), {state}: {clause.alternate[:80]}")
    own = ["**Our own rules**"] if standing.own_rules else []
    own += [
        f"{rule.own_rule_id}. {quoted(rule.title)}" + (f" ({OUTCOMES[rule.outcome]})" if rule.outcome else "")
        for rule in standing.own_rules
    ]
    ahead = [f"-# From {when(row.effective_at, 'D')}: {_coming(row)}" for row in standing.ahead if not _is_mark(row)]
    return card(text(fitted([*lines, *ahead, *own], "more of our own rules: /rule show finds them")), accent=CLOTH)


def _is_mark(row: Setting | OwnRule) -> bool:
    return isinstance(row, Setting) and row.name == "set_up"


def _coming(row: Setting | OwnRule) -> str:
    if isinstance(row, OwnRule):
        return f"our own rule {row.own_rule_id} {'ends' if row.withdrawn else 'begins'}: {clipped(row.title, 60)}"
    return named_setting(row.name, row.value)


def named_setting(name: str, value: Any) -> str:
    """A setting in words: "TD: @role"."""
    subject, _, which = name.partition(".")
    listed = value if isinstance(value, list) else []
    if subject == "order":
        return f"{KIND_NAMES[which]}: {order_name(value)}"
    if subject == "roles":
        return f"{ROLE_NAMES[which]}: {' '.join(f'<@&{role_id}>' for role_id in listed) or 'no role'}"
    if subject == "channel":
        return f"<#{which}>: {KIND_NAMES[value] if value else 'cash, as any channel not named'}"
    if subject == "floor_call":
        return f"a floor call pings {' '.join(f'<@{user_id}>' for user_id in listed) or 'nobody'}"
    if subject == "alternate":
        clause = load().alternate(which)
        return f"Alternate Rule ({clause.cite if clause else which}): {'on' if value else 'off'}"
    if name in MONEY_NAMES:
        return MONEY_NAMES[name] + (f": {value.replace('_', ' ')}" if isinstance(value, str) else "")
    if name == "disputes.appeal_to":
        return f"appeals are heard by {mention(value)}"
    if name == "disputes.summary_channel":
        return f"summaries of disputes in <#{value}>"
    return f"{name.replace('.', ', ').replace('_', ' ')}: {value}"


def status_card(health: Health) -> discord.ui.LayoutView:
    """How the bot is, as a host reads it: what falls due and the answers are those of their league."""
    latency = "" if health.latency_ms is None else f", {health.latency_ms} ms away"
    lines = [
        "**Something needs a look**" if health.wrong() else "**All is well**",
        f"Discord: {f'connected{latency}' if health.is_connected else 'not connected; it is tried again by itself'}.",
        f"Your books: {health.store_fault or 'they can be written.'}",
        f"What falls due here: {_late(health)}",
        f"Last backup: {_backup(health)}",
        f"Answers of the last hour here: {_answers(health)}",
    ]
    if health.wrong():
        lines.append("-# Tell whoever runs the bot: its log says more.")
    return card(text("\n".join(lines)), accent=CLOTH)


def _late(health: Health) -> str:
    if health.late is None:
        return "it cannot be read now."
    if not health.late.count:
        return "nothing waits."
    how_many = "1 thing waits" if health.late.count == 1 else f"{health.late.count} things wait, the oldest"
    return f"{how_many} for {whole_minutes(health.late_by)}; it is tried again by itself."


def _backup(health: Health) -> str:
    if health.backup is None:
        return "none since the bot started."
    made = when(health.backup.at)
    return f"{made}, whole." if health.backup.is_ok else f"it failed {made}."


def _answers(health: Health) -> str:
    if not health.slow and not health.failed:
        return "all came in time."
    return f"{health.slow} took over two seconds, {health.failed} failed."


def misses_card(misses: Sequence[Row]) -> discord.ui.LayoutView:
    """Words no book answered, newest first, with a button to delete just those shown."""
    if not misses:
        return card(text("Nothing here: every question found its rule, or nobody said otherwise."), accent=CLOTH)
    lines = ["**Questions no rule answered** (nobody's name is kept; each goes after 90 days)"]
    lines += [f"- {clipped(row['words'], 130)} · {when(from_micros(row['asked_at']), 'd')}" for row in misses]
    shown = [row["question_id"] for row in misses]
    delete = button("Delete these", routes.LEAGUE_CLEAR_MISSES.id(min(shown), max(shown)))
    return card(text("\n".join(lines)), row(delete), accent=CLOTH)


def audit_line(row: Row) -> str:
    """One line of the trail: who changed what, when, and from when it counts."""
    detail = json.loads(row["detail"])
    start = detail.pop("effective_at", None)
    values = {name: value for name, value in detail.get("values", {}).items() if name != "set_up"}
    told = [named_setting(name, value) for name, value in values.items()] or _told(detail)
    changed = when(from_micros(row["changed_at"]), "f")
    later = start and to_micros(datetime.fromisoformat(start)) > row["changed_at"]
    since = f", from {when(datetime.fromisoformat(start), 'D')}" if later else ""
    what = "" if row["what"] == "settings" else f"{row['what']}: "
    return f"-# {changed} {mention(row['changed_by'])} {what}{'; '.join(told)[:600]}{since}"


def _told(detail: dict[str, Any]) -> list[str]:
    """What a line about something else than settings tells."""
    words = {"own_rule_id": "number {}", "title": "{}", "channel_id": "<#{}>", "count": "{}", "day": "{}"}
    return [
        mention(value) if name == "user_id" else words[name].format(clipped(str(value), 120))
        for name, value in detail.items()
        if name in (*words, "user_id")
    ]
