"""How much action a story tells: its folds, checks, calls, bets and raises counted in turn.

Silent where the count may be wrong: an action of somebody late in turn says nothing of those before him.
Works on the plain words of `rules.story_words`. Knows no book.

>>> told_action("utg called and 2 folded .")
'three_or_more'
>>> told_action("utg and next player limped .")
'two_with_chips'
>>> told_action("button raises holding 1 card .") is None
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.story_signs import signs
from rules.story_words import word_set

# The words that are or name an action; those of nobody in particular; and what says that it did not happen.
_PLAIN = word_set(
    "fold folds folded folding mucks mucked passes passed check checks checked knock knocks knocked tapped"
)
_CHIPS = word_set(
    "call calls called caller callers limp limps limped limper limpers flat flats flatted bet bets betting raise raises"
    " raised raiser reraise reraises reraised 3bet 3bets shove shoves shoved jam jams jammed allin completes completed"
    " open opens opened"
)  # fmt: skip
_AGAIN = word_set("reraise reraises reraised 3bet 3bets")  # somebody bet or raised before
_ACTED = word_set("act acts acted moved")
_ACTIONS = _PLAIN | _CHIPS | _ACTED
_PLAYERS = word_set(
    "utg utg1 hijack lojack hj lj co cutoff button btn bb sb someone somebody he she i we they player players guy guys"
    " people lads lad folks folk person man men fella fellas bloke blokes chap chaps opponent opponents neighbour neighbor others other"
    " dude dudes who callers lady ladies woman girl gent gentleman geezer opener hero villain mp participant"
)  # fmt: skip
_CROWD = word_set("we they players guys people lads folks men fellas blokes chaps opponents others dudes ladies")
_LATE = word_set("hijack lojack hj lj co cutoff button btn bb sb mp who")
_SOON = _PLAYERS - _CROWD - _LATE - word_set("utg someone somebody opener")  # may be next after one that acted
_ANY_OF_THEM = word_set("first next a another one second third")  # "a player called": not the one it is about
_ORDINALS = word_set("next first second third fourth another")
_AFTER_OTHERS = word_set("second third fourth")
_BESIDE = word_set("him me beside behind more new early all now then only ahead behind of since so far")
_NOUN_SIGNS = word_set("a an another 1 after been it")
_CALLED = word_set("called calls")  # the raise that was told before
_COUNTS_ANEW = word_set("a an another and or plus then , more further second first next third since was it")
_DOERS = word_set("caller limper raiser")
_AMOUNT = word_set("to for at bet bets raise raises raised call calls called opens opened")  # before a sum of chips
_ROUND = word_set("to round around through")  # "folds to the button": nobody knows how many did
_NOUNS = word_set("fold folds check checks call calls limp limps raise raises bet bets open reraise shove allin 3bet")
MOST_PLAYERS = 10  # a number above is no number of players
_MANY = dict.fromkeys(("several", "few", "many", "everyone", "everybody", "table", "loads", "plenty"), 3) | {"both": 2}
_NOT = word_set(
    "no not nobody none nothing without before to would could should can will if might may until till yet owed owes owe"
    " pending facing missed phone zero any wants wanted unseen let unless must cannot about thinking considering always"
    " usually normally often"
)  # fmt: skip
_AFTER_CALL = word_set(
    "floor td it for out time misdeal over me him us that host director attention foul clock somebody someone"
)
_CALLED_OUT = word_set("dealer my floor clock td host misdeal")  # the floor was called, "dealer calls it"
_GOES_ALLIN = word_set("shoved shoves moved went goes raised bet jammed trip called calls")  # one action with allin
_AFTER_MOVED = frozenset((",", ".", "and", "yet", "allin", "first", "out"))  # else a card or a button was moved
_OF_CARDS = word_set("my his her their cards card hole deck pack count stub")
_TOOK_PLACE = word_set("facing missed unseen")  # "facing a raise": it was made, by nobody knows whom
_STREETS = word_set("flop turn river")
_DUE = word_set(
    "first of for due before meant part belongs a next as be to s"
)  # "first card of the flop": none is out yet
_EARLIER = word_set("me him her them us that it then")
_NOTICED = word_set("noticed notice realised realized realise realize saw see spotted caught seen found said spoke")
_SAID_SO = [
    (re.compile(pattern), word)
    for pattern, word in (
        (r"\bma(?:de|kes) it \d+\b", "raised"),
        (r"\b(?:threw|throws|tossed|tosses|chucked|chucks|ditched|binned|dumped) (?:away |in )?(?:his|her|their|my) (?:hand|cards)"
         r"(?: away| in)?\b", "folded"),
        (r"\b(raise|raises|raised) (?=(?:an?|his|her|my|1|2) (?:objections?|issues?|questions?|hands?|points?|alarms?|concerns?|fuss|voices?|arms?|eyebrows?)\b)",
         "voiced "),
    )
]  # fmt: skip
_EARLIER_HAND = re.compile(r"\b(?:(?:last|previous) hand|hands? ago|hands? before (?:last|that|this))\b")
_NUMBERED = re.compile(r"\b(?:seats? (\d+)|player (\d+)(?! players?\b))(?: and (\d+)\b)?")
_UNCOUNTED = re.compile(
    r" (?:4bets?|5bets?|ships?|shipped|ripped|popped|bumped|squeeze[ds]|donked|min ?raise[ds]?|overcall(?:s|ed)?|multiway|[3-9] way"
    r"|(?:came|come|comes|coming) along"
    r"|(?:put|puts|threw|tossed|stuck) (?:[a-z0-9]+ ){0,2}in(?: pot)?|after draw|second draw) "
)
_ECHOED = re.compile(  # "utg folded and so did the next": an action without its word
    r" (?:" + "|".join(sorted(_ACTIONS)) + r") (?:[a-z0-9]+ ){0,2}?(?:and|then|,) (?:then )?(?:so )?"
    r"(?:(?:first|second|third|next|other|others|another|1|2|3|utg1|hijack|cutoff|button|i|he|she|me|him|player|guy|rest) ){1,3}"
    r"(?:too |likewise |same )?[.,] "
)
_JOINS = frozenset(("and", ",", "plus", "or", "then", "with"))
_BEGINS = _JOINS | word_set(". when before after but until till once since that both because while as so by only")


@dataclass(frozen=True)
class _Deed:
    """An action told: how often, whether chips went in (None: not said), and whether it was all there was.

    Not `sure`: of somebody late in turn, as those before him have acted too, or of nobody that is named.
    """

    count: int
    chips: bool | None
    sure: bool


def told_action(plain: str) -> str | None:
    """The action taken in turn, as a value of the fact `action`; None where the story leaves it open."""
    parts = re.split(r"(?<=[.,]) ", plain)
    plain = _NUMBERED.sub(_one_by_one, " ".join("." if _EARLIER_HAND.search(part) else part for part in parts))
    for pattern, word in _SAID_SO:
        plain = pattern.sub(word, plain)
    words = plain.split()
    deeds = _deeds(words)
    signed = signs()["action"].values(plain)
    count = sum(deed.count for deed in deeds)
    if count >= 3 or "three_or_more" in signed:
        return "three_or_more" if "none" not in signed else None
    if "later_street" in signed and not ("allin" in words and count == 2):
        return "three_or_more" if "none" not in signed else None
    if _UNCOUNTED.search(f" {plain} ") or _is_later(words):
        return None
    if "none" in signed:
        return "none" if not count else None
    if not deeds or not all(deed.sure for deed in deeds) or _ECHOED.search(f" {plain} "):
        return None
    if count == 1:
        return "one"
    if len(deeds) == 2 and any(deed.chips is None for deed in deeds):  # "only utg acted, he called"
        return None
    if any(deed.chips for deed in deeds):
        return "two_with_chips"
    return "two_without_chips" if all(deed.chips is False for deed in deeds) else None


def _one_by_one(met: re.Match[str]) -> str:
    """Players named by numbers, each as a seat: "seats 3 and 4", "player 2"."""
    return " and ".join(f"seat {number}" for number in met.groups() if number)


def _is_later(words: list[str]) -> bool:
    """Is a board card told of as out, so that a whole round of betting may go untold?"""
    for place, word in enumerate(words):
        before = words[place - 1] if place else "."
        after = words[place + 1] if place + 1 < len(words) else "."
        if word in _STREETS and before not in _DUE and after not in ("card", "cards"):
            return True
    return False


def _deeds(words: list[str]) -> list[_Deed]:
    deeds: list[_Deed] = []
    denied = told = -2  # the places of the last action that did not happen, and of the last that did
    for place, word in enumerate(words):
        if word not in _ACTIONS or not _is_action(words, place):
            continue
        if _is_told_again(words, place):
            continue
        if _is_denied(words, place) or _follows(words, denied, place):
            denied = place
            if not _TOOK_PLACE.isdisjoint(_part(words, place)[-4:]):
                deeds.append(_Deed(1, word in _CHIPS, False))
            continue
        count, sure = _how_many(words, place, told >= 0)
        sure = sure or (not count and _stands_alone(words, place, _follows(words, told, place)))
        sure = sure and (told >= 0 or word not in _AGAIN)
        deeds.append(_Deed(count or 1, None if word in _ACTED else word in _CHIPS, sure))
        told = place
    return deeds


def _is_told_again(words: list[str], place: int) -> bool:
    """Is an action told before meant: "seat 4 called the raise", "the raiser wants it back"?"""
    word, before = words[place], words[place - 1] if place else "."
    if word in _DOERS and before in _JOINS:
        before = ""
    if word not in _NOUNS | _DOERS or before.isdigit() or before in _COUNTS_ANEW | _PLAYERS | (_ACTIONS - _CALLED):
        return False
    return any(
        earlier in _ACTIONS and earlier[:3] == word[:3] and _is_action(words, spot)
        for spot, earlier in enumerate(words[:place])
    )


def _follows(words: list[str], earlier: int, place: int) -> bool:
    """Is an action told in one breath with an earlier one: "bet, called or folded"?"""
    return earlier >= 0 and all(word in _JOINS or word in _NOUN_SIGNS for word in words[earlier + 1 : place])


def _stands_alone(words: list[str], place: int, goes_on: bool) -> bool:
    """Is it an action of whoever was next: "a fold", "raise, call", "after betting and one call"?"""
    before = words[place - 1] if place else "."
    if words[place].startswith(("fold", "check")) and not _ROUND.isdisjoint(words[place + 1 : place + 2]):
        return False
    if goes_on or before in _NOUN_SIGNS - {"it"} or words[place] in _DOERS:
        return True
    if words[place].endswith("s"):  # "button peeks, raises": somebody's, and he may be late in turn
        return words[place] in _NOUNS and before == "."
    return words[place] in _NOUNS and before in (",", ".", "and", "plus", "then")


def _part(words: list[str], place: int) -> list[str]:
    """The words before a place, back to the last comma or the sentence's start."""
    start = place
    while start and words[start - 1] not in (",", "."):
        start -= 1
    return words[start:place]


