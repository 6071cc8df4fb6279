"""A story in plain words: lower case, numbers as digits, the table's names in one spelling, sentences kept apart.

`.` ends a sentence, `,` a part of one. Little words that tell nothing (the, has, was, already) are left out and every
"hasn't", "never", "nor" is a `not`, so that one sign fits many ways to put it. Knows no facts and no incidents.

>>> plain("Nobody's acted yet; the big blind hasn't looked.")
'nobody acted yet . bb not looked .'
>>> plain("Two folds. Is that a misdeal?")
'2 folds .'
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise


def word_set(text: str) -> frozenset[str]:
    """The words of a line, for asking whether a word is one of them."""
    return frozenset(text.split())


LONGEST = 1000  # characters read of a story: the longest real one seen has 220

_SPELLINGS = [
    (re.compile(pattern), word)
    for pattern, word in (
        (r"\b(?:3|three)-?bet(s?)(?:ted)?\b", r"3bet\1"),
        (r"(?<=[a-z0-9])-(?=[a-z0-9])", " "),
        (r"\b(?:[a-z]+'s|my|his|her|your|our|their|whose|out of|in) turn\b(?! card| bet| action| street)", "go"),
        (r"\bturn (?=to (?:act|bet|call|check|speak|decide|play|go)\b)", "go "),
        (r"\b(i|we|he|she|floor|td|host) (?:was|were|is|am|got|had been|has been) called\b", r"\1 fetched"),
        (r"'d (?=(?:have|call|fold|raise|bet|check|limp)\b)", " would "),
        (r"(?<=[a-z])'(s|d|ve|ll|re|m)\b", ""),
        (r"\b(?:has|have|had|did|does|do|was|were|is|are|could|would|should|ca|wo|ai)n'?t\b|\bcannot\b", "not"),
        (r"\bcan't\b|\bcant\b|\bwont\b|\bnor\b", "not"),
        (r"\bno[ -]?one\b|\bno player\b|\bnobodys?\b|\bno[ -]?body\b|\bnot (?:a single|1|one|any) (?:person|player|soul)\b", "nobody"),
        (r"\bnone of (?:us|them|the \w+|my \w+|our \w+)\b", "nobody"),
        (r"\bno[ -]limit\b", "nolimit"),
        (r"\b(first|next|second|last) (?:one )?to act\b", r"\1 player"),
        (r"\bhold ?'?em\b", "holdem"),
        (r"\b(?:under the gun|utg) ?(?:\+ ?|plus )(?:1|2|one|two)\b", "utg1"),
        (r"\bnext to\b", "beside"),
        (r"\b(?:as well|also)(?=\s*(?:[.,;:!?]|$))", "too"),
        (r"\bunder[ -]the[ -]gun\b", "utg"),
        (r"\bbig[ -]blind\b", "bb"),
        (r"\bsmall[ -]blind\b", "sb"),
        (r"\bcut[ -]off\b|\bco\b", "cutoff"),
        (r"\b(?:hi|low?)[ -]jack\b|\b[hl]j\b", "hijack"),
        (r"\bbtn\b|\bdealer (?:seat|position|puck|disc|chip|button)\b|\bpuck\b", "button"),
        (r"(?<![a-z0-9])\$?[0-9.]+ ?[/-] ?\$?[0-9.]+(?= (?:nl|plo|no[ -]?limit|pot[ -]?limit|hold|omaha|game|cash|stud|home))", " "),
        (r"\bface[ -]?up\b|\bpicture side up\b|\bwrong side up\b|\bupside down\b", "faceup"),
        (r"\bface[ -]down\b", "facedown"),
        (r"\bpre[ -]flop\b", "preflop"),
        (r"\ball[ -]in\b(?! (?:a|one|1) (?:block|piece))", "allin"),
        (r"\bre (?=raise[ds]?\b|deal\b|buy\b)", "re"),
        (r"\b(?:a )?(?:couple|pair)(?: of)?\b", "2"),
        (r"\bfifty[ -]?one\b", "51"),
        (r"\bfifty[ -]?two\b", "52"),
        (r"\bfifty[ -]?three\b", "53"),
        (r"\bfifty[ -]?four\b", "54"),
        (r"\bfifty\b", "50"),
    )
]  # fmt: skip
_NUMBERS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
_ORDERS = {
    "1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth", "7th": "seventh",
    "8th": "eighth", "9th": "ninth", "10th": "tenth",
}  # fmt: skip
_SILENT = word_set(
    "the is are was were be been being am has have had got gets get do does did just really very already also"
    " actually simply even quite since as well plainly honestly"
)
_MARK = re.compile(r"[a-z0-9]+|[.!?;:]|[,()/-]")
_ASKS = re.compile(
    r"^(?:and |but |so |or |then )?(?:is|are|am|was|do|does|did|can|could|should|shall|would|will|must|may|has|have|what|whats|how|which"
    r"|who|whos|when|why|where|misdeal|too late|any)\b"
)
# What is only supposed, and so did not happen: "had the hand been over we would ...", "if he had called".
_SUPPOSED = re.compile(
    r"^(?:and |but |so |or )?had (?:[a-z']+ ){1,4}?(?:been|not|[a-z]+ed)\b.*\b(?:would|could|might|wouldn't)\b"
)
_IF = re.compile(
    r"\b(?:even )?if (?:[a-z]+ ){0,4}?(?:[a-z]+'d|had|hadn't|were|weren't|would)\b[^,.;!?]*"
    r"|\b(?:what|how about|(?:does|would|will) it (?:matter|change anything|make a difference)|is it different"
    r"|what (?:happens|changes)) (?:if|when|whether)\b[^.;!?]*"
)
# Who says something, from the beginning of his part of a sentence.
_CLAIM = re.compile(
    r"(?:^|(?<=[,.;:!?] )|(?<=\bbut )|(?<=\band )|(?<=\bwhile )|(?<=\bwhereas ))(?P<who>(?:[a-z0-9']+ ){1,5}?)"
    r"(?:says?|said|swears?|swore|claims?|claimed|insists?|insisted|reckons?|reckoned|thinks?|thought|den(?:y|ies|ied)"
    r"|disagrees?|(?:don't|dont|doesn't|doesnt|didn't|didnt) (?:think|believe|agree))\b"
)
# Both in one sentence tell of another day or another hand: "it happened twice this month".
_ALIKE = re.compile(r"\b(?:similar|the same|same thing|(?:this|it|that) (?:also |has )?happened)\b")
_ANOTHER_DAY = re.compile(r"\b(?:ago|last|yesterday|month|week|before|once|earlier|the other (?:day|night))\b")
_MARK_OF_A_WORD = re.compile("[a-z]")
_NEAR = 120  # letters between two claims about one thing


def _lower(story: str) -> str:
    return unicodedata.normalize("NFKD", story[:LONGEST].replace("’", "'")).encode("ascii", "ignore").decode().lower()


def undisputed(story: str) -> str:
    """The story without what is told of another day, and without what one says and another denies.

    >>> undisputed("I got his card. He says he looked, Bob says he did not. No action.")
    'i got his card. . no action.'
    """
    sentences = re.split(r"(?<=[.;!?])\s+", _lower(story))
    text = " ".join(part for part in sentences if not (_ALIKE.search(part) and _ANOTHER_DAY.search(part)))
    claims = list(_CLAIM.finditer(text))
    disputed = {
        claim.start()
        for one, other in pairwise(claims)
        if one["who"] != other["who"] and other.start() - one.end() < _NEAR
        for claim in (one, other)
    }
    for start in sorted(disputed, reverse=True):
        text = text[:start] + re.sub(r"^[^.;!?]*", "", text[start:])
    return text


def plain(story: str) -> str:
    """The words of a story that tell something. Questions and what is only supposed are left out, unless there is nothing else."""
    text = _lower(story)
    sentences = [part for part in re.split(r"(?<=[.!?])\s+", text) if part.strip()]
    told = [part for part in sentences if not (part.endswith("?") and _ASKS.match(part)) and not _SUPPOSED.match(part)]
    text = " ".join(_IF.sub("", part) for part in told)
    if not _MARK_OF_A_WORD.search(text):
        text = " ".join(sentences)
    for pattern, word in _SPELLINGS:
        text = pattern.sub(word, text)
    row: list[str] = []
    for mark in _MARK.findall(text):
        if mark in ".!?;:":
            sign = "."
        elif mark in ",()/-":
            sign = ","
        elif mark in _SILENT:
            continue
        elif mark == "never":
            sign = "not"
        else:
            sign = _NUMBERS.get(mark) or _ORDERS.get(mark, mark)
        if sign in ".,":
            if not row or row[-1] == ".":
                continue
            if row[-1] == ",":
                row.pop()
        row.append(sign)
    if row and row[-1] != ".":
        row.append(".")
    return " ".join(row)
