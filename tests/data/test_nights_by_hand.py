"""Five nights reckoned by hand (nights_by_hand.txt): the books agree after every line, and so do their files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from beancount import loader
from beancount.core import realization
from conftest import Clock, act
from in_memory import bare
from money_night import HOST, NAMES

from data.closing import close_books, count_down
from data.dealers import duties_of, open_duty, release_table, sign_up, take_duty
from data.downs import begin_down, end_down
from data.fees import set_fee
from data.handled import Act
from data.ledger import all_bookings, balance, balances, check
from data.money import adjust_discounts, buy_out, enter, pay, pay_from_pool, pay_out, undo
from data.nights import open_night
from data.players import player_of, players
from data.settings import record_settings
from data.store import Transaction
from data.tips import give, own_receipts, redirect
from league.books import BANK_PLACE, HOUSE_PLACE, PAID_FROM, PAID_IN, TIP_BOX, discounts, player, pool
from league.dealer import Agree, Ask, Relieve, Start, Vouch, Withdraw, signed_up, taken_over
from league.exports import OPENED, beancount_text, csv_text
from league.money import read_amount
from league.refusing import NotNow
from league.tips import VOLUNTEERS

PEOPLE = {**{name: number for number, name in enumerate(NAMES, 1)}, "host": 6, "volunteers": VOLUNTEERS}
TABLE = (Path(__file__).parent / "nights_by_hand.txt").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Line:
    done: str
    then: list[int]  # five players, pool, discounts, held, house; in cents


def nights() -> Iterator[tuple[str, list[Line]]]:
    for part in re.split(r"^night \d: ", TABLE, flags=re.MULTILINE)[1:]:
        title, _, *rows = part.strip().splitlines()
        yield title, [_line(row) for row in rows]


def _line(row: str) -> Line:
    done, *held = row.split("|")
    return Line(done.strip(), [_cents(figure) for figure in " ".join(held).split()])


def _cents(figure: str) -> int:
    return 0 if figure == "." else int(Decimal(figure) * 100)


class Evening:
    """A night that is played line by line."""

    def __init__(self, title: str) -> None:
        self.tx: Transaction = bare()
        self.at = Clock().moment
        kind = title.split(",")[0].split(":")[0]
        bearer = "house" if "the house bears" in title else "pool"
        record_settings(self.tx, self.act(), {"money.bearer": bearer}, self.at, "")
        open_night(self.tx, self.act(), date(2026, 3, 14), "UTC", kind, None)
        for number, name in enumerate(NAMES, 1):
            player_of(self.tx, 1, 100 + number, name, self.at)
        player_of(self.tx, 1, HOST, "host", self.at)
        fee = re.search(r"entry (\d+)", title)
        if fee:
            set_fee(self.tx, self.act(), 1, 100 * int(fee[1]))

    def act(self, by: int = HOST) -> Act:
        return act(by=by, at=self.at)

    def play(self, done: str) -> None:
        self.at += timedelta(minutes=10)
        verb = re.match(r"signs up|no show|\w+", done)
        assert verb is not None
        rest = done[verb.end() :].split()
        who = PEOPLE.get(rest[0], 0)
        method = rest[-1] if "by" in rest else ""
        figure = next((_cents(word) for word in rest[1:2] if re.fullmatch(r"[\d.]+", word)), None)
        getattr(self, f"_{verb[0].replace(' ', '_')}", self._money)(verb[0], who, figure, method, rest)

    def _money(self, verb: str, who: int, figure: int | None, method: str, rest: list[str]) -> None:
        if verb in PAID_IN:
            enter(self.tx, self.act(), 1, who, verb, figure, method)
        else:
            assert verb in PAID_FROM and figure is not None, verb
            pay_from_pool(self.tx, self.act(), 1, who, figure, verb, method)

    def _pays(self, verb: str, who: int, figure: int, method: str, rest: list[str]) -> None:
        pay(self.tx, self.act(), who, figure, "USD", method, 1)

    def _gets(self, verb: str, who: int, figure: int, method: str, rest: list[str]) -> None:
        pay_out(self.tx, self.act(), who, figure, "USD", method, 1)

    def _signs_up(self, verb: str, who: int, figure: None, method: str, rest: list[str]) -> None:
        sign_up(self.tx, self.act(), 1, signed_up(int(rest[-1]), who, None), "volunteers")
        adjust_discounts(self.tx, self.act(), 1)

    def _deals(self, verb: str, who: int, figure: None, method: str, rest: list[str]) -> None:
        self._signs_up(verb, who, figure, method, rest)
        kept = open_duty(self.tx, 1, 1, who)
        assert kept is not None
        take_duty(self.tx, self.act(), kept, Start(), "deals")
        begin_down(self.tx, self.act(), 1, int(rest[-1]), who, 30)

    def _down(self, verb: str, who: int, figure: None, method: str, rest: list[str]) -> None:
        end_down(self.tx, self.act(), 1, int(rest[-1]))
        begin_down(self.tx, self.act(), 1, int(rest[-1]), who, 30)

    def _breaks(self, verb: str, who: int, figure: None, method: str, rest: list[str]) -> None:
        release_table(self.tx, self.act(), 1, int(rest[-1]))
        adjust_discounts(self.tx, self.act(), 1)

    def _no_show(self, verb: str, who: int, figure: None, method: str, rest: list[str]) -> None:
        kept = open_duty(self.tx, 1, 1, who)
        assert kept is not None
        take_duty(self.tx, self.act(), kept, Withdraw(), "never came")
        adjust_discounts(self.tx, self.act(), 1)

    def _buyout(self, verb: str, who: int, figure: None, method: str, rest: list[str]) -> None:
        buy_out(self.tx, self.act(), 1, who, method)

    def _replaced(self, verb: str, who: int, figure: None, method: str, rest: list[str]) -> None:
        other = PEOPLE[rest[-1]]
        kept = open_duty(self.tx, 1, 1, who)
        for step in (Ask(other, is_at_table=True), Agree(other), Vouch(other), Relieve(is_at_table=True)):
            assert kept is not None
            kept = take_duty(self.tx, self.act(), kept, step, "a replacement")
        assert kept is not None
        sign_up(self.tx, self.act(), 1, taken_over(kept.duty), "takes over")
        adjust_discounts(self.tx, self.act(), 1)
        assert [one.duty.has_discount for one in duties_of(self.tx, 1, 1)] == [True, False]

    def _tip(self, verb: str, who: int, figure: int, method: str, rest: list[str]) -> None:
        give(self.tx, self.act(by=100 + who), 1, PEOPLE[rest[-1]], figure)

    def _redirect(self, verb: str, who: int, figure: int, method: str, rest: list[str]) -> None:
        redirect(self.tx, self.act(by=100 + who), figure // 100, PEOPLE[rest[-1]])
        assert own_receipts(self.tx, 1, 100 + who)[0].recipient_id == PEOPLE[rest[-1]]

    def _reverse(self, verb: str, who: int, figure: None, method: str, rest: list[str]) -> None:
        undo(self.tx, self.act(), int(rest[0]), " ".join(rest[1:]))

    def _count(self, verb: str, who: int, figure: None, method: str, rest: list[str]) -> None:
        down = count_down(self.tx, self.act(), 1, _cents(rest[0]))
        assert (down.left, down.difference) == (_cents(rest[2]), _cents(rest[4]))
        assert (down.likely[0].booking.booking_id, down.likely[0].why) == (int(rest[6]), rest[7])

    def _close(self, verb: str, who: int, figure: None, method: str, rest: list[str]) -> None:
        counted = None if rest[0] == "uncounted" else _cents(rest[0])
        close_books(self.tx, self.act(), 1, counted, " ".join(rest[1:]))
        for (place, _), value in balances(self.tx, 1).items():
            assert place.kind not in ("pool", "discounts", TIP_BOX) or value == 0

    def _refused(self, verb: str, who: int, figure: None, method: str, rest: list[str]) -> None:
        with pytest.raises(NotNow, match="does not come out even"):
            close_books(self.tx, self.act(), 1, _cents(rest[1]), "")

    def stands(self) -> list[int]:
        places = [*(player(number) for number in range(1, 6)), pool(1), discounts(1), BANK_PLACE, HOUSE_PLACE]
        found = [balance(self.tx, 1, place, "USD") for place in places]
        found[7] = -found[7]
        return found


def test_there_are_five_nights() -> None:
    assert len(list(nights())) == 5
    assert sum(len(lines) for _, lines in nights()) > 60


@pytest.mark.parametrize(("title", "lines"), list(nights()), ids=[title for title, _ in nights()])
def test_a_night_comes_out_as_it_was_reckoned_by_hand_and_so_do_its_files(title: str, lines: list[Line]) -> None:
    evening = Evening(title)
    for number, line in enumerate(lines, 1):
        evening.play(line.done)
        assert evening.stands() == line.then, f"line {number}: {line.done}"
        assert check(evening.tx, 1).faults == ()
    _check_files(evening.tx)


def _check_files(tx: Transaction) -> None:
    bookings = all_bookings(tx, 1)
    names = {one.player_id: one.name for one in players(tx, 1).values()}
    entries, errors, _ = loader.load_string(beancount_text(bookings, names, "UTC"))
    assert errors == []
    loaded = {
        one.account: one.balance.get_currency_units("USD").number
        for one in realization.iter_children(realization.realize(entries))
        if not one.balance.is_empty()
    }
    kept = {place: value for (place, _), value in balances(tx, 1).items() if value}
    assert loaded == {OPENED[place.kind].format(place.of): Decimal(-value) / 100 for place, value in kept.items()}
    moved: dict[str, int] = {}
    for row in csv.DictReader(io.StringIO(csv_text(bookings, names, "UTC"))):
        value = read_amount(row["amount"], row["currency"])
        moved[row["from"]] = moved.get(row["from"], 0) - value
        moved[row["to"]] = moved.get(row["to"], 0) + value
    assert {name: value for name, value in moved.items() if value and name in NAMES} == {
        names[place.of]: value for place, value in kept.items() if place.kind == "player"
    }
