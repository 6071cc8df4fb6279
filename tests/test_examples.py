"""The worked examples in the texts of the modules are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import data
import league
import rules

NAMES = [
    module.name
    for package in (rules, league, data)
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
