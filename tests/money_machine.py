"""A league's books played at random: what must hold whatever is booked, reversed, closed and opened again.

Shared by the fast tests and the slow proofs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from conftest import Clock
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from in_memory import copied, new_books

from data.closing import close_books, count_down, reopen
from data.dealers import open_duty, release_table, sign_up, take_duty
from data.downs import begin_down
from data.fees import books_of, set_fee
from data.handled import Act, once
from data.ledger import FIXED, all_bookings, balances, check, confirm, owing, statement
from data.money import adjust_discounts, buy_out, discounts_booked, enter, entered, pay, pay_from_pool, pay_out, undo
from data.nights import close_night, open_night
from data.players import player_of
from data.settings import record_settings
from data.store import Transaction
from data.tips import book_tips, forget_receipts, give, night_tips, own_receipts, redirect, take_back
from league.books import (
    BANK_PLACE,
    DISCOUNTS,
    ENTRY,
    PAID_FROM,
    PAID_IN,
    POOL,
    TIP_BOX,
    Booking,
    balances_of,
    discounts,
    pool,
)
from league.dealer import BuyOut, Start, Withdraw, signed_up
from league.entry import CHOICES, Terms
from league.refusing import NotNow
from league.tips import SPLITS, VOLUNTEERS

LEAGUES = (1, 2)
PEOPLE = 5
HOST = 900
PLAYER = st.integers(1, PEOPLE)
AMOUNT = st.one_of(st.integers(1, 40), st.integers(1, 10**8))
METHOD = st.sampled_from(["", "cash", "app"])
REASON = st.sampled_from(["", "miscounted", "miscounted", "slip"])
TABLE = st.integers(1, 3)
RECIPIENT = st.one_of(st.just(VOLUNTEERS), st.integers(1, PEOPLE + 1))
PICK = st.integers(0, 99)  # one of those that will do, or now and then one that may not
SEEN: Counter[str] = Counter()  # what the runs came across, for the proof's figures


@cache
def empty_books() -> bytes:
    connection = new_books()
    tx = Transaction(connection)
    for league_id in LEAGUES:
        for number in range(1, PEOPLE + 1):
            player_of(tx, league_id, 100 + number, f"player {number}", Clock().moment)
    return connection.serialize()


@dataclass
class Promise:
    """Somebody's dealing at a table, as a person watching would note it down."""

    player_id: int
    table: int
    has_dealt: bool
    end: str = ""  # "withdrawn", "broke" or "bought out"


