-- What has been handled, in one page a change instead of three: found by its key alone. What is a day old is looked
-- for now and then, by reading all of it, and not with every change.
CREATE TABLE handled_by_key (
    league_id  INTEGER NOT NULL,
    key        TEXT    NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
    answer     TEXT    NOT NULL,
    handled_at INTEGER NOT NULL,
    PRIMARY KEY (league_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO handled_by_key (league_id, key, answer, handled_at)
SELECT league_id, key, answer, handled_at FROM handled;
DROP TABLE handled;
ALTER TABLE handled_by_key RENAME TO handled;
