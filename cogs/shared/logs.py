"""One JSON object a line, with the league and the interaction it is about; never the token."""

from __future__ import annotations

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

league_id: ContextVar[int | None] = ContextVar("league_id", default=None)
interaction_id: ContextVar[int | None] = ContextVar("interaction_id", default=None)


class JsonLines(logging.Formatter):
    """Formats a record as JSON and blots out the secret wherever it appears."""

    def __init__(self, secret: str | None) -> None:
        super().__init__()
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        """One line, the secret replaced."""
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "league": league_id.get(),
            "interaction": interaction_id.get(),
            "says": self._blotted(record.getMessage()),
        }
        if record.exc_info:
            entry["trace"] = self._blotted(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)

    def _blotted(self, text: str) -> str:
        return text.replace(self._secret, "[token]") if self._secret else text


def start_logging(level: str, secret: str | None) -> None:
    """Send every log line of this process to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(secret))
    logging.basicConfig(level=level, handlers=[handler], force=True)
