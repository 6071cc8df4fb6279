"""The search's weights and the file they are kept in: how much each term speaks for each answer.

An answer is a clause or `none <subject>`. Weights are whole numbers of one byte, so that a row is small and
adding rows is quick. Written by `python -m rules.train`, read once by `search.load`.
"""

from __future__ import annotations

import json
import zlib
from array import array
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).parent / "weights.bin"
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
