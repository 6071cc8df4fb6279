"""What somebody looks at privately, from a case's card or by command. It changes nothing about the case."""

from __future__ import annotations

from cogs.misdeal import actions, casebook, render, wording
from cogs.misdeal.at_table import at_redeal
from cogs.misdeal.casebook import Look
from cogs.misdeal.conversation import Question, Ruled, what_if
from cogs.misdeal.picture import drawn, pair_of
from cogs.shared import routes
from cogs.shared.checks import can_see, is_staff, league_of
from cogs.shared.pictures import show_with
from cogs.shared.refusals import Refusal
from cogs.shared.replies import CLOTH, Interaction, card, fitted, paragraphs, say, show, update
from cogs.shared.routes import Handler, Route, chosen, verify_number
from data.cases import Case
from rules.facts import vocabulary
from rules.floor import floor_words

NO_RULING = "This case has no ruling to look at: a question is open, or the floor decides."
ANY_INCIDENT, ANY_DAY = "all", "any"


async def found(interaction: Interaction, number: str) -> Look:
    """The league's case of that number. Raises Refusal."""
    league_id = league_of(interaction)
    return await casebook.look(interaction.client.store, league_id, verify_number(number, casebook.NO_CASE))


async def ruled(interaction: Interaction, number: str) -> tuple[Case, Ruled]:
    """The case and its ruling. Raises Refusal where it has none."""
    look = await found(interaction, number)
    if not isinstance(look.screen, Ruled):
        raise Refusal(NO_RULING)
    return look.case, look.screen


async def show_lines(interaction: Interaction, lines: list[str]) -> None:
    """A private card of these lines."""
    await show(interaction, card(*paragraphs(fitted(lines, "lines more")), accent=CLOTH))


async def why(interaction: Interaction, number: str, fact: str) -> None:
    """Why a question is asked."""
    look = await found(interaction, number)
    screen = look.screen
    if fact not in vocabulary().facts:
        raise Refusal(casebook.NO_CASE)
    book = (
        f" {wording.short(screen.book)} needs it here." if isinstance(screen, Question) and screen.fact == fact else ""
    )
    find = floor_words().find_out[fact]
    await say(interaction, f"{vocabulary().facts[fact].why}{book} If nobody is sure: {wording.lowered(find)}")


async def clauses(interaction: Interaction, number: str) -> None:
    """The clauses that decide it, restated."""
    _, screen = await ruled(interaction, number)
    pair = pair_of(screen)
    picture = [] if pair is None else [f"-# The picture in words: {pair.words}"]
    await show_lines(interaction, [*wording.clause_lines(screen), *picture])


async def picture(interaction: Interaction, number: str) -> None:
    """An example table before and after the ruling. Raises Refusal where no card moves, or it cannot be drawn."""
    _, screen = await ruled(interaction, number)
    pair = pair_of(screen)
    if pair is None:
        raise Refusal("No card moves in this ruling, so there is no picture of it.")
    found = await drawn(pair)
    if found is None:
        raise Refusal("The picture cannot be drawn just now: Clauses says the same in words.")
    await show_with(interaction, render.picture_card(found), found)


async def books(interaction: Interaction, number: str) -> None:
    """The other books in full, decided on what is known."""
    _, screen = await ruled(interaction, number)
    lines = [line for other in screen.others for line in wording.book_lines(other)]
    await show_lines(interaction, lines or ["Your league plays by this book alone."])


async def open_what_if(interaction: Interaction, number: str) -> None:
    """Choose one fact to change, on a copy."""
    case, _ = await ruled(interaction, number)
    if not actions.choices(case):
        raise Refusal("Nothing was asked in this case, so nothing can be changed.")
    await show(
        interaction,
        render.what_if_card(case, ["**What if…** Choose what had been otherwise. The case itself stays as it is."]),
    )


async def show_what_if(interaction: Interaction, number: str) -> None:
    """The ruling with that fact changed."""
    case, screen = await ruled(interaction, number)
    fact, _, value = chosen(interaction.data).partition(":")
    if (fact, value) not in actions.choices(case):
        raise Refusal("That cannot be changed in this case: choose from the list.")
    other = what_if(case, screen, fact, value)
    head = f"**What if** {wording.told(fact, value)}"
    if isinstance(other, Ruled):
        lines = wording.ruling_lines(other)
    else:
        lines = [f"Then it would still be asked: {vocabulary().facts[other.fact].ask}"]
    await update(interaction, render.what_if_card(case, [head, *lines]))


async def redeal(interaction: Interaction, number: str) -> None:
    """What stays and what is done anew before the next deal."""
    case, screen = await ruled(interaction, number)
    outcome = wording.in_force(case, screen)
    if outcome not in wording.REDEALT:
        raise Refusal("Nothing is dealt again here.")
    here = None if case.table is None else await interaction.client.store.read(at_redeal, case)
    await show_lines(interaction, wording.redeal_lines(outcome, case.order, here))


# ------------------------------------------------------------------ what is kept


async def show_cases(
    interaction: Interaction, incident: str | None, day: str | None, before: int | None = None, *, again: bool = False
) -> None:
    """A page of the league's cases."""
    client = interaction.client
    lines = await casebook.listed(client.store, client.leagues, league_of(interaction), incident, day, before)
    layout = render.cases_card(lines, incident or ANY_INCIDENT, day or ANY_DAY)
    await (update if again else show)(interaction, layout)


async def older(interaction: Interaction, incident: str, day: str, before: str) -> None:
    """The next page."""
    number = verify_number(before, casebook.NO_CASE)
    which = None if incident == ANY_INCIDENT else incident
    await show_cases(interaction, which, None if day == ANY_DAY else day, number, again=True)


async def show_case(interaction: Interaction, number: str) -> None:
    """One case as it is kept; what people wrote in it, to those who could read it there."""
    case = (await found(interaction, number)).case
    reads = case.opened_by == interaction.user.id or can_see(interaction, case.channel_id)
    if not reads:
        reads = is_staff(interaction, await interaction.client.leagues.now(case.league_id))
    await show(interaction, render.file_card(case, with_words=reads))


async def open_case(interaction: Interaction) -> None:
    """A case from the list."""
    await show_case(interaction, chosen(interaction.data))


ROUTES: dict[Route, Handler] = {
    routes.MISDEAL_WHY: why,
    routes.MISDEAL_CLAUSES: clauses,
    routes.MISDEAL_PICTURE: picture,
    routes.MISDEAL_BOOKS: books,
    routes.MISDEAL_WHAT_IF: open_what_if,
    routes.MISDEAL_WHAT_IF_SO: show_what_if,
    routes.MISDEAL_REDEAL: redeal,
    routes.MISDEAL_LIST: older,
    routes.MISDEAL_OPEN: open_case,
}
