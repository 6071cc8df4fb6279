"""One way to try each command and press of docs/permissions.md, in the world of `walked_world`."""

from __future__ import annotations

from walked_world import Try, World


def tries(world: World) -> dict[str, Try]:
    """By the name that the table gives it; what is not here is tried by its name alone."""
    commands = {**_for_oneself(world), **_for_others(world), **_of_hosts(world)}
    return {
        **{name: Try(options=options) for name, options in commands.items()},
        **_rules(world),
        **_cases(world),
        **_table(world),
        **_money(world),
        **_nights(world),
        **_disputes(world),
        **_setup(world),
    }


def _for_oneself(world: World) -> dict[str, dict[str, object]]:
    bob, player = {"guest": "bob"}, world.people["player"]
    here = {"table": 1}
    return {
        "/rule ask": {"question": "burn got flipped, leave it up?"},
        "/rule show": {"rule": "burn"},
        "/misdeal start": {"story": "the burn got flipped"},
        "/misdeal case": {"number": world.known["ruled case"]},
        "/table duties": here,
        "/table picture": here,
        "/table log": here,
        "/table deck": here,
        "/table deck marred": {"what": "change_marred", **here},
        "/table hand": here,
        "/table button": {"seat": 2, **here},
        "/table stub": here,
        "/table seat": {"table": 2},
        "/table stand": here,
        "/table move": {"seat": 9, **here},
        "/table away": here,
        "/table back": here,
        "/table undo": {"step": world.known["own step"], **here},
        "/dealer start": {"table": 2},
        "/dealer replace": {"player": player},
        "/tip give": {"dealer": "0", "amount": "5"},
        "/money owe player": bob,
    }


def _for_others(world: World) -> dict[str, dict[str, object]]:
    bob, dan = {"guest": "bob"}, {"guest": "dan"}
    at_one = {"who": "bob", "table": 1}
    return {
        "/table seat who": {"who": "zoe", "table": 1},
        "/table stand who": at_one,
        "/table move who": {"seat": 9, **at_one},
        "/table away who": at_one,
        "/table back who": {"who": "cy", "table": 1},
        "/table undo step": {"table": 1},
        "/table penalty": {"hands": 2, **at_one},
        "/table break": {"table": 2},
        "/table close": {"table": 2},
        "/table deck floor": {"what": "change_floor", "table": 1},
        "/dealer start player": {"guest": "zoe", "table": 2},
        "/dealer bust player": dan,
        "/dealer buyout player": dan,
        "/dealer replace table": {"guest": "cy", "table": 1},
        "/dealer relieve player": {"guest": "hal"},
        "/dealer release player": {"guest": "hal"},
        "/dealer break player": dan,
        "/money enter": {"what": "buyin", "amount": "10", **bob},
        "/money pay": {"amount": "10", **bob},
        "/money payout": {"amount": "10", **bob},
        "/money reverse": {"entry": world.known["booking"], "reason": "a slip"},
        "/night signup": {"what": "play", "night": world.known["ahead"], **bob},
        "/night deals": {"game": "omaha", **bob},
    }


def _of_hosts(world: World) -> dict[str, dict[str, object]]:
    ahead = {"night": world.known["ahead"]}
    return {
        "/dealer downs minutes": {"minutes": 40},
        "/money reopen": {"reason": "a slip", "day": "2026-03-14"},
        "/money discounts table": {"table1": "20"},
        "/tip policy suggests": {"suggests": False},
        "/night create": {"when": "next friday 7pm", "title": "Friday"},
        "/night edit": {"title": "Friday", **ahead},
        "/night move": {"when": "next thursday 7pm", **ahead},
        "/night cancel": ahead,
        "/night repeat": {"how": "weekly", **ahead},
        "/night card": ahead,
        "/night staff add": {"person": world.people["stranger"]},
        "/night staff remove": {"person": world.people["tonight"]},
        "/league books": {"kind": "cash", "order": "psp-rrp-tda"},
        "/league house-rule alternate": {"rule": "rrp-misdeals-l:dead", "on": True},
        "/league house-rule withdraw": {"number": 1},
        "/league week": {"where": world.league.rules},
        "/league forget": {"guest": "nia"},
    }


def _rules(world: World) -> dict[str, Try]:
    share = tuple(world.known["share"])
    topic = share[3]
    return {
        "rule1:kind": Try(("cash", "all", "asked"), on="answer"),
        "rule1:near": Try(("cash", "all"), values=(topic,), on="answer"),
        "rule1:show": Try(values=(f"topic:{topic}",)),
        "rule1:part": Try(values=("cash:before",)),
        "rule1:share": Try(share, on="answer"),
        "rule1:discuss": Try(("none",), on="shared"),
        "rule1:none": Try(on="answer"),
        "rule1:league": Try(("all",), values=(str(world.league.guild.id),), on="answer"),
        "rule1:leagues": Try(("all",), on="answer"),
        "rule1:asked": Try(fields={"question": "burn got flipped, leave it up?"}),
    }


