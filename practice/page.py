"""The page that lists people and places, as HTML: values in, text out. It works without its script."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from practice.league import BOT, Person
from practice.stage import Place, Said

EXAMPLE = "The dealer flipped my second card face up. Do I keep it?"


def choosing_page(people: Iterable[Person], person: Person, places: Iterable[Place]) -> str:
    """Who to be and where to go."""
    who = "".join(_person(each, chosen=each is person) for each in people)
    where = "".join(_place(person, place) for place in places)
    return _page(
        "Practice",
        f"""
<p>This is the real bot on a simulated Discord, on this computer only. Nothing you do here leaves it,
and stopping the program forgets everything.</p>
<section aria-labelledby="start"><h2 id="start">How to start</h2>
<ol>
<li>Press <strong>Open #rules</strong> below. The channel opens in a tab of its own.</li>
<li>In its message box type <kbd>/rule ask</kbd>, choose the command, type a question such as
<q>{EXAMPLE}</q> and send it. The answer is for your eyes only.</li>
<li>Press <strong>Share</strong> under the answer. Then come back here, be somebody else, and open
#rules again: they see it too.</li>
<li>Then open #cash-table, type <kbd>/misdeal start</kbd> and press your way to a ruling.</li>
<li>To play an evening, open #cash-table as Host and send <kbd>/table open</kbd>. The table gets a thread of its
own, which is then in the list below: open it, and send <kbd>/table seat</kbd> with
<q>@Ann, @Bob, dora 5</q> as <kbd>who</kbd>.</li>
</ol></section>
<section aria-labelledby="people"><h2 id="people">Who are you?</h2>
<ul class="people">{who}</ul></section>
<section aria-labelledby="places" id="fresh"><h2 id="places">Where do you go as {escape(person.name)}?</h2>
<ul class="places">{where}</ul></section>
<section aria-labelledby="know"><h2 id="know">Good to know</h2>
<ul>
<li>One place is open at a time: opening another ends the tab before it.</li>
<li>In a channel's tab, <strong>Viewing as</strong> changes who you are without coming back here.</li>
<li>To talk, type in the message box there. What Discord keeps in a message's own menu (right-click, or
a long press) is under <strong>Message menus</strong> here.</li>
<li>The clock runs as outside, and what the bot does by itself appears within a second or two.</li>
</ul></section>""",
    )


def messages_page(person: Person, place: Place, messages: Iterable[Said], menus: list[str]) -> str:
    """The latest messages of a place, each with the commands of its own menu."""
    rows = "".join(_said(person, place, said, menus) for said in messages)
    listed = f'<ul class="said">{rows}</ul>' if rows else "<p>Nobody has said anything here yet.</p>"
    note = "" if menus else "<p>There are no message menus in direct messages on this practice page.</p>"
    return _page(
        f"{place.name}: message menus",
        f"""
<p>On Discord these commands are in a message's own menu (right-click, or a long press). You are
<strong>{escape(person.name)}</strong>; the bot answers in {escape(place.name)}, which opens in its tab.</p>
{note}<p><a href="/?as={person.key}">Back to people and places</a></p>
<section aria-label="Latest messages, newest first" id="fresh">{listed}</section>""",
    )


def problem_page(sentence: str) -> str:
    """One sentence about what went wrong, and the way back."""
    return _page("That did not work", f'<p role="alert">{escape(sentence)}</p><p><a href="/">Start again</a></p>')


def _person(person: Person, *, chosen: bool) -> str:
    current = ' aria-current="true"' if chosen else ""
    return (
        f'<li><a href="/?as={person.key}"{current}>{escape(person.name)}<small>{escape(person.about)}</small></a></li>'
    )


def _place(person: Person, place: Place) -> str:
    about = f"<small>{escape(place.about)}</small>" if place.about else ""
    menus = (
        f'<a href="/messages?as={person.key}&amp;in={place.channel.id}">Message menus'
        f'<span class="unseen"> of {escape(place.name)}</span> ({place.message_count})</a>'
    )
    kind = ' class="thread"' if place.channel.is_thread else ""
    opener = _form("/open", person, place, f"Open {place.name}")
    return f"<li{kind}>{opener}{about}{'' if place.is_direct else menus}</li>"


def _said(person: Person, place: Place, said: Said, menus: list[str]) -> str:
    buttons = "".join(_form("/menu", person, place, name, message=str(said.message_id), command=name) for name in menus)
    text = said.text if len(said.text) <= 300 else said.text[:299] + "…"
    return (
        f'<li><p><strong>{escape(said.author)}</strong> <time datetime="{said.said_at.isoformat()}">'
        f"{said.said_at.astimezone():%H:%M}</time></p><p>{escape(text)}</p>{buttons}</li>"
    )


def _form(action: str, person: Person, place: Place, label: str, **more: str) -> str:
    values = {"as": person.key, "in": str(place.channel.id), **more}
    hidden = "".join(f'<input type="hidden" name="{k}" value="{escape(v)}">' for k, v in values.items())
    return (
        f'<form method="post" action="{action}" target="call-the-floor-place">{hidden}'
        f"<button>{escape(label)}</button></form>"
    )


def _page(title: str, body: str) -> str:
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} · {BOT}</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css"><script src="/page.js" defer></script></head>
<body><main><h1>{escape(title)} <small>{BOT}</small></h1>{body}</main></body></html>
"""
