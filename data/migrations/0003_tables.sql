-- Nights, tables, who plays and deals at them, and the dealers' obligations and downs.

-- Somebody who plays or deals in this league, with or without a Discord account (user_id NULL: a guest).
-- Everything else names people by player_id, so that a name stands in one place only.
CREATE TABLE player (
    league_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL CHECK (player_id > 0),
    user_id   INTEGER,
    name      TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    met_at    INTEGER NOT NULL,
    PRIMARY KEY (league_id, player_id)
) STRICT;
CREATE UNIQUE INDEX player_by_user ON player (league_id, user_id) WHERE user_id IS NOT NULL;

-- One evening of play. day: its date in the league's zone (YYYY-MM-DD); an evening goes on past midnight.
-- opened_at NULL: not begun yet; closed_at NULL: not over yet. A league has at most one night open.
-- The cockpit is the host's live card: where it is, and since when that message has stood there.
CREATE TABLE night (
    league_id          INTEGER NOT NULL,
    night_id           INTEGER NOT NULL CHECK (night_id > 0),
    day                TEXT    NOT NULL CHECK (length(day) = 10),
    zone               TEXT    NOT NULL,
    kind               TEXT    NOT NULL CHECK (kind IN ('cash', 'tournament')),
    opened_at          INTEGER,
    opened_by          INTEGER,
    closed_at          INTEGER,
    closed_by          INTEGER,
    channel_id         INTEGER,
    cockpit_message_id INTEGER,
    cockpit_posted_at  INTEGER,
    PRIMARY KEY (league_id, night_id)
) STRICT;
CREATE UNIQUE INDEX night_open ON night (league_id) WHERE opened_at IS NOT NULL AND closed_at IS NULL;

-- Who is staff for this night only: roles of the server are permanent, a co-host's are not.
CREATE TABLE night_staff (
    league_id  INTEGER NOT NULL,
    night_id   INTEGER NOT NULL,
    user_id    INTEGER NOT NULL,
    added_at   INTEGER NOT NULL,
    added_by   INTEGER NOT NULL,
    removed_at INTEGER,
    PRIMARY KEY (league_id, night_id, user_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id)
) STRICT;

-- One table of a night as it stands: `state` is what league/table.py makes of its steps. The card stands in the
-- table's own thread (channel_id), since posted_at.
CREATE TABLE game_table (
    league_id    INTEGER NOT NULL,
    table_id     INTEGER NOT NULL CHECK (table_id > 0),
    night_id     INTEGER NOT NULL,
    table_number INTEGER NOT NULL CHECK (table_number BETWEEN 1 AND 99),
    state        TEXT    NOT NULL CHECK (json_valid(state)),
    last_step    INTEGER NOT NULL DEFAULT 0 CHECK (last_step >= 0),
    opened_at    INTEGER NOT NULL,
    closed_at    INTEGER,
    channel_id   INTEGER,
    message_id   INTEGER,
    posted_at    INTEGER,
    PRIMARY KEY (league_id, table_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id)
) STRICT;
CREATE UNIQUE INDEX game_table_open ON game_table (league_id, night_id, table_number) WHERE closed_at IS NULL;
CREATE INDEX game_table_by_channel ON game_table (channel_id) WHERE channel_id IS NOT NULL;

