-- Nights ahead: what their host has said of them, who comes, who deals, who is asked, and what each is told.

-- A night repeats: how, from which day, at which hour on the wall of which zone. nth: of a monthly series which such
-- weekday of the month, -1 the last. planned_until: the newest of its moments that has a night, wherever that night was moved
-- since; ended_at: no further night is planned.
CREATE TABLE series (
    league_id  INTEGER NOT NULL,
    series_id  INTEGER NOT NULL CHECK (series_id > 0),
    repeat     TEXT    NOT NULL CHECK (repeat IN ('weekly', 'fortnightly', 'monthly')),
    first      TEXT    NOT NULL CHECK (length(first) = 10),
    hour       TEXT    NOT NULL CHECK (length(hour) = 5),
    zone       TEXT    NOT NULL,
    nth        INTEGER CHECK (nth IN (-1, 1, 2, 3, 4)),
    planned_until INTEGER NOT NULL,
    ended_at   INTEGER,
    PRIMARY KEY (league_id, series_id),
    CHECK ((repeat = 'monthly') = (nth IS NOT NULL))
) STRICT;

-- What a host has said about a night before it begins: its row in `night` waits with opened_at NULL until then.
-- fee: minor units of currency. dealt: the numbers of the tables that a volunteer deals.
-- The card is the live card that people sign up on; event_id: the server's own scheduled event, 0: none could be made.
CREATE TABLE night_plan (
    league_id       INTEGER NOT NULL,
    night_id        INTEGER NOT NULL,
    title           TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
    starts_at       INTEGER NOT NULL,
    length_minutes  INTEGER NOT NULL CHECK (length_minutes BETWEEN 30 AND 2880),
    place           TEXT    NOT NULL CHECK (length(place) BETWEEN 1 AND 100),
    game            TEXT    NOT NULL,
    table_count     INTEGER NOT NULL CHECK (table_count BETWEEN 1 AND 20),
    dealt           TEXT    NOT NULL CHECK (json_valid(dealt)),
    fee             INTEGER CHECK (fee >= 0),
    currency        TEXT    NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
    min_players     INTEGER NOT NULL DEFAULT 0 CHECK (min_players >= 0),
    max_players     INTEGER CHECK (max_players > 0),
    made_by         INTEGER NOT NULL,
    series_id       INTEGER,
    cancelled_at    INTEGER,
    cancel_reason   TEXT    NOT NULL DEFAULT '' CHECK (length(cancel_reason) <= 200),
    card_channel_id INTEGER,
    card_message_id INTEGER,
    card_posted_at  INTEGER,
    thread_id       INTEGER,
    event_id        INTEGER,
    PRIMARY KEY (league_id, night_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id),
    FOREIGN KEY (league_id, series_id) REFERENCES series (league_id, series_id)
) STRICT;
CREATE INDEX night_plan_ahead ON night_plan (league_id, starts_at);
CREATE INDEX night_plan_of_series ON night_plan (league_id, series_id, starts_at) WHERE series_id IS NOT NULL;

-- A night as it was typed, or a filling of the dealers' tables, until its host has looked at it and posts it; a day
-- at most.
CREATE TABLE night_draft (
    league_id INTEGER NOT NULL,
    draft_id  INTEGER NOT NULL CHECK (draft_id > 0),
    made_at   INTEGER NOT NULL,
    made_by   INTEGER NOT NULL,
    draft     TEXT    NOT NULL CHECK (json_valid(draft)),
    PRIMARY KEY (league_id, draft_id)
) STRICT;