def _cases(world: World) -> dict[str, Try]:
    new, told, asked, answered, ruled, fouled, lone = (
        (world.known[f"{name} case"],) for name in ("new", "told", "asked", "answered", "ruled", "fouled", "lone")
    )
    change = Try(answered, values=("action:one",), on="answered case")
    decided = {"outcome": ["continues"], "reason": "it was seen by nobody", "weighed": [], "hand": []}
    return {
        "case1:asked": Try(on="answer"),
        "case1:table": Try((world.known["table"],)),
        "case1:list": Try(("all", "any", 99)),
        "case1:open": Try(values=(str(ruled[0]),)),
        "case1:drilled": Try(("tda", 7, "misdeal")),
        "case1:drill": Try(("tda",)),
        "case1:tap": Try((0, "-", "in", "c")),
        "case1:turn": Try((0, "-", "in")),
        "case1:undo": Try((0, "-")),
        "case1:count": Try(asked, on="asked case"),
        "case1:use": Try((*asked, "-"), on="asked case"),
        "case1:refund": Try(fouled, on="fouled case"),
        "case1:pot": Try(("ask",), fields={"pot": "ann 40 in\nbob 25 out"}),
        "case1:fixpot": Try(("ask",), on="pot"),
        "case1:potright": Try(("ask",), on="pot"),
        "case1:knew": Try(("ask",), values=("0",), on="pot"),
        "case1:floor": Try(ruled, on="ruled case"),
        "case1:why": Try((*asked, "action"), on="asked case"),
        "case1:clauses": Try(ruled, on="ruled case"),
        "case1:picture": Try(ruled, on="ruled case"),
        "case1:books": Try(ruled, on="ruled case"),
        "case1:whatif": Try(ruled, on="ruled case"),
        "case1:ifso": Try(ruled, values=("action:one",), on="ruled case"),
        "case1:redeal": Try(ruled, on="ruled case"),
        "case1:tell": Try(new, on="new case"),
        "case1:told": Try(new, fields={"story": "the burn got flipped"}, on="new case"),
        "case1:confirm": Try(told, on="told case"),
        "case1:name": Try((*new, "exposed_on_deal"), on="new case"),
        "case1:pick": Try(new, values=("exposed_on_deal",), on="new case"),
        "case1:kind": Try((*new, "cash"), on="new case"),
        "case1:answer": Try((*asked, "action", "none"), on="asked case"),
        "case1:change": change,
        "case1:so": Try((*lone, "no", world.known["lone case: mark"]), on="lone case"),
        "case1:so at a table": Try((*ruled, "no", world.known["ruled case: mark"]), on="ruled case"),
        "case1:otherwise": Try(ruled, on="ruled case"),
        "case1:ruled": Try(ruled, fields=decided, on="ruled case"),
    }


def _table(world: World) -> dict[str, Try]:
    table = (world.known["table"],)
    return {
        "table1:seat": Try(table),
        "table1:more": Try(table),
        "table1:show": Try((*table, "log")),
        "table1:mine": Try((*table, "away")),
        "table1:next": Try((*table, 1)),
        "table1:button": Try((*table, world.known["step"]), values=("2",)),
        "table1:winner": Try((*table, 1), values=(str(world.known["bob"]),)),
        "table1:do": Try((*table, "stub", "-")),
        "table1:do undo": Try((*table, "undo", world.known["step"])),
        "table1:deck": Try(table, values=("change_marred",)),
        "table1:deck floor": Try(table, values=("change_floor",)),
        "table1:penalty": Try(table),
        "table1:penalised": Try(table, fields={"player": [str(world.known["bob"])], "hands": "2"}),
    }


def _money(world: World) -> dict[str, Try]:
    night, booking, receipt = ((world.known[name],) for name in ("night", "booking", "receipt"))
    bob, closing = world.known["bob"], tuple(world.known["closing"])
    return {
        "money1:look": Try(booking),
        "money1:right": Try(booking),
        "money1:sure": Try(("buyin", bob, 100000, "cash", *night)),
        "money1:ask": Try(booking),
        "money1:night": Try(night),
        "money1:down": Try(night),
        "money1:count": Try(night),
        "money1:counted": Try(night, fields={"typed": "12"}),
        "money1:close": Try((*night, "-", closing[-1])),
        "money1:why": Try(closing),
        "money1:reasoned": Try(closing, fields={"typed": "a slip"}),
        "tip1:to": Try(night, values=("0",)),
        "tip1:give": Try((*night, "0", 500, "1")),
        "tip1:other": Try((*night, "0")),
        "tip1:typed": Try((*night, "0"), fields={"typed": "5"}),
        "tip1:move": Try((*receipt, "-")),
        "tip1:back": Try(receipt),
        "deal1:paid": Try(tuple(world.known["owed"]), on="duty"),
        "deal1:able": Try((world.known["duty"], world.known["player"]), on="duty"),
        "deal1:agree": Try((world.known["duty"], world.known["player"]), on="duty"),
        "deal1:agree guest": Try((world.known["duty"] + 2, world.known["gus"]), on="duty"),
        "deal1:take": Try((*night, 2)),
        "deal1:next": Try((0,)),
        "deal1:release": Try((world.known["dan"],)),
        "deal1:push": Try(tuple(world.known["push"])),
    }


