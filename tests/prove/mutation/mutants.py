"""Small wrong changes to the modules that decide: each one is a mutant, and some test must notice it.

Made on the syntax tree, a node in another's place: signs turned round, conditions that always or never hold,
parts left out, neighbours swapped, and the slips of whoever writes a ruling down (see slips.py). Left alone is
what only costs time (caches), only guards (`strict=`) or is no behaviour (docstrings, types, imports).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from types import CodeType

from slips import ROOT, Place, book_of, slips

Change = tuple[str, ast.AST, str]  # its kind, what stands there now, and how that is told ("": as code)

SIGNS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}
CALLS = {"any": "all", "all": "any", "min": "max", "max": "min", "sorted": "list", "reversed": "list", "sum": "max"}
MAY_BE_LEFT_OUT = ("steps", "overrides", "switch", "key", "default", "times")
NO_BEHAVIOUR = ("__all__", "Verdict", "Test", "Steps", "REMEMBERED")  # names for types; how many decisions are kept


@dataclass(frozen=True)
class Mutant:
    """One wrong change: `owner.field` becomes `value` in the tree. `was` and `becomes` say it in code."""

    file: str
    line: int
    where: str
    kind: str
    was: str
    becomes: str
    tree: ast.Module
    owner: ast.AST
    field: str
    value: object

    @property
    def name(self) -> str:
        """What it is known by, whatever line it stands on."""
        return f"{self.file} {self.where}: {self.was} -> {self.becomes}"

    @property
    def module(self) -> str:
        """The module's name when it is imported."""
        return self.file.removesuffix(".py").replace("/", ".")

    @property
    def book(self) -> str:
        """The book whose rulings these are; empty for the engine."""
        return book_of(self.file)

    def code(self) -> CodeType:
        """The module with this change. The tree stays changed: only for a process that ends afterwards."""
        setattr(self.owner, self.field, self.value)
        made: CodeType = compile(ast.fix_missing_locations(self.tree), str(ROOT / self.file), "exec")
        return made


def mutants_of(file: str) -> list[Mutant]:
    """Every mutant of a file, in the order of its lines."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    capitals = frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id.isupper())
    made: dict[str, Mutant] = {}
    for owner, field, child, place in _walk(tree, Place(file, capitals)):
        old = getattr(owner, field)
        for kind, new, becomes in _instead(child, place):
            mutant = Mutant(
                file=file,
                line=getattr(child, "lineno", getattr(owner, "lineno", 0)),
                where=place.where,
                kind=kind,
                was=_told(child),
                becomes=becomes or _told(new),
                tree=tree,
                owner=owner,
                field=field,
                value=[new if thing is child else thing for thing in old] if isinstance(old, list) else new,
            )
            mutant = _unused(mutant, made)
            made[mutant.name] = mutant
    return sorted(made.values(), key=lambda mutant: mutant.line)


def _unused(mutant: Mutant, made: Mapping[str, Mutant]) -> Mutant:
    """The mutant under a name of its own: the second that reads alike ends in (2)."""
    numbers = (f" ({number})" if number > 1 else "" for number in count(1))
    names = (replace(mutant, becomes=mutant.becomes + number) for number in numbers)
    return next(named for named in names if named.name not in made)


def _walk(node: ast.AST, place: Place) -> Iterator[tuple[ast.AST, str, ast.AST, Place]]:
    """Every node that behaves, with what it hangs on and where that is."""
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_no_behaviour(node, field, child):
                yield node, field, child, place
                yield from _walk(child, place.below(child))


def _is_no_behaviour(owner: ast.AST, field: str, child: ast.AST) -> bool:
    if field in ("annotation", "returns", "ctx", "names"):
        return True
    if field == "decorator_list":  # how a ruling is written down counts, a cache does not
        return isinstance(owner, ast.ClassDef) or not _told(child).startswith("rule(")
    match child:
        case ast.keyword(arg="strict" | "compare" | "repr"):
            return True
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in NO_BEHAVIOUR
    return False


def _told(node: object) -> str:
    text = " ".join(ast.unparse(node).split()) if isinstance(node, ast.AST) else str(node)
    return text if len(text) <= 90 else f"{text[:60]} ... {text[-25:]}"


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _instead(node: ast.AST, place: Place) -> Iterator[Change]:
    """What could wrongly stand in a node's place."""
    yield from _conditions(node)
    yield from _signs(node)
    yield from _left_out(node, place)
    yield from _other_order(node, place)
    for new in slips(node, place):
        yield "slip", new, ""


def _conditions(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            for always in (True, False):
                yield "condition", _with(node, test=ast.Constant(always)), f"if {always}"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "condition", operand, ""
        case ast.Constant(value=bool(value)):
            yield "condition", ast.Constant(not value), ""
        case ast.BoolOp(values=values):
            for place in range(len(values)):
                rest = values[:place] + values[place + 1 :]
                yield "condition", rest[0] if len(rest) == 1 else _with(node, values=rest), ""
        case ast.comprehension(ifs=ifs) if ifs:
            yield "condition", _with(node, ifs=[]), ""


def _signs(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in SIGNS:
            yield "sign", _with(node, ops=[SIGNS[type(op)]()]), ""
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SIGNS:
            yield "sign", _with(node, op=SIGNS[type(op)]()), ""
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield "sign", operand, ""
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            yield "sign", ast.Constant(number + 1), ""
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in CALLS and args:
            other = CALLS[name]
            fitting = [] if other == "list" else keywords
            yield "sign", _with(node, func=ast.Name(other, ast.Load()), keywords=fitting), f"{other}(...)"


def _left_out(node: ast.AST, place: Place) -> Iterator[Change]:
    match node:
        case ast.Expr() | ast.AugAssign() | ast.Continue() | ast.Raise():
            yield "left out", ast.Pass(), ""
        case ast.Call(keywords=keywords):
            for keyword in keywords:
                if keyword.arg in MAY_BE_LEFT_OUT:
                    rest = [other for other in keywords if other is not keyword]
                    yield "left out", _with(node, keywords=rest), f"without {_told(keyword)}"
        case ast.Tuple(elts=parts, ctx=ast.Load()) if place.is_list_of_the_table and len(parts) > 1:
            for gone in range(len(parts)):
                rest = parts[:gone] + parts[gone + 1 :]
                yield "left out", _with(node, elts=rest), f"without {_told(parts[gone])}"


def _other_order(node: ast.AST, place: Place) -> Iterator[Change]:
    match node:
        case ast.Tuple(elts=parts, ctx=ast.Load()) if place.order_counts:
            for first in range(len(parts) - 1):
                turned = [*parts[:first], parts[first + 1], parts[first], *parts[first + 2 :]]
                yield "order", _with(node, elts=turned), f"{_told(parts[first + 1])} before {_told(parts[first])}"