class MoneyMachine(RuleBasedStateMachine):
    """Two leagues, one night after the other, everything that can be booked, each delivery perhaps twice."""

    @initialize(data=st.data())
    def open(self, data: st.DataObject) -> None:
        self.at = Clock().moment
        self.connection = copied(empty_books())
        self.tx = Transaction(self.connection)
        self.keys = 0
        self.league_id = 1
        self.night: dict[int, int] = {}
        self.lines: list[Any] = []
        self.gifts: dict[tuple[int, int, int], int] = {}  # league, night, recipient: kept apart from the code tried
        self.given: dict[tuple[int, int, int], tuple[int, int, int]] = {}  # league, giver, receipt
        self.promised: dict[tuple[int, int], tuple[int | None, Terms]] = {}  # league, night: as of its first entry
        self.duties: dict[tuple[int, int], list[Promise]] = {}  # league, night: kept apart, too
        for league_id in LEAGUES:
            self.league_id = league_id
            self.new_night(data.draw(st.fixed_dictionaries({name: st.sampled_from(CHOICES[name]) for name in CHOICES})),
                           data.draw(st.sampled_from(SPLITS)), 5000, "USD")  # fmt: skip

    def teardown(self) -> None:
        if hasattr(self, "connection"):
            self.connection.close()

    # -------------------------------------------------------------- one delivery

    def do(self, what: str, work: Callable[..., object], *args: Any, by: int = HOST, **kwargs: Any) -> str | None:
        """One interaction, as the bot does it, and now and then delivered again; None if it was refused."""
        self.at += timedelta(minutes=1)
        self.keys += 1
        act = Act(self.league_id, str(self.keys), by, self.at)
        self.tx.run("BEGIN IMMEDIATE")
        try:
            done = once(self.tx, act, lambda tx, act: str(work(tx, act, *args, **kwargs)))
        except NotNow as refusal:
            self.tx.run("ROLLBACK")
            SEEN[f"refused {what}" if str(refusal).endswith(".") else "half a sentence"] += 1
            return None
        self.tx.run("COMMIT")
        SEEN[what] += 1
        if self.keys % 3 == 0:
            before = self.picture()
            again = once(self.tx, act, lambda tx, act: str(work(tx, act, *args, **kwargs)))
            assert (again.answer, again.repeated) == (done.answer, True)
            assert self.picture() == before
            SEEN["delivered twice"] += 1
        return done.answer

    def picture(self) -> list[Any]:
        tables = ("account", "booking", "line", "night_money", "tip_sum", "tip_receipt", "dealer_duty", "duty_change")
        return [self.tx.all(f"SELECT * FROM {table}") for table in tables]

    @property
    def night_id(self) -> int:
        return self.night[self.league_id]

    # -------------------------------------------------------------- nights and duties

    @rule(
        choices=st.fixed_dictionaries({name: st.sampled_from(CHOICES[name]) for name in CHOICES}),
        split=st.sampled_from(SPLITS),
        fee=st.integers(1, 6000),
        currency=st.sampled_from(["USD", "USD", "JPY"]),
    )
    def new_night(self, choices: dict[str, str], split: str, fee: int, currency: str) -> None:
        if self.league_id in self.night:
            close_night(self.tx, Act(self.league_id, "-", HOST, self.at), self.night_id)
        act = Act(self.league_id, "-", HOST, self.at)
        record_settings(
            self.tx, act, {**choices, "money.discounts": None, "tips.split": split, "currency": currency}, self.at, ""
        )
        night = open_night(self.tx, act, date(2026, 3, 14), "UTC", "tournament", None)
        self.night[self.league_id] = night.night_id
        self.do("fee", set_fee, night.night_id, fee)

    @rule(name=st.sampled_from([*CHOICES]), at=st.integers(0, 1), off=st.integers(0, 9000))
    def sets(self, name: str, at: int, off: int) -> None:
        """The league changes its mind; a night that somebody has entered is not touched by it."""
        act = Act(self.league_id, "-", HOST, self.at)
        if (self.league_id, self.night_id) in self.promised:
            record_settings(self.tx, act, {name: CHOICES[name][at], "money.discounts": {"1": off}}, self.at, "")

    @rule(league_id=st.sampled_from(LEAGUES))
    def other_league(self, league_id: int) -> None:
        self.league_id = league_id

    @rule(player_id=PLAYER, table=TABLE, starts=st.booleans())
    def volunteer(self, player_id: int, table: int, starts: bool) -> None:
        if open_duty(self.tx, self.league_id, self.night_id, player_id) is None:
            done = self.do("volunteer", _volunteer, self.night_id, player_id, table, starts)
            self.promises.append(Promise(player_id, table, has_dealt=done == "deals"))

    @rule(table=TABLE)
    def table_breaks(self, table: int) -> None:
        self.do("table breaks", _table_breaks, self.night_id, table)
        for promise in self.promises:
            if promise.table == table and promise.end in ("", "bought out"):
                promise.end = promise.end or "broke"

    @rule(pick=PICK, by_duty=st.booleans())
    def leaves_duty(self, pick: int, by_duty: bool) -> None:
        player_id = self._picked(pick, [one.player_id for one in self.promises if not one.end])
        done = self.do("withdrawn", _leaves, self.night_id, player_id, BuyOut() if by_duty else Withdraw())
        if done is not None:
            self._ends(player_id, "bought out" if by_duty else "withdrawn")

    def _picked(self, pick: int, fit: list[int]) -> int:
        """One of those that will do; any number where there are none, or for the last few picks."""
        return fit[pick % len(fit)] if fit and pick < 90 else 1 + pick % PEOPLE

    def _ends(self, player_id: int, end: str) -> None:
        [promise] = [one for one in self.promises if one.player_id == player_id and not one.end]
        promise.end = end

    @property
    def promises(self) -> list[Promise]:
        return self.duties.setdefault((self.league_id, self.night_id), [])

    # -------------------------------------------------------------- money

    @rule(player_id=PLAYER, method=METHOD)
    def enters(self, player_id: int, method: str) -> None:
        if self.do("entry", enter, self.night_id, player_id, method=method) is not None:
            books = books_of(self.tx, self.league_id, self.night_id, self.at)
            self.promised.setdefault((self.league_id, self.night_id), (books.fee, books.terms))

    @rule(player_id=PLAYER, what=st.sampled_from(PAID_IN[1:]), amount=AMOUNT, method=METHOD)
    def pays_in(self, player_id: int, what: str, amount: int, method: str) -> None:
        self.do(what, enter, self.night_id, player_id, what, amount, method)

    @rule(player_id=st.integers(1, PEOPLE + 1), what=st.sampled_from(PAID_FROM), amount=AMOUNT, method=METHOD)
    def takes_out(self, player_id: int, what: str, amount: int, method: str) -> None:
        self.do(what, pay_from_pool, self.night_id, player_id, amount, what, method)

    @rule(player_id=PLAYER, amount=AMOUNT, is_in=st.booleans(), tonight=st.booleans())
    def settles(self, player_id: int, amount: int, is_in: bool, tonight: bool) -> None:
        work = pay if is_in else pay_out
        self.do("payment", work, player_id, amount, "USD", "cash", self.night_id if tonight else None)

    @rule(player_id=PLAYER, table=TABLE, method=METHOD)
    def dealer_enters(self, player_id: int, table: int, method: str) -> None:
        self.volunteer(player_id, table, starts=True)
        self.enters(player_id, method)

    @rule(pick=PICK)
    def buys_out(self, pick: int) -> None:
        there = entered([one for one in all_bookings(self.tx, self.league_id) if one.night_id == self.night_id])
        fit = [one.player_id for one in self.promises if one.has_dealt and not one.end and one.player_id in there]
        if not fit:  # so that there is something to buy out of
            self.dealer_enters(1 + pick % PEOPLE, 1 + pick % 3, "cash")
            fit = [1 + pick % PEOPLE]
        player_id = self._picked(pick, fit)
        if self.do("buyout", buy_out, self.night_id, player_id, "cash") is not None:
            self._ends(player_id, "bought out")

    @rule(pick=PICK, reason=REASON)
    def reverses(self, pick: int, reason: str) -> None:
        bookings = all_bookings(self.tx, self.league_id)
        fixed = [one.booking_id for one in bookings if one.what in FIXED]
        fit = [one.booking_id for one in bookings if one.reversed_by is None and one.what not in FIXED]
        number = self._picked(pick, fixed if pick % 5 == 0 else fit[-12:])
        if self.do("reversal", undo, number, reason) is not None:
            assert number not in fixed, "what stays was reversed"

    @rule(back=st.integers(0, 3), player_id=PLAYER)
    def confirms(self, back: int, player_id: int) -> None:
        newest = max((one.booking_id for one in all_bookings(self.tx, self.league_id)), default=0)
        self.do("confirmation", confirm, newest - back, player_id)

    # -------------------------------------------------------------- tips

    @rule(giver=PLAYER, recipient=RECIPIENT, amount=AMOUNT, has_receipt=st.booleans())
    def tips(self, giver: int, recipient: int, amount: int, has_receipt: bool) -> None:
        def after(receipt: str) -> None:
            self._gift(self.night_id, recipient, amount)
            if has_receipt:
                self.given[self.league_id, giver, int(receipt)] = (self.night_id, recipient, amount)

        what = "tip for volunteers" if recipient == VOLUNTEERS else "tip"
        self._in_private(what, after, give, self.night_id, recipient, amount, has_receipt=has_receipt, by=100 + giver)

    @rule(pick=PICK, recipient=st.integers(VOLUNTEERS, PEOPLE))
    def redirects(self, pick: int, recipient: int) -> None:
        giver, receipt = self._receipt(pick)

        def after(_: str) -> None:
            night_id, was, amount = self.given[self.league_id, giver, receipt]
            self._gift(night_id, was, -amount)
            self._gift(night_id, recipient, amount)
            self.given[self.league_id, giver, receipt] = (night_id, recipient, amount)

        self._in_private("tip redirected", after, redirect, receipt, recipient, by=100 + giver)

    @rule(pick=PICK)
    def takes_back(self, pick: int) -> None:
        giver, receipt = self._receipt(pick)

        def after(_: str) -> None:
            night_id, was, amount = self.given.pop((self.league_id, giver, receipt))
            self._gift(night_id, was, -amount)

        self._in_private("tip taken back", after, take_back, receipt, by=100 + giver)

    def _receipt(self, pick: int) -> tuple[int, int]:
        """Somebody's receipt, as a rule one that is theirs."""
        if not any(key[0] == self.league_id for key in self.given):
            self.tips(1 + pick % PEOPLE, 1 + (pick + 1) % PEOPLE, 1 + pick, has_receipt=True)
        fit = sorted(key[1:] for key in self.given if key[0] == self.league_id)
        return fit[pick % len(fit)] if fit and pick < 90 else (1 + pick % PEOPLE, 1 + pick % 3)

    @rule(giver=PLAYER, is_sure=st.sampled_from([True, False, False]))
    def forgets(self, giver: int, is_sure: bool) -> None:
        if not is_sure:
            return

        def after(_: str) -> None:
            for key in [key for key in self.given if key[:2] == (self.league_id, giver)]:
                del self.given[key]

        self._in_private("receipts forgotten", after, forget_receipts, by=100 + giver)

    @rule(times=st.sampled_from([0, 0, 1, 2]))
    def morning(self, times: int) -> None:
        for _ in range(times):
            self.do("tips booked", book_tips, self.night_id)
            self._verify_tips()

    def _gift(self, night_id: int, recipient: int, amount: int) -> None:
        key = (self.league_id, night_id, recipient)
        self.gifts[key] = self.gifts.get(key, 0) + amount

    def _in_private(
        self, what: str, after: Callable[[str], None], work: Any, *args: Any, by: int, **kwargs: Any
    ) -> None:
        """Whatever a giver does, every view that others have stays what it was, to the letter."""
        before = self.views()
        answer = self.do(what, work, *args, by=by, **kwargs)
        assert self.views() == before
        if answer is not None:
            after(answer)

    def views(self) -> list[Any]:
        """All that is offered to host and dealers."""
        at, night = self.at, self.night_id
        act = Act(self.league_id, "-", HOST, at)
        return [
            all_bookings(self.tx, self.league_id),
            balances(self.tx, self.league_id),
            owing(self.tx, self.league_id),
            [statement(self.tx, self.league_id, number, "USD") for number in range(1, PEOPLE + 1)],
            check(self.tx, self.league_id),
            count_down(self.tx, act, night, 0),
            books_of(self.tx, self.league_id, night, at),
            [night_tips(self.tx, self.league_id, number) for number in range(1, night + 1)],
            self.tx.all("SELECT * FROM audit"),
            self.tx.all("SELECT * FROM due_job"),
            self.tx.all("SELECT * FROM night_money"),
        ]

    # -------------------------------------------------------------- closing

    @rule(off=st.sampled_from([None, 0, 0, -500, 7]), reason=REASON, goes_on=st.booleans())
    def closes(self, off: int | None, reason: str, goes_on: bool) -> None:
        if goes_on:
            return
        down = count_down(self.tx, Act(self.league_id, "-", HOST, self.at), self.night_id, None)
        counted = None if off is None else down.held + off
        SEEN["closing with tips"] += any(key[:2] == (self.league_id, self.night_id) for key in self.gifts)
        if self.do("closing", close_books, self.night_id, counted, reason) is None:
            return
        assert (down.left == 0 and not off) or reason, "a difference without a reason"
        for (place, _), value in balances(self.tx, self.league_id).items():
            assert value == 0 or place.kind not in (POOL, DISCOUNTS, TIP_BOX) or place.of != self.night_id
        assert books_of(self.tx, self.league_id, self.night_id, self.at).tips_closed_at is not None
        self._verify_tips()

    @rule(reason=REASON)
    def opens_again(self, reason: str) -> None:
        self.do("reopening", reopen, self.night_id, reason)

    def _verify_tips(self) -> None:
        """What the dealers got is what was given, to the last cent."""
        if books_of(self.tx, self.league_id, self.night_id, self.at).tips_closed_at is None:
            return
        given = {key[2]: value for key, value in self.gifts.items() if key[:2] == (self.league_id, self.night_id)}
        tips = night_tips(self.tx, self.league_id, self.night_id)
        assert (tips.total if tips else 0) == sum(given.values())
        if tips is not None:
            SEEN["volunteers shared"] += tips.pool > 0
            assert tips.pool == given.get(VOLUNTEERS, 0)
            for player_id, value in tips.by_player.items():
                assert value >= given.get(player_id, 0)

    # -------------------------------------------------------------- what always holds

    @invariant()
    def holds(self) -> None:
        if not hasattr(self, "lines"):
            return
        lines = self.tx.all(
            "SELECT b.*, l.* FROM line l JOIN booking b USING (league_id, booking_id)"
            " ORDER BY b.booked_at, b.league_id, b.booking_id, l.line_id"
        )
        assert lines[: len(self.lines)] == self.lines, "a line has changed"
        self.lines = lines
        for league_id in LEAGUES:
            assert check(self.tx, league_id).faults == ()
            bookings = all_bookings(self.tx, league_id)
            kept = balances(self.tx, league_id)
            assert kept == balances_of(bookings)
            self._verify_bookings(bookings)
            sums: Counter[str] = Counter()
            for (_, currency), value in kept.items():
                sums[currency] += value
            assert not any(sums.values()), sums
        self._verify_discounts()
        for (league_id, giver, receipt), (night_id, recipient, amount) in self.given.items():
            own = {one.receipt_id: one for one in own_receipts(self.tx, league_id, 100 + giver)}
            assert (own[receipt].night_id, own[receipt].recipient_id, own[receipt].amount) == (
                night_id,
                recipient,
                amount,
            )
        sums_kept = self.tx.all("SELECT league_id, night_id, recipient_id, amount FROM tip_sum WHERE amount > 0")
        told = {(row["league_id"], row["night_id"], row["recipient_id"]): row["amount"] for row in sums_kept}
        assert told == {key: value for key, value in self.gifts.items() if value}

    def _verify_bookings(self, bookings: list[Booking]) -> None:
        """Each booking is what it is called, and a reversal leaves nothing of what it names."""
        by_number = {one.booking_id: one for one in bookings}
        for one in bookings:
            if one.reverses is not None:
                both = balances_of([one, by_number[one.reverses]])
                assert not any(both.values()), "a reversal that does not undo"
                assert by_number[one.reverses].reversed_by == one.booking_id
            elif one.what in PAID_IN and one.night_id is not None:
                into = one.moved(pool(one.night_id))
                off = -one.moved(discounts(one.night_id))
                assert into > 0 and 0 <= off <= (into if one.what == ENTRY else 0)
                theirs = one.moved(one.moves[0].source)
                assert theirs == (0 if one.method else off - into)
                assert one.moved(BANK_PLACE) == (off - into if one.method else 0)

    def _verify_discounts(self) -> None:
        """While a night's books are open its discounts are what was promised, reckoned anew from a plain record."""
        books = books_of(self.tx, self.league_id, self.night_id, self.at)
        if (self.league_id, self.night_id) in self.promised:
            assert (books.fee, books.terms) == self.promised[self.league_id, self.night_id], "terms that changed"
        if books.closed_at is not None or (self.league_id, self.night_id) not in self.promised:
            return
        bookings = [one for one in all_bookings(self.tx, self.league_id) if one.night_id == self.night_id]
        there, terms = entered(bookings), books.terms
        expected: dict[int, int] = {}
        for table, off in (
            {1: 3000, 2: 2000, 3: 1000}.items() if books.currency == "USD" else {1: 30, 2: 20, 3: 10}.items()
        ):
            sharing = sorted(
                (one for one in self.promises if one.table == table
                 and not (one.end == "withdrawn" and terms.no_show == "loses")
                 and not (one.end == "broke" and not one.has_dealt and terms.broke_early == "loses")),
                key=lambda one: one.player_id,
            )  # fmt: skip
            for place, one in enumerate(sharing):
                part = off // len(sharing) + (place < off % len(sharing)) if terms.shared == "split" else off
                if one.end != "bought out" and one.player_id in there and part:
                    expected[one.player_id] = min(part, books.fee or 0)
        if len({one.player_id for one in self.promises}) == len(self.promises):  # nobody signed up twice
            SEEN["discounts reckoned anew"] += bool(expected)
            assert discounts_booked(bookings, self.night_id) == expected