def _nights(world: World) -> dict[str, Try]:
    night, ahead, filling = ((world.known[name],) for name in ("night", "ahead", "filling"))
    return {
        "night1:dealt": Try(night),
        "night1:play": Try((ahead[0] + 1,)),
        "night1:deal": Try(ahead),
        "night1:take": Try((*ahead, 2)),
        "night1:standby": Try((ahead[0] + 1,)),
        "night1:spot": Try(ahead),
        "night1:who": Try(ahead),
        "night1:own": Try((*ahead, "silent")),
        "night1:answer": Try((world.league.guild.id, 1, "no")),
        "night1:close": Try(night),
        "night1:closeall": Try(night),
        "night1:stub": Try((world.known["table"],)),
        "night1:move": Try((*ahead, 1774220400)),
        "night1:cancel": Try(ahead),
        "night1:cancelled": Try(ahead, fields={"reason": "the host is ill"}),
        "night1:repeat": Try((*ahead, "weekly", "0")),
        "night1:end": Try((1,)),
        "night1:post": Try((world.known["draft"],)),
        "night1:fill": Try(filling, on="filling"),
        "night1:filltable": Try(filling, values=(f"{ahead[0]}.2",), on="filling"),
        "night1:fillwho": Try((*filling, *ahead, 2), values=("0",), on="filling"),
    }


def _disputes(world: World) -> dict[str, Try]:
    new, paid, asked, closed, final = (
        (world.known[f"{name} dispute"],) for name in ("open", "paid", "asked", "closed", "final")
    )
    stranger, of_new, why = world.people["stranger"], {"dispute": new[0]}, {"reason": "it was seen by nobody"}
    found = {"found": "two cards were seen", **why, "next": "we look first"}
    return {
        "/dispute open": Try(options={"about": "the pot was mine"}),
        "/dispute side": Try(options=of_new),
        "/dispute evidence": Try(options={"words": "there is a picture", **of_new}),
        "/dispute show": Try(options=of_new),
        "/dispute export": Try(options=of_new),
        "/dispute add": Try(options={"part": "witness", "player": stranger, **of_new}),
        "/dispute name": Try(options={"player": stranger, **of_new}),
        "/dispute precedents": Try(options={"text": "the pot"}),
        "/dispute close": Try(options={**why, **of_new}),
        "/dispute reopen": Try(options={**why, "dispute": closed[0]}),
        "/dispute settings appeal_days": Try(options={"appeal_days": 5}),
        ">Add to the dispute": Try(place="thread"),
        "disp1:case": Try((world.known["ruled case"],)),
        "disp1:table": Try((world.known["table"],)),
        "disp1:opened": Try(("table", world.known["table"], 0), fields={"words": "the pot was mine", "first": ["no"]}),
        "disp1:side": Try(new),
        "disp1:said": Try(new, fields={"text": "I saw two cards"}),
        "disp1:evidence": Try(new),
        "disp1:handed": Try(new, fields={"words": "there is a picture"}),
        "disp1:which": Try(values=(str(new[0]),)),
        "disp1:add": Try(new),
        "disp1:added": Try((*new, "hand"), values=(stranger,)),
        "disp1:more": Try(new),
        "disp1:look": Try(new, values=("sides",)),
        "disp1:thread": Try(new),
        "disp1:decide": Try(new),
        "disp1:outcome": Try(new, values=("upheld",)),
        "disp1:decided": Try((*new, "corrected"), fields={**found, "correction": "three dealt in"}),
        "disp1:decided money": Try(
            (*new, "money"), fields={**found, "pays": [f"0-{world.known['player']}"], "amount": "5"}
        ),
        "disp1:name": Try(new),
        "disp1:named": Try(new, values=(stranger,)),
        "disp1:accept": Try((*asked, "yes")),
        "disp1:agree": Try((*paid, 1)),
        "disp1:appeal": Try(paid),
        "disp1:appealed": Try(paid, fields=why),
        "disp1:rule": Try(final),
        "disp1:ruled": Try((*final, "none", "none"), fields={"title": "Our pot", "text": "The pot is counted first."}),
        "disp1:sumup": Try(final),
        "disp1:post": Try(final),
    }


def _setup(world: World) -> dict[str, Try]:
    own = {"title": "Our button", "text": "The button moves forward."}
    return {
        "league1:step": Try(("roles",)),
        "league1:order": Try(("cash",), values=("psp-rrp-tda",)),
        "league1:channels": Try(("cash",), values=(world.league.cash,)),
        "league1:roles": Try(("td",), values=(world.known["role"],)),
        "league1:floor": Try(values=(world.people["player"],)),
        "league1:zone": Try(values=("Europe/Paris",)),
        "league1:currency": Try(values=("EUR",)),
        "league1:othersent": Try(fields={"zone": "Europe/Paris", "currency": "EUR"}),
        "league1:standing": Try(values=(world.league.rules,)),
        "league1:ownsent": Try(("none", "none", "now"), fields=own),
        "league1:clear": Try((1, 1)),
        "league1:forget": Try(("guest", world.known["not there tonight"])),
    }
