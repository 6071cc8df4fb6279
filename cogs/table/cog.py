"""The `/table` commands: in servers only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.shared.choosing import choices
from cogs.shared.feature import Feature
from cogs.shared.live import TABLE_CARD
from cogs.shared.names import GAME_CHOICES
from cogs.shared.replies import Interaction

if TYPE_CHECKING:
    from types import ModuleType

    from cogs.client import FloorBot

TABLE_HELP = "The table's number; without it the table of this thread, or yours"
WHO_HELP = "Who; without it yourself"
Number = app_commands.Range[int, 1, 99]
Seat = app_commands.Range[int, 1, 12]
KINDS = choices(cash="Cash", tournament="Tournament")
MODES = choices(
    rrp="Players deal, by the Rulebook",
    psp_self="Players deal, by the House",
    psp_dedicated="A dedicated dealer, by the House",
)
DECK = choices(
    look="Look: the decks, and how to shuffle and cut",
    change_asked="Change: a player asks for it",
    change_marred="Change: a card is marred",
    change_floor="Change: the floor says so (staff)",
    setup_asked="Set-up: a player asks for it",
    setup_marred="Set-up: a card is marred",
    setup_floor="Set-up: the floor says so (staff)",
    limits_on="Limits: post them (staff)",
    limits_off="Limits: take them down (staff)",
)


def presses() -> ModuleType:
    """What a table needs, imported when somebody first needs it."""
    from cogs.table import presses as everything

    return everything


# ------------------------------------------------------------------ lists that open while one types


async def suggest_tables(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The open tables."""
    found: list[app_commands.Choice[int]] = await presses().suggesting.tables(interaction, typed)
    return found


