-- What a league has set, what its people asked in vain, and who changed what.
-- Times are UTC microseconds. Discord's ids are integers. Every row names its league (the server's id).

-- Dated settings: a row is never changed; the newest row in force on a day wins.
CREATE TABLE setting (
    league_id    INTEGER NOT NULL,
    setting_id   INTEGER NOT NULL CHECK (setting_id > 0),
    name         TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    value        TEXT    NOT NULL CHECK (json_valid(value)),
    effective_at INTEGER NOT NULL,
    PRIMARY KEY (league_id, setting_id)
) STRICT;

-- A league's own rules, dated in the same way: the newest row of an own_rule_id in force on a day wins.
CREATE TABLE own_rule (
    league_id    INTEGER NOT NULL,
    own_rule_id  INTEGER NOT NULL CHECK (own_rule_id > 0),
    version      INTEGER NOT NULL CHECK (version > 0),
    title        TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
    text         TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
    incident     TEXT,
    outcome      TEXT,
    withdrawn    INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    effective_at INTEGER NOT NULL,
    PRIMARY KEY (league_id, own_rule_id, version),
    CHECK ((incident IS NULL) = (outcome IS NULL))
) STRICT;

-- Words no book answered, without the asker, until they expire. NULL: deleted by the host; the row stays
-- until then, so that its number is not given out again.
CREATE TABLE missed_question (
    league_id   INTEGER NOT NULL,
    question_id INTEGER NOT NULL CHECK (question_id > 0),
    words       TEXT    CHECK (length(words) BETWEEN 1 AND 300),
    asked_at    INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,
    PRIMARY KEY (league_id, question_id)
) STRICT;

-- Who has used the bot in which league: that is how a direct message finds its league.
CREATE TABLE person (
    league_id     INTEGER NOT NULL,
    user_id       INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL,
    is_chosen     INTEGER NOT NULL DEFAULT 0 CHECK (is_chosen IN (0, 1)),
    PRIMARY KEY (league_id, user_id)
) STRICT;
CREATE INDEX person_by_user ON person (user_id);

-- The standing messages the setup has posted, so that a second run moves them and does not add more.
CREATE TABLE standing_message (
    league_id  INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (league_id, channel_id)
) STRICT;

-- What an interaction was answered with: the same one delivered twice has one effect. Kept 24 hours.
CREATE TABLE handled (
    league_id  INTEGER NOT NULL,
    key        TEXT    NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
    answer     TEXT    NOT NULL,
    handled_at INTEGER NOT NULL,
    PRIMARY KEY (league_id, key)
) STRICT;
CREATE INDEX handled_by_time ON handled (handled_at);

-- Who changed what: never changed, never deleted here.
CREATE TABLE audit (
    league_id  INTEGER NOT NULL,
    audit_id   INTEGER NOT NULL CHECK (audit_id > 0),
    changed_at INTEGER NOT NULL,
    changed_by INTEGER NOT NULL,
    what       TEXT    NOT NULL,
    detail     TEXT    NOT NULL CHECK (json_valid(detail)),
    PRIMARY KEY (league_id, audit_id)
) STRICT;
CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'an audit line is never changed'); END;

-- The command tree each application was given last, so that it is sent only when it changed.
CREATE TABLE synced_command_tree (
    application_id INTEGER PRIMARY KEY,
    tree_hash      TEXT NOT NULL
) STRICT;
