"""A large file comes as Discord takes it."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from cogs.shared.files import in_parts


@pytest.mark.parametrize(("most", "count"), [(10_000, 1), (3_000, 2)])
def test_a_file_that_is_too_large_is_zipped_and_then_cut(most: int, count: int) -> None:
    text = "".join(random.Random(1).choices("abcdefghij", k=12_000)).encode()
    parts = in_parts("kept.json", text, most)
    assert len(parts) >= count and all(len(data) <= most for _, data in parts)
    with zipfile.ZipFile(io.BytesIO(b"".join(data for _, data in parts))) as archive:
        assert archive.read("kept.json") == text
