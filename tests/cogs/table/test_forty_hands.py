"""Forty hands at a nine-seat table, for each way of dealing, against tables thought out from the clauses.

Left is the next higher seat. A row: the hand, its button, who deals, shuffles and cuts, the deck that is dealt; at last
what happens while it is played. `/x`: the dealer may have x cut. The button starts where the first row says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from conftest import League, custom_id, words
from played import Played, open_table

from data.players import players
from data.store import Store

# rrp-player-dealt-games, a cash game: the button deals, its left neighbour cuts, its right one shuffles; whoever is
# away gets no button. Who would rather not deal (d from hand 11, k from 29) or is on penalty (g in 22 and 23) is
# covered for by whoever has covered least, of these the nearest on the right: j, b, e, d, l in turn.
RRP = """
 1  1  a i b  1
 2  2  b a c  2
 3  3  c b d  1  away e
 4  4  d c f  2
 5  6  f d g  1
 6  7  g f h  2  back e
 7  8  h g i  1
 8  9  i h a  2
 9  1  a i b  1  stand c
10  2  b a d  2  seat j 3
11  3  j b d  1  rather d
12  4  j b e  2
13  5  e j f  1
14  6  f e g  2
15  7  g f h  1  away h
16  9  i g a  2
17  1  a i b  1  back h
18  2  b a j  2
19  3  j b e  1
20  4  b a j  2  stand f
21  5  e j g  1  penalty g 2
22  7  e j h  2  seat k 6
23  8  h k i  1
24  9  i h a  2
25  1  a i b  1  misdeal, stand i
26  2  b a j  2  deals d
27  3  j b d  1
28  4  d j e  2
29  5  e d k  1  rather k
30  6  d j e  2  seat l 9
31  7  g e h  1
32  8  h g l  2
33  9  l h a  1
34  1  a l b  2  stand a, away l
35  2  b h j  1  back l
36  3  j b d  2
37  4  d j e  1
38  5  e d g  2
39  6  l h b  1
40  7  g e h  2
"""

# psp-shuffle-self-dealt, a tournament: the button comes to everybody seated; behind it, on its right, is who shuffles,
# and never who deals; the dealer cuts or has the left neighbour cut. Deals of who is away (d, a), would rather not
# (b, c) or is on penalty (g in 23 to 25) are covered for as above: c for d, a for b, i for a, j for b, f for g, b for c.
# In hand 20 the dealer's left neighbour is who shuffles, and nobody cuts what they shuffled.
PSP_SELF = """
 1  9  i h i/a  1
 2  1  a i a/b  2
 3  2  b a b/c  1  away d
 4  3  c b c/e  2
 5  4  c b c/e  1
 6  5  e c e/f  2  back d
 7  6  f e f/g  1
 8  7  g f g/h  2  stand h
 9  9  i g i/a  1
10  1  a i a/b  2  rather b
11  2  a i a/c  1
12  3  c a c/d  2
13  4  d c d/e  1  seat j 8
14  5  e d e/f  2
15  6  f e f/g  1
16  7  g f g/j  2
17  8  j g j/i  1  away a
18  9  i j i/c  2
19  1  i j i/c  1
20  2  j i j    2  back a, deals b
21  3  c b c/d  1
22  4  d c d/e  2  penalty g 3
23  5  e d e/f  1
24  6  f e f/j  2
25  7  f e f/j  1
26  8  j g j/i  2  misdeal
27  9  i j i/a  1  stand e, stand f
28  1  a i a/b  2
29  2  b a b/c  1
30  3  c b c/d  2
31  4  d c d/g  1  seat k 5
32  5  k d k/g  2
33  7  g k g/j  1
34  8  j g j/i  2  away d, rather c
35  9  i j i/a  1
36  1  a i a/b  2
37  2  b a b/k  1
38  3  b a b/k  2  back d
39  4  d b d/k  1
40  5  k d k/g  2
"""

# psp-shuffle-dedicated, a tournament: e deals at seat 5, busts in hand 22 and deals on, b deals from 28 on. Behind the
# button is who shuffles, the dealer cuts. Where that is the dealer the last pot's winner shuffles (`won`): of those who
# split it a in hand 15, with two shuffles to b's three; in 35 the dealer has won, so it is the next one along.
PSP_DEDICATED = """
 1  1  e i e  1
 2  2  e a e  2
 3  3  e b e  1
 4  4  e c e  2
 5  5  e d e  1
 6  6  e h e  2  won h
 7  7  e f e  1
 8  8  e g e  2  away h
 9  9  e g e  1
