-- Cases of something that went wrong at a table, and work that falls due.

-- One case: what was asked, under which rules as they stood when it was opened, and what was shown. Facts are
-- folded from its answers. orders: kind of game -> order of books. is_confirmed 0: what went wrong is not settled
-- yet. incident NULL: not known; with is_confirmed 1: something that no book names.
CREATE TABLE case_file (
    league_id       INTEGER NOT NULL,
    case_number     INTEGER NOT NULL CHECK (case_number > 0),
    opened_at       INTEGER NOT NULL,
    opened_by       INTEGER NOT NULL,
    channel_id      INTEGER NOT NULL,
    message_id      INTEGER,
    kind            TEXT    NOT NULL CHECK (kind IN ('cash', 'tournament')),
    orders          TEXT    NOT NULL CHECK (json_valid(orders)),
    editions        TEXT    NOT NULL CHECK (json_valid(editions)),
    alternates      TEXT    NOT NULL CHECK (json_valid(alternates)),
    own_rules       TEXT    NOT NULL CHECK (json_valid(own_rules)),
    story           TEXT    NOT NULL DEFAULT '',
    incident        TEXT,
    is_confirmed    INTEGER NOT NULL DEFAULT 0 CHECK (is_confirmed IN (0, 1)),
    ruling          TEXT    CHECK (ruling IS NULL OR json_valid(ruling)),
    floor_called_at INTEGER,
    last_press_at   INTEGER NOT NULL,
    closed_at       INTEGER,
    PRIMARY KEY (league_id, case_number)
) STRICT;
CREATE INDEX case_file_by_incident ON case_file (league_id, incident, case_number);

-- Every answer ever given, oldest first: the last one about a fact counts. value NULL: withdrawn;
-- '?': asked and not known. from_story 1: read from the story, not pressed.
CREATE TABLE case_answer (
    league_id   INTEGER NOT NULL,
    case_number INTEGER NOT NULL,
    answer_id   INTEGER NOT NULL CHECK (answer_id > 0),
    answered_at INTEGER NOT NULL,
    answered_by INTEGER NOT NULL,
    fact        TEXT    NOT NULL,
    value       TEXT,
    from_story  INTEGER NOT NULL DEFAULT 0 CHECK (from_story IN (0, 1)),
    PRIMARY KEY (league_id, case_number, answer_id),
    FOREIGN KEY (league_id, case_number) REFERENCES case_file (league_id, case_number)
) STRICT;

-- What a person decided: as proposed, or otherwise with a reason. The last one stands. ruling: what was
-- proposed at that moment.
CREATE TABLE case_decision (
    league_id   INTEGER NOT NULL,
    case_number INTEGER NOT NULL,
    decision_id INTEGER NOT NULL CHECK (decision_id > 0),
    decided_at  INTEGER NOT NULL,
    decided_by  INTEGER NOT NULL,
    in_hand     INTEGER NOT NULL CHECK (in_hand IN (0, 1)),
    outcome     TEXT    NOT NULL,
    otherwise   INTEGER NOT NULL CHECK (otherwise IN (0, 1)),
    reason      TEXT    NOT NULL DEFAULT '',
    weighed     TEXT    NOT NULL DEFAULT '',
    ruling      TEXT    CHECK (ruling IS NULL OR json_valid(ruling)),
    PRIMARY KEY (league_id, case_number, decision_id),
    FOREIGN KEY (league_id, case_number) REFERENCES case_file (league_id, case_number),
    CHECK (otherwise = 0 OR length(reason) > 0)
) STRICT;

-- Work that falls due, one row a subject of a kind; a lease keeps it from being done twice.
CREATE TABLE due_job (
    league_id    INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    subject      INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    payload      TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(payload)),
    leased_until INTEGER NOT NULL DEFAULT 0,
    attempts     INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    PRIMARY KEY (league_id, kind, subject)
) STRICT;
CREATE INDEX due_job_by_time ON due_job (due_at);
