"""The ids of every feature's buttons, selects and forms, and the one place that answers them.

An id is a version, an act and opaque arguments, joined by colons: "rule1:share:cash:all". It says all
that is needed, so a press works after any restart; it comes back from outside, so its handler checks
league, role and state again. A card may carry another feature's id without knowing its code.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cogs.shared.refusals import Refusal

LONGEST = 100  # Discord's limit for a component's id
LARGEST_NUMBER = 2**63 - 1  # what the store can hold, and any Discord id

Handler = Callable[..., Awaitable[None]]


@dataclass(frozen=True)
class Route:
    """The id template of one act; `arguments` is how many opaque values follow it."""

    name: str
    arguments: int = 0

    def id(self, *values: object) -> str:
        """The id of a component that leads here."""
        custom_id = ":".join((self.name, *map(str, values)))
        if len(values) != self.arguments or len(custom_id) > LONGEST:
            raise ValueError(f"{custom_id!r} is no id of {self.name}")
        return custom_id


RULE_KIND = Route("rule1:kind", 3)  # kind, book or "all", topic chosen or "asked"
RULE_NEAR = Route("rule1:near", 2)  # kind, book; a select of topics
RULE_SHARE = Route("rule1:share", 5)  # kind, book, own rule or "0", topic and clause or "none"
RULE_DISCUSS = Route("rule1:discuss", 1)  # topic or "none"
RULE_NONE = Route("rule1:none")
RULE_NO_SAMPLE = Route("rule1:nosample")
RULE_LEAGUE = Route("rule1:league", 1)  # book; a select of leagues, in a direct message
RULE_LEAGUES = Route("rule1:leagues", 1)  # book; asks for the league again
RULE_SHOW = Route("rule1:show")  # a select of topics and clauses
RULE_PART = Route("rule1:part")  # a select of the pocket card's parts
RULE_ASK = Route("rule1:ask")  # the standing message's button
RULE_WRONG = Route("rule1:wrong")  # opens a case
RULE_SHUFFLE = Route("rule1:shuffle")
RULE_ASKED = Route("rule1:asked")  # the form behind the first two

LEAGUE_STEP = Route("league1:step", 1)  # a step of the setup
LEAGUE_ORDER = Route("league1:order", 1)  # kind; a select of orders
LEAGUE_CHANNELS = Route("league1:channels", 1)  # kind; a select of channels
LEAGUE_ROLES = Route("league1:roles", 1)  # host, td, dealer; a select of roles
LEAGUE_FLOOR = Route("league1:floor")  # a select of people
LEAGUE_ZONE = Route("league1:zone")
LEAGUE_CURRENCY = Route("league1:currency")
LEAGUE_OTHER = Route("league1:other")  # opens the form for any zone and currency
LEAGUE_OTHER_SENT = Route("league1:othersent")
LEAGUE_STANDING = Route("league1:standing")  # a select of channels for the standing message
LEAGUE_OWN_SENT = Route("league1:ownsent", 3)  # incident, outcome or "none"; day or "now"
LEAGUE_FORGET = Route("league1:forget", 2)  # "account" or "guest", and its number: forgets them
LEAGUE_CLEAR_MISSES = Route("league1:clear", 2)  # first and last question shown

ME_NO_FLOOR = Route("me1:nofloor")
ME_NO_RECEIPTS = Route("me1:noreceipts")  # forgets which tips one has given
ME_FORGET = Route("me1:forget")  # forgets whoever presses

MISDEAL_CONFIRM = Route("case1:confirm", 1)  # every one of these begins with the case's number
MISDEAL_NAME = Route("case1:name", 2)  # incident
MISDEAL_PICK = Route("case1:pick", 1)  # a select of incidents
MISDEAL_CHANGE = Route("case1:change", 1)  # a select of answers
MISDEAL_KIND = Route("case1:kind", 2)  # kind
MISDEAL_TELL = Route("case1:tell", 1)  # opens the form for the story
MISDEAL_TOLD = Route("case1:told", 1)
MISDEAL_ANSWER = Route("case1:answer", 3)  # fact, and its value or "unknown"
MISDEAL_WHY = Route("case1:why", 2)  # fact
MISDEAL_COUNT = Route("case1:count", 1)  # count the action tap by tap
MISDEAL_FLOOR = Route("case1:floor", 1)
MISDEAL_SO = Route("case1:so", 3)  # "hand" or "no", and the mark of the ruling that was seen
MISDEAL_OTHERWISE = Route("case1:otherwise", 1)  # opens the form for another outcome
MISDEAL_RULED = Route("case1:ruled", 1)
MISDEAL_CLAUSES = Route("case1:clauses", 1)
MISDEAL_PICTURE = Route("case1:picture", 1)  # the table before and after
MISDEAL_BOOKS = Route("case1:books", 1)
MISDEAL_WHAT_IF = Route("case1:whatif", 1)
MISDEAL_WHAT_IF_SO = Route("case1:ifso", 1)  # a select of answers
MISDEAL_REDEAL = Route("case1:redeal", 1)
MISDEAL_REFUND = Route("case1:refund", 1)  # who gets what back
MISDEAL_TABLE = Route("case1:table", 1)  # the exception: a table, on its card; opens a case there
MISDEAL_ASKED = Route("case1:asked")  # on the answer to a question that tells an incident
MISDEAL_LIST = Route("case1:list", 3)  # incident or "all", day or "any", and older than this number
MISDEAL_OPEN = Route("case1:open")  # a select of cases

COUNT_TAP = Route("case1:tap", 4)  # case or "0", actions so far as letters or "-", "in" or "out", the action's letter
COUNT_TURN = Route("case1:turn", 3)  # case or "0", actions so far, "in" or "out": whether the next one is in turn
COUNT_UNDO = Route("case1:undo", 2)  # case or "0", actions so far
COUNT_USE = Route("case1:use", 2)  # case, actions so far
REFUND_POT = Route("case1:pot", 1)  # the form with the pot; "ask" who knew, or "all" goes back by the ruling
REFUND_FIX = Route("case1:fixpot", 1)  # opens the form again
REFUND_RIGHT = Route("case1:potright", 1)
REFUND_KNEW = Route("case1:knew", 1)  # a select of the players
DRILL_PICK = Route("case1:drilled", 3)  # book, seed, outcome
DRILL_NEXT = Route("case1:drill", 1)  # book

NIGHT_CLOSE = Route("night1:close", 1)  # night; the button of the cockpit
NIGHT_CLOSE_ALL = Route("night1:closeall", 1)  # night; with the tables that are open
NIGHT_STUB = Route("night1:stub", 1)  # table, whose stub has been counted
NIGHT_DEALT = Route("night1:dealt", 1)  # night; who dealt how much

NIGHT_POST = Route("night1:post", 1)  # draft; its reading is right
NIGHT_MOVE = Route("night1:move", 2)  # night, its new beginning in seconds since 1970
NIGHT_CANCEL = Route("night1:cancel", 1)  # night; opens the form for the reason
NIGHT_CANCELLED = Route("night1:cancelled", 1)
NIGHT_REPEAT = Route("night1:repeat", 3)  # night, how it repeats, which weekday of the month or "0"
NIGHT_END = Route("night1:end", 1)  # series: no further night is planned
NIGHT_PLAY = Route("night1:play", 1)  # every one of these is about the night; on its card
NIGHT_DEAL = Route("night1:deal", 1)
NIGHT_STAND_BY = Route("night1:standby", 1)
NIGHT_SPOT = Route("night1:spot", 1)
NIGHT_WHO = Route("night1:who", 1)
NIGHT_TAKE = Route("night1:take", 2)  # night, table: the second press
NIGHT_OWN = Route("night1:own", 2)  # night, what one does about one's spot: drop, cover, keep, write, silent
NIGHT_ANSWER = Route("night1:answer", 3)  # league, letter, "yes", "no" or "off"; also in a direct message
NIGHT_DEALING = Route("night1:dealing", 0)  # the season's dealing as a picture
NIGHT_FILL = Route("night1:fill", 1)  # draft of a filling: post it
NIGHT_FILL_TABLE = Route("night1:filltable", 1)  # draft; a select of nights and tables
NIGHT_FILL_WHO = Route("night1:fillwho", 3)  # draft, night, table; a select of who deals it, "0" for nobody

DEALER_PAID = Route("deal1:paid", 2)  # duty, the balance that was shown
DEALER_AGREE = Route("deal1:agree", 2)  # duty, who was named
DEALER_ABLE = Route("deal1:able", 2)  # duty, who was named
DEALER_TAKE = Route("deal1:take", 2)  # night, table number: the host deals on
DEALER_NEXT = Route("deal1:next", 1)  # table number or "0" for all; on the cockpit: proposes the next push
DEALER_RELEASE = Route("deal1:release", 1)  # player; on the cockpit: the dealer goes and the host deals on
DEALER_PUSH = Route("deal1:push", 2)  # table number or "0" for all, and the mark of the push that was seen

TABLE_NEXT = Route("table1:next", 2)  # every one of these begins with the table; the hand that its card showed
TABLE_BUTTON = Route("table1:button", 2)  # the newest step, so that a drawn select is empty; a select of seats
TABLE_WINNER = Route("table1:winner", 2)  # the hand that was asked at; a select of players
TABLE_SEAT = Route("table1:seat", 1)  # one's own seat, privately
TABLE_MINE = Route("table1:mine", 2)  # what one does there: sit, stand, away, back, deal or rather
TABLE_MORE = Route("table1:more", 1)
TABLE_SHOW = Route("table1:show", 2)  # duties, log, picture or shuffle
TABLE_DO = Route("table1:do", 3)  # stub, again (with the hand) or undo (with the step), else "-"
TABLE_DECK = Route("table1:deck", 1)  # a select of what is done with the deck
TABLE_PENALTY = Route("table1:penalty", 1)  # opens the form
TABLE_PENALISED = Route("table1:penalised", 1)

MONEY_SURE = Route("money1:sure", 5)  # what, player, amount, method or "-", night or "0": book what is unusually much
MONEY_ASK = Route("money1:ask", 1)  # booking; asks its player in the channel whether it is right
MONEY_LOOK = Route("money1:look", 1)  # booking; its player looks at it, privately
MONEY_RIGHT = Route("money1:right", 1)  # booking; its player says that it is
MONEY_NIGHT = Route("money1:night", 1)  # night; its money, for its host
MONEY_DOWN = Route("money1:down", 1)  # night; the books against a count
MONEY_COUNT = Route("money1:count", 1)  # night; opens the form for what was counted
MONEY_COUNTED = Route("money1:counted", 1)
MONEY_CLOSE = Route("money1:close", 3)  # night, what was counted or "-", the mark of the books that were seen
MONEY_WHY = Route("money1:why", 3)  # the same; opens the form for the reason
MONEY_REASONED = Route("money1:reasoned", 3)

TIP_TO = Route("tip1:to", 1)  # night; a select of who it is for
TIP_GIVE = Route("tip1:give", 4)  # night, who it is for or "0" for the volunteers, amount, "1" with a receipt or "0"
TIP_OTHER = Route("tip1:other", 2)  # night, who it is for; opens the form for the amount
TIP_TYPED = Route("tip1:typed", 2)
TIP_NOTHING = Route("tip1:nothing")
TIP_MOVE = Route("tip1:move", 2)  # one's own receipt, who it goes to instead; or "-": it stays
TIP_BACK = Route("tip1:back", 1)  # one's own receipt: it was mistyped

DISPUTE_CASE = Route("disp1:case", 1)  # case, on its card; opens the form of a new dispute
DISPUTE_TABLE = Route("disp1:table", 1)  # table, in its log; the same
DISPUTE_OPENED = Route("disp1:opened", 3)  # source and what it is: a case, a table, a channel and a message, else "0"
DISPUTE_SIDE = Route("disp1:side", 1)  # every one of these begins with the dispute; opens the form
DISPUTE_SAID = Route("disp1:said", 1)
DISPUTE_EVIDENCE = Route("disp1:evidence", 1)  # opens the form
DISPUTE_HANDED = Route("disp1:handed", 1)
DISPUTE_DECIDE = Route("disp1:decide", 1)  # the private screen for whoever may
DISPUTE_OUTCOME = Route("disp1:outcome", 1)  # a select of outcomes; opens the form
DISPUTE_DECIDED = Route("disp1:decided", 2)  # outcome
DISPUTE_APPEAL = Route("disp1:appeal", 1)  # opens the form
DISPUTE_APPEALED = Route("disp1:appealed", 1)
DISPUTE_AGREE = Route("disp1:agree", 2)  # which decision: the first, or the one on appeal
DISPUTE_MORE = Route("disp1:more", 1)
DISPUTE_LOOK = Route("disp1:look", 1)  # a select of what to look at
DISPUTE_NAME = Route("disp1:name", 1)  # opens the choice
DISPUTE_NAMED = Route("disp1:named", 1)  # a select of people
DISPUTE_ADD = Route("disp1:add", 1)  # opens the choice of whom to add
DISPUTE_ADDED = Route("disp1:added", 2)  # as a witness or in the hand; a select of people
DISPUTE_WHICH = Route("disp1:which")  # a select of open disputes, for a message to be handed in
DISPUTE_ACCEPT = Route("disp1:accept", 2)  # "yes" or "no"
DISPUTE_THREAD = Route("disp1:thread", 1)  # its thread, made anew where it is gone
DISPUTE_RULE = Route("disp1:rule", 1)  # opens the form with the draft
DISPUTE_RULED = Route("disp1:ruled", 3)  # incident and outcome or "none"
DISPUTE_SUM_UP = Route("disp1:sumup", 1)  # the summary, privately
DISPUTE_POST = Route("disp1:post", 1)  # posts it


class Router:
    """Which handler answers which act."""

    def __init__(self) -> None:
        self._handlers: dict[str, tuple[Route, Handler]] = {}
        self._later: list[Callable[[], Mapping[Route, Handler]]] = []

    def add(self, route: Route, handler: Handler) -> None:
        """Let `handler(interaction, *arguments)` answer this act."""
        self._handlers[route.name] = (route, handler)

    def add_all(self, handlers: Mapping[Route, Handler]) -> None:
        """Let each of these acts be answered by its handler."""
        for route, handler in handlers.items():
            self.add(route, handler)

    def add_later(self, load: Callable[[], Mapping[Route, Handler]]) -> None:
        """Let these acts be answered, too; `load` imports their feature when it is first needed."""
        self._later.append(load)

    def load(self) -> None:
        """Import every feature that was added for later."""
        while self._later:
            self.add_all(self._later.pop()())

    def remove_all(self, routes: Iterable[Route]) -> None:
        """Stop answering these acts: their feature is unloaded."""
        for route in routes:
            self._handlers.pop(route.name, None)

    def find(self, custom_id: str) -> tuple[Handler, list[str]] | None:
        """The handler of a component's id with its arguments; None for an id of no route."""
        version, _, rest = custom_id.partition(":")
        act, *values = rest.split(":")
        if f"{version}:{act}" not in self._handlers:
            self.load()
        found = self._handlers.get(f"{version}:{act}")
        if found is None or len(values) != found[0].arguments:
            return None
        return found[1], values


def fields(data: Any) -> dict[str, Any]:
    """A submitted form's values by component id: text for an input, a list for a select."""
    found: dict[str, Any] = {}
    for part in data.get("components", ()):
        for component in part.get("components") or [part.get("component")]:
            if component:
                found[component["custom_id"]] = component.get("value", component.get("values"))
    return found


def chosen(data: Any) -> str:
    """The value chosen in a select; empty if there is none."""
    return next(iter(all_chosen(data)), "")


def all_chosen(data: Any) -> list[str]:
    """Every value chosen in a select."""
    return [str(value) for value in data.get("values") or ()]


def number_in(value: str) -> int | None:
    """A number or Discord id that came back from outside; None if it is neither.

    >>> number_in("42"), number_in("9" * 40), number_in("-1"), number_in("٣")
    (42, None, None, None)
    """
    if not value.isascii() or not value.isdecimal() or len(value) > 19:
        return None
    return int(value) if int(value) <= LARGEST_NUMBER else None


def verify_number(value: str, sentence: str) -> int:
    """The same where there must be one. Raises Refusal with the sentence."""
    number = number_in(value)
    if number is None:
        raise Refusal(sentence)
    return number