10  1  e i e  2  back h, rather c
11  2  e a e  1
12  3  e b e  2
13  4  e b e  1
14  5  e d e  2
15  6  e a e  1  won a b
16  7  e f e  2
17  8  e g e  1  stand g
18  9  e h e  2
19  1  e i e  1
20  2  e a e  2
21  3  e b e  1
22  4  e b e  2  stand e
23  6  e d e  1
24  8  e f e  2
25  9  e h e  1  misdeal
26  1  e i e  2
27  2  e a e  1  dealer b
28  3  b i b  2  won i
29  4  b d b  1  won d, deals c
30  6  b d b  2
31  8  b f b  1
32  9  b h b  2
33  1  b i b  1
34  2  b a b  2
35  3  b a b  1  won b, seat j 5
36  4  b c b  2
37  5  b d b  1
38  6  b j b  2  stand i, away h
39  8  b f b  1
40  1  b f b  2
"""
PLAYED = [
    pytest.param("rrp", "cash", RRP, id="rrp"),
    pytest.param("psp_self", "tournament", PSP_SELF, id="psp_self"),
    pytest.param("psp_dedicated", "tournament", PSP_DEDICATED, id="psp_dedicated"),
]
PRESSED = {1, 6, 11, 16, 21, 26, 31, 36, 40}


@dataclass(frozen=True)
class Row:
    hand: int
    button: int
    dealer: str
    shuffler: str
    cutter: str
    deck: int
    winners: tuple[str, ...]
    happens: tuple[str, ...]


def rows(table: str) -> Iterator[Row]:
    for line in table.strip().splitlines():
        hand, button, dealer, shuffler, cutter, deck, *rest = line.split()
        happens = [each.strip() for each in " ".join(rest).split(",") if each.strip()]
        winners = tuple(name for each in happens if each.startswith("won") for name in each.split()[1:])
        others = tuple(each for each in happens if not each.startswith("won"))
        yield Row(int(hand), int(button), dealer, shuffler, cutter, int(deck), winners, others)


class Evening:
    """A table of guests, with two who have accounts: c and d press for themselves."""

    def __init__(self, table: Played, accounts: dict[str, Any]) -> None:
        self.table, self.accounts = table, accounts

    async def player_id(self, name: str) -> int:
        found = await self.table.store.read(players, self.table.league.guild.id)
        return next(player.player_id for player in found.values() if player.name == name)

    async def happen(self, what: str) -> None:
        do, *args = what.split()
        if do in ("away", "back", "stand"):
            await self.by_whom(do, args[0])
        elif do in ("rather", "deals"):
            await self.prefer(args[0], do == "deals")
        elif do == "seat":
            assert f"seat {args[1]}" in await self.table.say("seat", who=" ".join(args))
        elif do == "penalty":
            assert "sits out" in await self.table.say("penalty", who=args[0], hands=int(args[1]))
        elif do == "dealer":
            await self.dealer(args[0])
        else:
            assert do == "misdeal"
            panel = await self.table.more()
            assert "is dealt again" in words(
                await self.table.league.host.click(panel.response, label="Misdeal: deal again")
            )

    async def by_whom(self, do: str, name: str) -> None:
        """Whoever has an account does it with [My seat], the host does it for the others."""
        if name not in self.accounts:
            assert name in await self.table.say(do, who=name)
            return
        label = {"away": "Step away", "back": "I'm back", "stand": "Leave the table"}[do]
        await self.my_seat(name, label)

    async def prefer(self, name: str, is_willing: bool) -> None:
        if name in self.accounts:
            await self.my_seat(name, "I deal again" if is_willing else "I'd rather not deal")
        else:
            assert name in await self.table.say("seat", who=name, deals=is_willing)

    async def my_seat(self, name: str, label: str) -> None:
        who = self.accounts[name]
        panel = await self.table.press("table1:seat", who)
        assert words(await who.click(panel.response, label=label)).startswith("✓")

    async def dealer(self, name: str) -> None:
        """Somebody comes to deal; where the table is being dealt, a push brings them in."""
        league = self.table.league
        if "so a push" in words(await league.slash(league.host, "dealer start", league.cash, table=1, guest=name)):
            push = await league.slash(league.host, "dealer push", league.cash)
            assert name in words(push)
            await league.host.click(push.response, custom_id=custom_id(push, "deal1:push"))

    async def begin(self, row: Row) -> None:
        """The hand begins, as at a table: by the card, by somebody seated, by command."""
        if row.hand % 3 == 0:
            assert f"Hand {row.hand}" in await self.table.say("hand")
        else:
            await self.table.next_hand(self.accounts["d"] if row.hand % 3 == 1 else None)

    async def tell_winner(self, row: Row) -> None:
        if row.winners:
            assert "say who" in await self.table.text(), row
            await self.table.winners(*[await self.player_id(name) for name in row.winners])

    async def shown(self) -> tuple[int, str, str, str, int]:
        """What the card says: button, deal, shuffle, cut, deck."""
        text = await self.table.text()
        deal, work = text.splitlines()[:2]
        button = re.search(r"button at seat (\d+)", deal)
        dealer = re.match(r"\*\*(\w) deals", deal)
        shuffler = re.match(r"\*\*(\w)\*\* shuffles deck (\d)", work)
        cutter = re.search(r"\*\*(\w)\*\* cuts(?: or has (\w) cut)?", work)
        assert button and dealer and shuffler and cutter, text
        cuts = cutter[1] if cutter[2] is None else f"{cutter[1]}/{cutter[2]}"
        assert f"Deck {3 - int(shuffler[2])} is dealt" in text
        return int(button[1]), dealer[1], shuffler[1], cuts, 3 - int(shuffler[2])


async def sit_down(league: League, store: Store, mode: str, kind: str, button: int) -> Evening:
    accounts = {name: league.guild.add_member(league.env.create_user(name)) for name in "cd"}
    table = await open_table(league, store, mode=mode, kind=kind)
    mentioned = ", ".join(f"<@{accounts[name].id}>" if name in accounts else name for name in "abcdefghi")
    read_back = await table.say("seat", who=mentioned)
    assert "a (guest, seat 1)" in read_back
    assert "d (seat 4)" in read_back
    evening = Evening(table, accounts)
    if mode == "psp_dedicated":
        await evening.dealer("e")
    await table.button_is(button)
    return evening


@pytest.mark.parametrize(("mode", "kind", "table"), PLAYED)
async def test_forty_hands_are_dealt_as_the_clauses_say(
    league: League, store: Store, mode: str, kind: str, table: str
) -> None:
    played = list(rows(table))
    assert [row.hand for row in played] == list(range(1, 41))
    evening = await sit_down(league, store, mode, kind, played[0].button)
    for row in played:
        await evening.begin(row)
        await evening.tell_winner(row)
        assert await evening.shown() == (row.button, row.dealer, row.shuffler, row.cutter, row.deck), row
        assert (await evening.table.kept()).table.hand == row.hand
        for what in row.happens:
            await evening.happen(what)


@pytest.mark.parametrize(("mode", "kind", "table"), PLAYED)
async def test_every_fifth_hand_pressed_is_enough(
    league: League, store: Store, mode: str, kind: str, table: str
) -> None:
    played = list(rows(table))
    evening = await sit_down(league, store, mode, kind, played[0].button)
    for row in played:
        if row.hand == 1:
            await evening.begin(row)
        elif row.hand in PRESSED:
            await evening.table.button_is(row.button, evening.accounts["d"] if row.hand % 2 else None)
        if row.hand in PRESSED:
            await evening.tell_winner(row)
            assert (await evening.shown())[:4] == (row.button, row.dealer, row.shuffler, row.cutter), row
        for what in row.happens:
            await evening.happen(what)
