"""The made-up league: who is in it and where they meet. It is usable before anything is set up.

Knows simcord's builders only; must not know the bot's features.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord
from simcord import Env, MemberActor

LEAGUE = "Practice league"
BOT = "Call the Floor"
CHANNELS = (
    ("rules", "Ask a rule here, and talk about it"),
    ("cash-table", "Tonight's cash game"),
    ("tournament", "Tonight's tournament"),
    ("schedule", "Coming nights, and who deals"),
)
# name, what to know of them, role
PEOPLE = (
    ("Host", "runs the league, may use /league", "Host"),
    ("TD", "directs the tournaments", "TD"),
    ("Dealer A", "volunteers to deal", "Dealer"),
    ("Dealer B", "volunteers to deal", "Dealer"),
    ("Ann", "plays", None),
    ("Bob", "plays", None),
    ("Cy", "plays", None),
)
RIGHTS = {
    "Host": discord.Permissions(manage_guild=True, manage_messages=True, manage_threads=True),
    "TD": discord.Permissions(manage_messages=True, manage_threads=True),
    "Dealer": discord.Permissions.none(),
}


@dataclass(frozen=True)
class Person:
    """Somebody of the league whom the visitor may be. `key` stands in addresses: dealer-a."""

    key: str
    name: str
    about: str
    member: MemberActor


def found_league(env: Env) -> dict[str, Person]:
    """Make the server, its roles, channels and people; the people by their key, the host first."""
    env.backend.edit_bot_profile(BOT)
    users = {name: env.create_user(_key(name), global_name=name) for name, _, _ in PEOPLE}
    server = env.create_guild(LEAGUE, owner=users["Host"])
    roles = {name: server.create_role(name, permissions=rights) for name, rights in RIGHTS.items()}
    for name, topic in CHANNELS:
        server.create_text_channel(name, topic=topic)
    return {
        _key(name): Person(_key(name), name, about, server.add_member(users[name], roles=[roles[role]] if role else []))
        for name, about, role in PEOPLE
    }


def _key(name: str) -> str:
    return name.lower().replace(" ", "-")