-- Everything that was done at a table, oldest first; a line is never changed. `was`: the values it replaced, by
-- which it can be taken back exactly. `undoes`: the step that this one took back.
CREATE TABLE table_step (
    league_id INTEGER NOT NULL,
    table_id  INTEGER NOT NULL,
    step_id   INTEGER NOT NULL CHECK (step_id > 0),
    made_at   INTEGER NOT NULL,
    made_by   INTEGER NOT NULL,
    step      TEXT    NOT NULL CHECK (json_valid(step)),
    was       TEXT    NOT NULL CHECK (json_valid(was)),
    undoes    INTEGER,
    PRIMARY KEY (league_id, table_id, step_id),
    FOREIGN KEY (league_id, table_id) REFERENCES game_table (league_id, table_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER table_step_stays BEFORE UPDATE ON table_step
BEGIN SELECT RAISE(ABORT, 'a line of a table''s log is never changed'); END;

-- A tournament dealer's obligation for one night. balance: what of the entry is still owed, in minor units of the
-- league's currency, as the host typed it; NULL: not said. successor_id: who was asked to take over.
CREATE TABLE dealer_duty (
    league_id    INTEGER NOT NULL,
    duty_id      INTEGER NOT NULL CHECK (duty_id > 0),
    night_id     INTEGER NOT NULL,
    table_number INTEGER NOT NULL CHECK (table_number BETWEEN 1 AND 99),
    player_id    INTEGER NOT NULL,
    state        TEXT    NOT NULL CHECK (state IN ('signed_up', 'dealing', 'busted', 'bought_out', 'relieved', 'released')),
    has_discount INTEGER NOT NULL CHECK (has_discount IN (0, 1)),
    balance      INTEGER CHECK (balance >= 0),
    paid_at      INTEGER,
    successor_id INTEGER,
    agreed_at    INTEGER,
    PRIMARY KEY (league_id, duty_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT;
CREATE INDEX dealer_duty_by_night ON dealer_duty (league_id, night_id);

-- Every change of an obligation: when, by whom, why. Never changed.
CREATE TABLE duty_change (
    league_id  INTEGER NOT NULL,
    duty_id    INTEGER NOT NULL,
    change_id  INTEGER NOT NULL CHECK (change_id > 0),
    changed_at INTEGER NOT NULL,
    changed_by INTEGER NOT NULL,
    what       TEXT    NOT NULL,
    reason     TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (league_id, duty_id, change_id),
    FOREIGN KEY (league_id, duty_id) REFERENCES dealer_duty (league_id, duty_id)
) STRICT;

-- Who takes part in tonight's rotation of dealers. rests: asked never to deal two downs in a row.
CREATE TABLE night_dealer (
    league_id    INTEGER NOT NULL,
    night_id     INTEGER NOT NULL,
    player_id    INTEGER NOT NULL,
    rests        INTEGER NOT NULL DEFAULT 0 CHECK (rests IN (0, 1)),
    is_on_break  INTEGER NOT NULL DEFAULT 0 CHECK (is_on_break IN (0, 1)),
    joined_at    INTEGER NOT NULL,
    left_at      INTEGER,
    PRIMARY KEY (league_id, night_id, player_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT;

-- A dealer's stint at one table: the down. ended_at NULL: dealing now.
CREATE TABLE down (
    league_id    INTEGER NOT NULL,
    down_id      INTEGER NOT NULL CHECK (down_id > 0),
    night_id     INTEGER NOT NULL,
    table_number INTEGER NOT NULL CHECK (table_number BETWEEN 1 AND 99),
    player_id    INTEGER NOT NULL,
    started_at   INTEGER NOT NULL,
    ended_at     INTEGER CHECK (ended_at >= started_at),
    PRIMARY KEY (league_id, down_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT;
CREATE INDEX down_by_night ON down (league_id, night_id);
CREATE UNIQUE INDEX down_at_table ON down (league_id, night_id, table_number) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX down_of_player ON down (league_id, night_id, player_id) WHERE ended_at IS NULL;

-- Which cases are open tonight is looked up with every look at the night.
CREATE INDEX case_file_open ON case_file (league_id, opened_at) WHERE closed_at IS NULL;

-- A case opened at a table names it, the hand (0: before the first) and the player who dealt it (NULL: nobody).
ALTER TABLE case_file ADD COLUMN table_id INTEGER;
ALTER TABLE case_file ADD COLUMN hand_number INTEGER;
ALTER TABLE case_file ADD COLUMN dealer_id INTEGER;
-- The line that a decision made in the log of its case's table; NULL: none.
ALTER TABLE case_decision ADD COLUMN table_step INTEGER;
