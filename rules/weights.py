"""The search's weights and the file they are kept in: how much each term speaks for each answer.

An answer is a clause or `none <subject>`. Weights are whole numbers of one byte, so that a row is small and
adding rows is quick. Written by `python -m rules.train`, read once by `search.load`.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).parent / "weights.bin"
MOVED_UP = 128  # makes a weight of one signed byte a whole number from 0
NONE = "none "  # how an answer starts where no book answers; the subject follows


@dataclass(frozen=True)
class Weights:
    """A table of terms and answers.

    `step`: what one unit of a weight is worth. `rarity`: how much a term tells, by its row's number.
    `table`: the rows one after another, each as long as `answers`. `bias`: what speaks for an answer beforehand.
    `made_from`: the fingerprint of what was learnt from.
    """

    made_from: str
    answers: tuple[str, ...]
    bias: tuple[float, ...]
    step: float
    row_of: dict[str, int]
    rarity: tuple[float, ...]
    table: array[int]

    def row(self, number: int) -> array[int]:
        """One term's weights."""
        width = len(self.answers)
        return self.table[number * width : (number + 1) * width]


class Scorer:
    """The weights, ready to be asked.

    A term's row is one whole number with four bytes for each answer: adding rows is then one addition for
    all answers at once. Weights are moved up by 128, so that none borrows from its neighbour; that favours
    no answer, since it moves all of them alike. A row's second number is what it adds to the length of what is asked.
    """

    def __init__(self, weights: Weights) -> None:
        self._bias, self._step = weights.bias, weights.step
        self._unpack = struct.Struct(f"<{len(weights.answers)}I")
        self._rows = {
            term: (_packed(weights.row(number)), weights.rarity[number] ** 2) for term, number in weights.row_of.items()
        }

    def likelihoods(self, terms: Iterable[str]) -> list[float] | None:
        """How likely each answer is, up to a factor that is the same for all; None if no term is known."""
        rows = [self._rows[term] for term in set(terms) if term in self._rows]
        if not rows:
            return None
        scale = self._step / math.sqrt(math.fsum([square for _, square in rows]))
        sums = self._unpack.unpack(sum([row for row, _ in rows]).to_bytes(self._unpack.size, "little"))
        exp, most = math.exp, max(sums)  # less the most, so that no likelihood is too large for a number
        return [exp(bias + (units - most) * scale) for bias, units in zip(self._bias, sums, strict=True)]


def _packed(row: array[int]) -> int:
    return int.from_bytes(struct.pack(f"<{len(row)}I", *[weight + MOVED_UP for weight in row]), "little")


def write(weights: Weights, file: Path = FILE) -> None:
    """Keep the weights in one packed file."""
    head = {
        "made_from": weights.made_from,
        "answers": weights.answers,
        "bias": weights.bias,
        "step": weights.step,
        "terms": list(weights.row_of),
        "rarity": weights.rarity,
    }
    line = json.dumps(head, ensure_ascii=True, separators=(",", ":")).encode()
    file.write_bytes(zlib.compress(line + b"\n" + weights.table.tobytes(), 9))


def read(file: Path = FILE) -> Weights:
    """The weights as they were written. Raises OSError or ValueError if the file is missing or not whole."""
    try:
        line, _, rows = zlib.decompress(file.read_bytes()).partition(b"\n")
    except zlib.error as fault:
        raise ValueError(f"{file.name} is damaged; python -m rules.train makes it anew.") from fault
    head = json.loads(line)
    table = array("b")
    table.frombytes(rows)
    return Weights(
        made_from=head["made_from"],
        answers=tuple(head["answers"]),
        bias=tuple(head["bias"]),
        step=head["step"],
        row_of={term: number for number, term in enumerate(head["terms"])},
        rarity=tuple(head["rarity"]),
        table=table,
    )