def _is_denied(words: list[str], place: int) -> bool:
    near = _part(words, place)[-4:]
    if "before" in near and not _EARLIER.isdisjoint(near):  # "before me one check": that one is told
        near.remove("before")
    since = next((spot for spot, word in enumerate(near) if word in ("until", "till")), None)
    if since is not None and not _NOTICED.isdisjoint(_part(words, place)):  # "not noticed until one called"
        near = near[since + 1 :]
    if "to" in near[:-2] or (near[-2:-1] == ["to"] and near[-1].isdigit()):  # "raised to 6 and the next one called"
        near = [word for word in near if word != "to"]
    return not _NOT.isdisjoint(near)


def _is_action(words: list[str], place: int) -> bool:
    word = words[place]
    before = words[place - 1] if place else "."
    after = words[place + 1] if place + 1 < len(words) else "."
    if word in ("open", "opens", "opened"):
        if after in _OF_CARDS:
            return False
        near = {words[spot] for spot in (place - 2, place + 1, place + 2) if 0 <= spot < len(words)}
        return (
            before in _PLAYERS | {"an"}
            or after in ("for", "to")
            or (before in ",." and bool(near & (_ACTIONS - {word})))
        )
    if word == "betting" or (word == "acts" and before == "of"):
        return False
    if word in ("passed", "passes"):
        return before in _PLAYERS and after not in ("over", "by", "along", "back", "to", "on", "his", "her")
    if word.startswith("call"):
        if after == "it":
            return words[place + 2 : place + 3] in ([","], ["."], ["and"])
        is_of_a_bet = after == "that" and not _NOUNS.isdisjoint(words[place + 2 : place + 3])
        return (after not in _AFTER_CALL or is_of_a_bet) and before not in _CALLED_OUT
    if word.startswith(("check", "muck", "fold")) and after in _OF_CARDS:
        return (after in ("his", "her", "their", "my") and word.startswith(("muck", "fold"))) or after in ("count",)
    if word in ("mucked", "folded") and after in ("cards", "card", "hands"):
        return False
    if word == "allin":
        return before not in _GOES_ALLIN
    if word.startswith("complete"):
        return before in ("sb", "who", "he", "she")
    if word.startswith("act") and after in ("like", "surprised", "strange", "weird", "as", "up"):
        return False
    return word != "moved" or (before in _PLAYERS | {"all"} and after in _AFTER_MOVED)