def _volunteer(tx: Transaction, act: Act, night_id: int, player_id: int, table: int, starts: bool) -> str:
    kept = sign_up(tx, act, night_id, signed_up(table, player_id, None), "volunteers")
    dealing = tx.one(
        "SELECT 1 AS is_dealt FROM down WHERE league_id = :league_id AND night_id = :night_id"
        " AND (table_number = :table OR player_id = :player_id) AND ended_at IS NULL",
        league_id=act.league_id,
        night_id=night_id,
        table=table,
        player_id=player_id,
    )
    if starts and dealing is None:
        begin_down(tx, act, night_id, table, player_id, 30)
        take_duty(tx, act, kept, Start(), "deals")
    adjust_discounts(tx, act, night_id)
    return "deals" if starts and dealing is None else "signed up"


def _table_breaks(tx: Transaction, act: Act, night_id: int, table: int) -> str:
    freed = release_table(tx, act, night_id, table)
    adjust_discounts(tx, act, night_id)
    return str(freed)


def _leaves(tx: Transaction, act: Act, night_id: int, player_id: int, step: BuyOut | Withdraw) -> str:
    kept = open_duty(tx, act.league_id, night_id, player_id)
    if kept is None:
        raise NotNow("Nobody of that name deals.")
    take_duty(tx, act, kept, step, "leaves")
    adjust_discounts(tx, act, night_id)
    return "left"
