"""The `/money` commands: in servers only. Staff for what touches others, anyone for what they owe themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.shared.choosing import Choice, choices, value_of
from cogs.shared.feature import Feature
from cogs.shared.replies import Interaction
from cogs.shared.who import Guest

if TYPE_CHECKING:
    from types import ModuleType

    from cogs.client import FloorBot

WHO = {"player": "Who, if in this server", "guest": "Who, by name, if without Discord"}
WHATS = choices(
    entry="Entry", reentry="Re-entry", buyin="Buy-in", rebuy="Re-buy", cashout="Cash-out", prize="Prize"
)  # fmt: skip
METHODS = choices(cash="Cash", transfer="Bank transfer", app="App", other="Another way")
FORMS = choices(csv="CSV, for a spreadsheet", beancount="Plain text, double entry (beancount)")
BEARERS = choices(pool="The pool", house="The house")
MOVED = choices(signed_up="The table signed up for", dealt="The table dealt last")
KEPT = choices(keeps="Keeps the discount", loses="Loses the discount")
SHARED = choices(split="They share one discount", each="Each gets it whole")


def presses() -> ModuleType:
    """What the commands and their buttons do, imported when somebody first needs it."""
    from cogs.money import views

    return views


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class MoneyCog(Feature, group_name="money", group_description="Who owes what and why; books that close to zero"):
    """A league's books. The bot keeps them; it moves no money."""

    def __init__(self, bot: FloorBot) -> None:
        super().__init__(bot, presses)

    @app_commands.command(name="enter")
    @app_commands.describe(
        what="What it is",
        amount="How much; an entry is the night's fee by itself",
        method="How it was handed over; without it, it is owed",
        **WHO,
    )
    @app_commands.choices(what=WHATS, method=METHODS)
    async def enter(
        self,
        interaction: Interaction,
        what: Choice,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        amount: str | None = None,
        method: Choice | None = None,
    ) -> None:
        """Book an entry, buy-in, re-buy, cash-out or prize (staff)."""
        await presses().book(interaction, what.value, player, guest, amount, value_of(method) or "")

    @app_commands.command(name="pay")
    @app_commands.describe(amount="How much", method="How it was handed over; cash if left out", **WHO)
    @app_commands.choices(method=METHODS)
    async def pay(
        self,
        interaction: Interaction,
        amount: str,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        method: Choice | None = None,
    ) -> None:
        """Book that a player has paid the host (staff)."""
        await presses().book(interaction, "payment", player, guest, amount, value_of(method) or "cash")

    @app_commands.command(name="payout")
    @app_commands.describe(amount="How much", method="How it was handed over; cash if left out", **WHO)
    @app_commands.choices(method=METHODS)
    async def payout(
        self,
        interaction: Interaction,
        amount: str,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        method: Choice | None = None,
    ) -> None:
        """Book that the host has paid a player (staff)."""
        await presses().book(interaction, "payout", player, guest, amount, value_of(method) or "cash")

    @app_commands.command(name="owe")
    @app_commands.describe(player="Who, if not you (staff)", guest="The same by name, for a guest (staff)")
    async def owe(
        self, interaction: Interaction, player: discord.Member | None = None, guest: Guest | None = None
    ) -> None:
        """What you owe and why; staff see everybody's."""
        await presses().owe(interaction, player, guest)

    @app_commands.command(name="night")
    @app_commands.describe(
        fee="What a first entry costs tonight; can be set until somebody enters", day="Another night, like 2026-03-14"
    )
    async def night(self, interaction: Interaction, fee: str | None = None, day: str | None = None) -> None:
        """Tonight's money: fee, discounts, pool, bookings, what each owes (staff)."""
        await presses().night(interaction, fee, day)

    @app_commands.command(name="discounts")
    @app_commands.describe(
        table1="What dealing table 1, the final one, takes off the entry",
        table2="The same for table 2",
        table3="The same for table 3, the first to break",
        bearer="Who bears the discounts",
        moved="A dealer moved by balancing: which table counts",
        broke_early="A table breaks before its dealer has dealt",
        no_show="Somebody is taken off the list without having dealt",
        shared="Several dealers of one table",
        from_day="From which day, like 2026-03-14; without it, from now on",
    )
    @app_commands.rename(from_day="from")
    @app_commands.choices(bearer=BEARERS, moved=MOVED, broke_early=KEPT, no_show=KEPT, shared=SHARED)
    async def discounts(
        self,
        interaction: Interaction,
        table1: str | None = None,
        table2: str | None = None,
        table3: str | None = None,
        bearer: Choice | None = None,
        moved: Choice | None = None,
        broke_early: Choice | None = None,
        no_show: Choice | None = None,
        shared: Choice | None = None,
        from_day: str | None = None,
    ) -> None:
        """What dealing takes off an entry: show it (staff) or set it (hosts and TDs)."""
        by_table = {number: off for number, off in ((1, table1), (2, table2), (3, table3)) if off is not None}
        cases = {"bearer": bearer, "moved": moved, "broke_early": broke_early, "no_show": no_show, "shared": shared}
        chosen = {f"money.{name}": choice.value for name, choice in cases.items() if choice is not None}
        await presses().discounts(interaction, by_table, chosen, from_day)

    @app_commands.command(name="close")
    @app_commands.describe(
        counted="What you hold of the night, without the tip box", day="Another night, like 2026-03-14"
    )
    async def close(self, interaction: Interaction, counted: str | None = None, day: str | None = None) -> None:
        """Count down: what you hold against the books, then close them (staff)."""
        await presses().close(interaction, counted, day)

    @app_commands.command(name="reopen")
    @app_commands.describe(reason="Why, in a few words", day="Another night, like 2026-03-14")
    async def reopen(self, interaction: Interaction, reason: str, day: str | None = None) -> None:
        """Open the last night's books again (hosts and TDs)."""
        await presses().open_again(interaction, reason, day)

    @app_commands.command(name="reverse")
    @app_commands.describe(entry="The booking's number: /money night lists them", reason="Why, in a few words")
    async def reverse(
        self, interaction: Interaction, entry: app_commands.Range[int, 1, 1_000_000_000], reason: str
    ) -> None:
        """Undo a booking by another one that names it (staff)."""
        await presses().reverse(interaction, entry, reason)

    @app_commands.command(name="check")
    async def check(self, interaction: Interaction) -> None:
        """Prove every balance from its lines (staff)."""
        await presses().check(interaction)

    @app_commands.command(name="export")
    @app_commands.describe(form="A spreadsheet, or plain text; without it, a spreadsheet")
    @app_commands.choices(form=FORMS)
    async def export(self, interaction: Interaction, form: Choice | None = None) -> None:
        """The whole books as a private file (hosts and TDs)."""
        await presses().export(interaction, value_of(form) or "csv")