def _how_many_after(words: list[str], place: int) -> tuple[int, bool]:
    """How many did it, where they are named after it: "folded by 3", "raised by the first player"."""
    many = words[place] if place < len(words) else "."
    if many.isdigit() and many != "1" and int(many) <= MOST_PLAYERS:
        return int(many), True
    return 1, many in ("utg", "someone", "somebody") or many in _ANY_OF_THEM


def _is_object(words: list[str], spot: int) -> bool:
    """Did something happen to this one, so that he is no doer: "it went to a player and the next one called"?"""
    while spot and words[spot - 1] in _ANY_OF_THEM:
        spot -= 1
    return spot > 0 and words[spot - 1] not in _BEGINS


def _how_many(words: list[str], place: int, has_begun: bool) -> tuple[int, bool]:
    """How many are named as doers of an action, and whether that can be the whole of it."""
    after = words[place + 1 : place + 3]
    if after[:1] == ["by"] and after[-1] not in ("then", "now", "that", "time", "when"):
        return _how_many_after(words, place + 2)
    count, sure = 0, True
    spot = place - 1
    listed = False  # "utg, utg1 and hijack called": only before an "and" does a comma part two doers
    joined = True  # may another doer stand here: at first, and after "and" or a comma
    while spot >= 0:
        word = words[spot]
        before = words[spot - 1] if spot else "."
        if word in _JOINS and count and not joined:
            if word == "," and not listed:
                return count, sure and before not in _PLAYERS
            joined = listed = True
        elif word in _ORDINALS:
            count, joined = count + joined, False
            sure = sure and (has_begun or word not in _AFTER_OTHERS)
        elif word in _BESIDE:
            pass
        elif word.isdigit() and before == "seat" and joined:
            count, joined, sure = count + 1, False, sure and has_begun
            spot -= 1
        elif word.isdigit() and (words[spot + 1] in _JOINS or before in _AMOUNT):
            break  # a sum: "raised to 6, the next one called"
        elif not joined and word != "1" and words[spot + 1] not in _CROWD | _BESIDE:
            break
        elif word.isdigit() or word in _MANY:
            many = _MANY[word] if word in _MANY else int(word)
            many = many if many <= MOST_PLAYERS else 1
            if not joined:  # "3 players called": the players were counted as one
                count, sure = count - 1 + many, True
            else:
                count, joined = count + many, False
                if spot == place - 1:
                    break
        elif (
            joined
            and (word in _PLAYERS or words[spot : spot + 2] == ["seat", "beside"])
            and not (listed and _is_object(words, spot))
        ):
            count, joined = count + 1, False
            is_late = word in _LATE or (word in _SOON and not has_begun and before not in _ANY_OF_THEM)
            sure = sure and word not in _CROWD and not is_late
        else:
            break
        spot -= 1
    if place + 1 < len(words) and words[place + 1] == "twice":
        return 2, False
    if count == 1 and words[place + 1 : place + 3] == ["first", "player"]:  # "I fold first to act"
        return 1, True
    return count, sure and count > 0