-- One person's spot at one night, also once they have dropped it. order_no: who came before whom. may_write: the
-- consent to be written to about this night.
CREATE TABLE signup (
    league_id      INTEGER NOT NULL,
    night_id       INTEGER NOT NULL,
    player_id      INTEGER NOT NULL,
    what           TEXT    NOT NULL CHECK (what IN ('play', 'deal', 'stand_by')),
    state          TEXT    NOT NULL CHECK (state IN ('in', 'waiting', 'cover_wanted', 'dropped')),
    order_no       INTEGER NOT NULL CHECK (order_no > 0),
    table_number   INTEGER CHECK (table_number BETWEEN 1 AND 99),
    may_write      INTEGER NOT NULL CHECK (may_write IN (0, 1)),
    reconfirmed_at INTEGER,
    no_show_at     INTEGER,
    PRIMARY KEY (league_id, night_id, player_id),
    CHECK ((table_number IS NOT NULL) = (what = 'deal' AND state <> 'dropped')),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX signup_dealer ON signup (league_id, night_id, table_number) WHERE table_number IS NOT NULL;
CREATE INDEX signup_by_player ON signup (league_id, player_id);
CREATE INDEX signup_no_show ON signup (league_id, no_show_at) WHERE no_show_at IS NOT NULL;

-- Somebody was asked to deal a table, one at a time for each.
CREATE TABLE signup_ask (
    league_id    INTEGER NOT NULL,
    night_id     INTEGER NOT NULL,
    player_id    INTEGER NOT NULL,
    table_number INTEGER NOT NULL CHECK (table_number BETWEEN 1 AND 99),
    asked_at     INTEGER NOT NULL,
    answer_by    INTEGER NOT NULL,
    answer       TEXT    NOT NULL CHECK (answer IN ('asked', 'taken', 'refused', 'lapsed', 'withdrawn')),
    PRIMARY KEY (league_id, night_id, player_id, table_number),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX signup_ask_open ON signup_ask (league_id, night_id, table_number) WHERE answer = 'asked';

-- Something that one person is told about a night, once. tried_at: when it was about to be sent, so that a later try
-- looks for it first; message_id: what was sent, 0: it was dropped, as it was of no use any more.
CREATE TABLE letter (
    league_id    INTEGER NOT NULL,
    letter_id    INTEGER NOT NULL CHECK (letter_id > 0),
    night_id     INTEGER NOT NULL,
    player_id    INTEGER NOT NULL,
    what         TEXT    NOT NULL,
    table_number INTEGER,
    useful_until INTEGER NOT NULL,
    tried_at     INTEGER,
    channel_id   INTEGER,
    message_id   INTEGER,
    PRIMARY KEY (league_id, letter_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT;

-- Which games somebody can deal, as a host has marked.
CREATE TABLE dealer_game (
    league_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    PRIMARY KEY (league_id, player_id, game),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT, WITHOUT ROWID;

-- What somebody wishes for as a dealer. weekdays: a digit for each day they can, Monday is 0. may_ask: they may be
-- written to when a table needs a dealer, also for a night they have not signed up for.
CREATE TABLE dealer_wish (
    league_id    INTEGER NOT NULL,
    player_id    INTEGER NOT NULL,
    weekdays     TEXT    NOT NULL DEFAULT '0123456' CHECK (weekdays NOT GLOB '*[^0-6]*'),
    not_running  INTEGER NOT NULL DEFAULT 0 CHECK (not_running IN (0, 1)),
    most_a_month INTEGER CHECK (most_a_month BETWEEN 1 AND 31),
    table_number INTEGER CHECK (table_number BETWEEN 1 AND 99),
    may_ask      INTEGER NOT NULL DEFAULT 0 CHECK (may_ask IN (0, 1)),
    PRIMARY KEY (league_id, player_id),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT, WITHOUT ROWID;

-- Somebody can, or cannot, deal on one night, whatever their weekdays say.
CREATE TABLE dealer_free (
    league_id INTEGER NOT NULL,
    night_id  INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    is_free   INTEGER NOT NULL CHECK (is_free IN (0, 1)),
    PRIMARY KEY (league_id, night_id, player_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT, WITHOUT ROWID;

-- What is in hand, or waits after it failed: few of many jobs, looked for whenever the loop goes to sleep.
CREATE INDEX due_job_in_hand ON due_job (leased_until) WHERE leased_until > 0;
