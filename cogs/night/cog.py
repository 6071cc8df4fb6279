"""The `/night` commands: in servers only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.shared.choosing import Choice, choices, value_of
from cogs.shared.feature import Feature
from cogs.shared.live import COCKPIT, NIGHT_CARD
from cogs.shared.names import GAME_CHOICES, KIND_NAMES
from cogs.shared.nights_ahead import suggest_nights
from cogs.shared.replies import Interaction
from cogs.shared.who import Guest
from data.nights import CLOSE, MORNING, PUSH, RELEASE, STUB, THANKS
from data.plans import (
    CARD,
    COVER,
    EVENT,
    FILLED,
    FORGET,
    LONGEST_PLACE,
    LONGEST_TITLE,
    NOBODY,
    OVER,
    REMIND,
    SERIES,
    TELL,
)

if TYPE_CHECKING:
    from types import ModuleType

    from cogs.client import FloorBot

KINDS = choices(**KIND_NAMES)
DEALERS = choices(
    house="As the house does: hold'em tournaments deal themselves, the host deals the main cash game",
    all="A volunteer at every table",
    none="Nobody: the players deal",
)
DONE_FOR = choices(
    play="Play",
    deal="Deal a table",
    stand_by="Stand by to deal",
    drop="Drop out",
    move="Deal another table",
    missing="Did not come",
    came="Came after all",
)
REPEATS = choices(
    weekly="Every week", fortnightly="Every other week", monthly="Every month, on such a weekday of it"
)  # fmt: skip
DUE = (
    PUSH,
    STUB,
    RELEASE,
    MORNING,
    CLOSE,
    THANKS,
    TELL,
    REMIND,
    COVER,
    NOBODY,
    CARD,
    OVER,
    EVENT,
    FORGET,
    SERIES,
    FILLED,
)
SAID = {  # what a host says of a night, when it is planned and later
    "game": "Which game; a new night is hold'em without it",
    "tables": "How many tables; a new night has one without it",
    "dealers": "Who deals; without it as the house does",
    "hours": "How long it lasts; a new night six hours without it",
    "place": "Where; a new night says “ask the host” without it",
    "fee": "What the entry costs; 0 for nothing",
    "fewest": "How many players are needed",
    "most": "How many places there are, dealers included",
}
NIGHT_HELP = "Which planned night; without it the next"
Title = app_commands.Range[str, 1, LONGEST_TITLE]
Place = app_commands.Range[str, 1, LONGEST_PLACE]
When = app_commands.Range[str, 1, 100]
Tables = app_commands.Range[int, 1, 20]
Hours = app_commands.Range[float, 0.5, 48.0]
Players = app_commands.Range[int, 1, 500]
Number = app_commands.Range[int, 1, 99]
Nights = app_commands.Range[int, 1, 12]
Fee = app_commands.Range[str, 1, 20]


def presses() -> ModuleType:
    """What a night needs, imported when somebody first needs it."""
    from cogs.night import presses as everything

    return everything


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class NightCog(Feature, group_name="night", group_description="Nights: plan them, fill them, run them"):
    """One night at a time, with one cockpit for its host."""

    staff = app_commands.Group(name="staff", description="Who is staff for tonight alone")

    def __init__(self, bot: FloorBot) -> None:
        super().__init__(bot, presses, cards=(COCKPIT, NIGHT_CARD), due=DUE)

    # -------------------------------------------------------------- nights ahead

    @app_commands.command(name="create")
    @app_commands.describe(
        title="What the night is called",
        when="The day and the time, as you say it: friday 7pm, nov 14 7:30 pm",
        kind="Without it, as this channel is set up",
        **SAID,
    )
    @app_commands.choices(kind=KINDS, game=GAME_CHOICES, dealers=DEALERS)
    async def create(
        self,
        interaction: Interaction,
        title: Title,
        when: When,
        kind: Choice | None = None,
        game: Choice | None = None,
        tables: Tables | None = None,
        dealers: Choice | None = None,
        hours: Hours | None = None,
        place: Place | None = None,
        fee: Fee | None = None,
        fewest: Players | None = None,
        most: Players | None = None,
    ) -> None:
        """Plan a night: you see how the time was read before it is posted (hosts and TDs)."""
        typed = (title, value_of(kind), value_of(game), tables, value_of(dealers), hours, place, fee, fewest, most)
        await presses().planning_views.create(interaction, when, typed)

    @app_commands.command(name="edit")
    @app_commands.describe(night=NIGHT_HELP, title="What the night is called", kind="Cash game or tournament", **SAID)
    @app_commands.choices(kind=KINDS, game=GAME_CHOICES, dealers=DEALERS)
    @app_commands.autocomplete(night=suggest_nights)
    async def edit(
        self,
        interaction: Interaction,
        night: int | None = None,
        title: Title | None = None,
        kind: Choice | None = None,
        game: Choice | None = None,
        tables: Tables | None = None,
        dealers: Choice | None = None,
        hours: Hours | None = None,
        place: Place | None = None,
        fee: Fee | None = None,
        fewest: Players | None = None,
        most: Players | None = None,
    ) -> None:
        """Change a planned night, all but its time (hosts and TDs)."""
        typed = (title, value_of(kind), value_of(game), tables, value_of(dealers), hours, place, fee, fewest, most)
        await presses().planning_views.edit(interaction, night, typed)

    @app_commands.command(name="move")
    @app_commands.describe(when="The new day and time, as you say it: saturday 8pm", night=NIGHT_HELP)
    @app_commands.autocomplete(night=suggest_nights)
    async def move(self, interaction: Interaction, when: When, night: int | None = None) -> None:
        """Move a planned night to another time (hosts and TDs)."""
        await presses().planning_views.move(interaction, when, night)

    @app_commands.command(name="cancel")
    @app_commands.describe(night=NIGHT_HELP)
    @app_commands.autocomplete(night=suggest_nights)
    async def cancel(self, interaction: Interaction, night: int | None = None) -> None:
        """Call a planned night off; whoever signed up is told (hosts and TDs)."""
        await presses().planning_views.cancel(interaction, night)

    @app_commands.command(name="list")
    async def list_nights(self, interaction: Interaction) -> None:
        """Show the nights ahead."""
        await presses().planning_views.list_nights(interaction)

    @app_commands.command(name="card")
    @app_commands.describe(night=NIGHT_HELP)
    @app_commands.autocomplete(night=suggest_nights)
    async def card(self, interaction: Interaction, night: int | None = None) -> None:
        """Post the card to sign up on in this channel, or move it here (hosts and TDs)."""
        await presses().planning_views.post_again(interaction, night)

    @app_commands.command(name="signup")
    @app_commands.describe(
        what="What they do",
        player="Somebody of this server",
        guest="Somebody without Discord, by name",
        table="Which table they deal",
        night=NIGHT_HELP,
    )
    @app_commands.choices(what=DONE_FOR)
    @app_commands.autocomplete(night=suggest_nights)
    async def signup(
        self,
        interaction: Interaction,
        what: Choice,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        table: Number | None = None,
        night: int | None = None,
    ) -> None:
        """Sign somebody up, drop or move them, or note that they did not come (staff)."""
        await presses().signup_views.sign_up(interaction, what.value, player, guest, table, night)

    @app_commands.command(name="repeat")
    @app_commands.describe(how="How it repeats", night=NIGHT_HELP)
    @app_commands.choices(how=REPEATS)
    @app_commands.autocomplete(night=suggest_nights)
    async def repeat(self, interaction: Interaction, how: Choice, night: int | None = None) -> None:
        """Let a planned night repeat, at the same time of day (hosts and TDs)."""
        await presses().repeat_views.repeat(interaction, how.value, night)

    @app_commands.command(name="calendar")
    async def calendar(self, interaction: Interaction) -> None:
        """Get the season's nights as a file for your calendar."""
        await presses().repeat_views.calendar(interaction)

    @app_commands.command(name="fill")
    @app_commands.describe(nights="How many nights ahead; without it four")
    async def fill(self, interaction: Interaction, nights: Nights = 4) -> None:
        """Share the open dealers' tables fairly: a proposal for you to change and post (hosts and TDs)."""
        await presses().fill_views.fill(interaction, nights)

    @app_commands.command(name="dealing")
    async def dealing(self, interaction: Interaction) -> None:
        """Show who has dealt how often this season."""
        await presses().fill_views.show_dealing(interaction)

    @app_commands.command(name="deals")
    @app_commands.describe(
        game="Which game",
        player="Somebody of this server",
        guest="Somebody without Discord, by name",
        can="Whether they can deal it; without it yes",
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def deals(
        self,
        interaction: Interaction,
        game: Choice,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        can: bool = True,
    ) -> None:
        """Mark which game somebody can deal (staff)."""
        await presses().fill_views.mark(interaction, player, guest, game.value, can=can)

    # -------------------------------------------------------------- tonight

    @app_commands.command(name="open")
    @app_commands.describe(
        kind="Cash game or tournament; without it, as this channel is set up",
        day="The day, like 2026-03-14; without it, tonight",
    )
    @app_commands.choices(kind=KINDS)
    async def open(self, interaction: Interaction, kind: Choice | None = None, day: str | None = None) -> None:
        """Open tonight and post the host's cockpit in this channel (staff)."""
        await presses().views.open_night(interaction, value_of(kind), day)

    @app_commands.command(name="close")
    async def close(self, interaction: Interaction) -> None:
        """Close tonight, with the tables that are still open (staff)."""
        await presses().views.close(interaction)

    @app_commands.command(name="show")
    @app_commands.describe(night="A planned night; without it tonight, else the next")
    @app_commands.autocomplete(night=suggest_nights)
    async def show(self, interaction: Interaction, night: int | None = None) -> None:
        """Show tonight, with what is due and who has dealt how much, or a planned night."""
        await presses().views.show_night(interaction, night)

    @app_commands.command(name="cockpit")
    async def cockpit(self, interaction: Interaction) -> None:
        """Post the host's cockpit in this channel, or move it here (staff)."""
        await presses().views.move_cockpit(interaction)

    @staff.command(name="add")
    @app_commands.describe(person="Who helps to run tonight's games")
    async def add_staff(self, interaction: Interaction, person: discord.Member) -> None:
        """Make somebody staff for tonight alone (hosts and TDs)."""
        await presses().views.add_staff(interaction, person)

    @staff.command(name="remove")
    @app_commands.describe(person="Who is staff no longer")
    async def remove_staff(self, interaction: Interaction, person: discord.Member) -> None:
        """Take somebody off tonight's staff (hosts and TDs)."""
        await presses().views.remove_staff(interaction, person)

    @staff.command(name="list")
    async def list_staff(self, interaction: Interaction) -> None:
        """Show who is staff for tonight alone."""
        await presses().views.list_staff(interaction)