async def suggest_people(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Who is at the table."""
    found: list[app_commands.Choice[str]] = await presses().suggesting.people(interaction, typed)
    return found


async def suggest_seats(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The seats that are taken."""
    found: list[app_commands.Choice[int]] = await presses().suggesting.seats(interaction, typed)
    return found


async def suggest_steps(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The steps that can be taken back."""
    found: list[app_commands.Choice[int]] = await presses().suggesting.steps(interaction, typed)
    return found


# ------------------------------------------------------------------ the commands


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class TableCog(Feature, group_name="table", group_description="Whose deal, whose shuffle, whose cut"):
    """One live card a table, in the table's own thread."""

    def __init__(self, bot: FloorBot) -> None:
        super().__init__(bot, presses, cards=(TABLE_CARD,))

    @app_commands.command(name="open")
    @app_commands.describe(
        number="Its number; without it the first that is free",
        kind="Without it, this channel's kind of game",
        game="Without it hold'em",
        mode="Who deals; without it as your books say",
        seats="How many seats; without it nine",
        break_order="Its place in the order tables break in",
    )
    @app_commands.choices(kind=KINDS, game=GAME_CHOICES, mode=MODES)
    async def open(
        self,
        interaction: Interaction,
        number: Number | None = None,
        kind: str | None = None,
        game: str = "holdem",
        mode: str | None = None,
        seats: app_commands.Range[int, 2, 12] = 9,
        break_order: Number | None = None,
    ) -> None:
        """Open a table in a thread of its own (staff); the first one opens the night."""
        everything = presses()
        asked = everything.opening.Opening(interaction.channel_id or 0, "cash", game, mode, number, seats, break_order)
        await everything.views.open_table(interaction, kind, asked)

    @app_commands.command(name="break")
    @app_commands.describe(table=TABLE_HELP)
    @app_commands.autocomplete(table=suggest_tables)
    async def break_up(self, interaction: Interaction, table: Number | None = None) -> None:
        """The table breaks (staff): its players go to other tables, its dealer is free."""
        await self._do(interaction, table, "break_up")

    @app_commands.command(name="close")
    @app_commands.describe(table=TABLE_HELP)
    @app_commands.autocomplete(table=suggest_tables)
    async def close(self, interaction: Interaction, table: Number | None = None) -> None:
        """Play at this table is over (staff)."""
        await self._do(interaction, table, "close")

    # -------------------------------------------------------------- seats

    @app_commands.command(name="seat")
    @app_commands.describe(
        who="Names, mentions and seats: ann, bob 3, @cy; without it yourself",
        deals="False: would rather not deal, shuffle or cut; also for who sits already",
        table=TABLE_HELP,
    )
    @app_commands.autocomplete(table=suggest_tables)
    async def seat(
        self, interaction: Interaction, who: str = "", deals: bool | None = None, table: Number | None = None
    ) -> None:
        """Take a seat, or seat people (staff); guests by name."""
        everything = presses()
        await everything.views.seat_people(interaction, table, everything.people.read_people(who), deals)

    @app_commands.command(name="stand")
    @app_commands.describe(who=WHO_HELP, table=TABLE_HELP)
    @app_commands.autocomplete(who=suggest_people)
    @app_commands.autocomplete(table=suggest_tables)
    async def stand(self, interaction: Interaction, who: str = "", table: Number | None = None) -> None:
        """Leave the table, busted or not."""
        await self._do(interaction, table, "stand", who)

    @app_commands.command(name="move")
    @app_commands.describe(who=WHO_HELP, seat="The new seat", to="Another table (staff)", table=TABLE_HELP)
    @app_commands.autocomplete(who=suggest_people)
    @app_commands.autocomplete(table=suggest_tables)
    async def move(
        self,
        interaction: Interaction,
        who: str = "",
        seat: Seat | None = None,
        to: Number | None = None,
        table: Number | None = None,
    ) -> None:
        """Change seats, or go to another table to balance them (staff)."""
        await self._do(interaction, table, "move", who, seat, to)

    @app_commands.command(name="away")
    @app_commands.describe(who=WHO_HELP, table=TABLE_HELP)
    @app_commands.autocomplete(who=suggest_people)
    @app_commands.autocomplete(table=suggest_tables)
    async def away(self, interaction: Interaction, who: str = "", table: Number | None = None) -> None:
        """Step away from the table: nothing is asked of you meanwhile."""
        await self._do(interaction, table, "away", who)

    @app_commands.command(name="back")
    @app_commands.describe(who=WHO_HELP, table=TABLE_HELP)
    @app_commands.autocomplete(who=suggest_people)
    @app_commands.autocomplete(table=suggest_tables)
    async def back(self, interaction: Interaction, who: str = "", table: Number | None = None) -> None:
        """Be at the table again."""
        await self._do(interaction, table, "back", who)

    # -------------------------------------------------------------- hands

    @app_commands.command(name="button")
    @app_commands.describe(seat="Whose button it is now", table=TABLE_HELP)
    @app_commands.autocomplete(seat=suggest_seats, table=suggest_tables)
    async def button(self, interaction: Interaction, seat: Seat, table: Number | None = None) -> None:
        """Say where the button is, however many hands went by."""
        await self._do(interaction, table, "button", seat)

    @app_commands.command(name="hand")
    @app_commands.describe(winner="Who won the last pot; several with commas", table=TABLE_HELP)
    @app_commands.autocomplete(winner=suggest_people)
    @app_commands.autocomplete(table=suggest_tables)
    async def hand(self, interaction: Interaction, winner: str = "", table: Number | None = None) -> None:
        """The hand is over and the next one begins."""
        await self._do(interaction, table, "hand", [name for name in winner.split(",") if name.strip()])

    @app_commands.command(name="duties")
    @app_commands.describe(table=TABLE_HELP)
    @app_commands.autocomplete(table=suggest_tables)
    async def duties(self, interaction: Interaction, table: Number | None = None) -> None:
        """Who deals, shuffles and cuts, this hand and the next, and why."""
        await presses().panels.looked_at(interaction, table, "duties")

    @app_commands.command(name="penalty")
    @app_commands.describe(who="Who sits out", hands="How many hands; 0 lifts it", table=TABLE_HELP)
    @app_commands.autocomplete(who=suggest_people)
    @app_commands.autocomplete(table=suggest_tables)
    async def penalty(
        self, interaction: Interaction, who: str, hands: app_commands.Range[int, 0, 99], table: Number | None = None
    ) -> None:
        """Let somebody sit out hands (staff)."""
        await self._do(interaction, table, "penalty", who, hands)

    # -------------------------------------------------------------- decks

    @app_commands.command(name="deck")
    @app_commands.describe(what="What is done with the decks", table=TABLE_HELP)
    @app_commands.choices(what=DECK)
    @app_commands.autocomplete(table=suggest_tables)
    async def deck(self, interaction: Interaction, what: str = "look", table: Number | None = None) -> None:
        """Change the deck, bring in a set-up, see how to shuffle and cut."""
        everything = presses()
        asker = await everything.views.asker_of(interaction, table)
        await everything.panels.do_with_deck(interaction, asker, what)

    @app_commands.command(name="stub")
    @app_commands.describe(cards="What it came to; without it all were there", table=TABLE_HELP)
    @app_commands.autocomplete(table=suggest_tables)
    async def stub(
        self,
        interaction: Interaction,
        cards: app_commands.Range[int, 0, 60] | None = None,
        table: Number | None = None,
    ) -> None:
        """The stub has been counted."""
        await self._do(interaction, table, "stub", cards)

    # -------------------------------------------------------------- looking, and taking back

    @app_commands.command(name="picture")
    @app_commands.describe(table=TABLE_HELP)
    @app_commands.autocomplete(table=suggest_tables)
    async def picture(self, interaction: Interaction, table: Number | None = None) -> None:
        """The table as a picture and in words: seats, button, duties."""
        await presses().panels.looked_at(interaction, table, "picture")

    @app_commands.command(name="undo")
    @app_commands.describe(step="Its number in /table log; without it the newest", table=TABLE_HELP)
    @app_commands.autocomplete(step=suggest_steps, table=suggest_tables)
    async def undo(
        self,
        interaction: Interaction,
        step: app_commands.Range[int, 1, 1_000_000] | None = None,
        table: Number | None = None,
    ) -> None:
        """Take back one of the last twenty steps: your own, or any (staff)."""
        everything = presses()
        await everything.views.command(interaction, table, everything.taking_back.take_back, step)

    @app_commands.command(name="log")
    @app_commands.describe(table=TABLE_HELP)
    @app_commands.autocomplete(table=suggest_tables)
    async def log(self, interaction: Interaction, table: Number | None = None) -> None:
        """What was done at the table, newest first."""
        await presses().panels.looked_at(interaction, table, "log")

    async def _do(self, interaction: Interaction, table: int | None, what: str, *args: object) -> None:
        everything = presses()
        await everything.views.command(interaction, table, getattr(everything.actions, what), *args)
