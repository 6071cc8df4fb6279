-- A league's books. Amounts are whole minor units of a currency (cents); times are UTC microseconds.

-- Where money stands. player: above zero the league owes them, below they owe. pool, discounts, tip_box: one a
-- night. bank: what lies outside the books (cash, an app); its balance is minus what the host holds. house: what the
-- league itself bears or keeps. balance = in minus out, kept by the lines' own trigger; of one currency all sum to 0.
CREATE TABLE account (
    league_id  INTEGER NOT NULL,
    account_id INTEGER NOT NULL CHECK (account_id > 0),
    kind       TEXT    NOT NULL CHECK (kind IN ('player', 'pool', 'discounts', 'tip_box', 'bank', 'house')),
    night_id   INTEGER,
    player_id  INTEGER,
    currency   TEXT    NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
    balance    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (league_id, account_id),
    CHECK ((kind = 'player') = (player_id IS NOT NULL)),
    CHECK ((kind IN ('pool', 'discounts', 'tip_box')) = (night_id IS NOT NULL)),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT;
CREATE UNIQUE INDEX account_place ON account
    (league_id, kind, COALESCE(night_id, 0), COALESCE(player_id, 0), currency);
CREATE UNIQUE INDEX account_currency ON account (league_id, account_id, currency);

-- One thing that happened to money: one or more lines under one number. line_count: how many, so that none can be
-- added later and half a booking can be told. booked_by NULL: nobody in particular, as with tips.
CREATE TABLE booking (
    league_id  INTEGER NOT NULL,
    booking_id INTEGER NOT NULL CHECK (booking_id > 0),
    night_id   INTEGER,
    booked_at  INTEGER NOT NULL,
    booked_by  INTEGER,
    what       TEXT    NOT NULL CHECK (length(what) BETWEEN 1 AND 20),
    currency   TEXT    NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
    line_count INTEGER NOT NULL CHECK (line_count > 0),
    method     TEXT    NOT NULL DEFAULT '' CHECK (length(method) <= 40),
    reason     TEXT    NOT NULL DEFAULT '' CHECK (length(reason) <= 200),
    reverses   INTEGER,
    PRIMARY KEY (league_id, booking_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id),
    FOREIGN KEY (league_id, reverses) REFERENCES booking (league_id, booking_id),
    CHECK (reverses IS NULL OR length(reason) > 0)
) STRICT;
CREATE UNIQUE INDEX booking_reversed ON booking (league_id, reverses) WHERE reverses IS NOT NULL;
CREATE INDEX booking_by_night ON booking (league_id, night_id, booking_id) WHERE night_id IS NOT NULL;

-- A line moves an amount from one account to another, so it balances by itself.
CREATE TABLE line (
    league_id    INTEGER NOT NULL,
    booking_id   INTEGER NOT NULL,
    line_id      INTEGER NOT NULL CHECK (line_id > 0),
    from_account INTEGER NOT NULL,
    to_account   INTEGER NOT NULL,
    amount       INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
    currency     TEXT    NOT NULL,
    PRIMARY KEY (league_id, booking_id, line_id),
    CHECK (from_account <> to_account),
    FOREIGN KEY (league_id, booking_id) REFERENCES booking (league_id, booking_id),
    FOREIGN KEY (league_id, from_account, currency) REFERENCES account (league_id, account_id, currency),
    FOREIGN KEY (league_id, to_account, currency) REFERENCES account (league_id, account_id, currency)
) STRICT, WITHOUT ROWID;
CREATE INDEX line_from ON line (league_id, from_account);
CREATE INDEX line_to ON line (league_id, to_account);

-- A night's terms. fee: the entry, NULL: none set. terms: discounts and how open cases are settled, frozen together
-- with the fee when the first player enters (entered_at). tip_split: as the league chose before the night.
CREATE TABLE night_money (
    league_id      INTEGER NOT NULL,
    night_id       INTEGER NOT NULL,
    currency       TEXT    NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
    fee            INTEGER CHECK (fee >= 0),
    terms          TEXT    CHECK (terms IS NULL OR json_valid(terms)),
    tip_split      TEXT    NOT NULL CHECK (tip_split IN ('downs', 'minutes', 'equally')),
    entered_at     INTEGER,
    tips_closed_at INTEGER,
    closed_at      INTEGER,
    PRIMARY KEY (league_id, night_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id)
) STRICT, WITHOUT ROWID;

-- Tips of a night until they are booked: sums alone, so that neither a giver nor a single gift can be told from them.
-- recipient_id 0: for the volunteers together. Nothing else changes when a tip is given but the giver's receipt.
CREATE TABLE tip_sum (
    league_id    INTEGER NOT NULL,
    night_id     INTEGER NOT NULL,
    recipient_id INTEGER NOT NULL CHECK (recipient_id >= 0),
    amount       INTEGER NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (league_id, night_id, recipient_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id)
) STRICT, WITHOUT ROWID;

-- A giver's own receipts: read by nobody else, numbered for each giver apart, without a time. amount 0: taken back.
CREATE TABLE tip_receipt (
    league_id    INTEGER NOT NULL,
    giver_id     INTEGER NOT NULL,
    receipt_id   INTEGER NOT NULL CHECK (receipt_id > 0),
    night_id     INTEGER NOT NULL,
    recipient_id INTEGER NOT NULL CHECK (recipient_id >= 0),
    amount       INTEGER NOT NULL CHECK (amount >= 0),
    currency     TEXT    NOT NULL,
    PRIMARY KEY (league_id, giver_id, receipt_id),
    FOREIGN KEY (league_id, night_id) REFERENCES night (league_id, night_id)
) STRICT, WITHOUT ROWID;

-- Both sides may confirm a booking that a player is in.
CREATE TABLE booking_confirmed (
    league_id    INTEGER NOT NULL,
    booking_id   INTEGER NOT NULL,
    player_id    INTEGER NOT NULL,
    confirmed_at INTEGER NOT NULL,
    PRIMARY KEY (league_id, booking_id, player_id),
    FOREIGN KEY (league_id, booking_id) REFERENCES booking (league_id, booking_id),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT, WITHOUT ROWID;

-- What follows holds for whoever writes, also past the bot, also without foreign keys switched on. INSERT OR REPLACE
-- deletes without asking a trigger for deletes, so whatever it would replace is refused before.

CREATE TRIGGER booking_new BEFORE INSERT ON booking BEGIN
    SELECT RAISE(ABORT, 'a booking is never replaced') FROM booking
        WHERE league_id = NEW.league_id AND booking_id = NEW.booking_id;
    SELECT RAISE(ABORT, 'a booking is reversed once') FROM booking
        WHERE league_id = NEW.league_id AND reverses = NEW.reverses;
    SELECT RAISE(ABORT, 'the books of this night are closed') FROM night_money
        WHERE league_id = NEW.league_id AND night_id = NEW.night_id AND closed_at IS NOT NULL;
END;

-- booked_by alone may be emptied, when somebody asks to be erased.
CREATE TRIGGER booking_stays BEFORE UPDATE OF league_id, booking_id, night_id, booked_at, what, currency, line_count,
    method, reason, reverses ON booking
BEGIN SELECT RAISE(ABORT, 'a booking is never changed: reverse it'); END;
CREATE TRIGGER booking_author BEFORE UPDATE OF booked_by ON booking WHEN NEW.booked_by IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a booking is never changed: reverse it'); END;
CREATE TRIGGER booking_goes BEFORE DELETE ON booking
BEGIN SELECT RAISE(ABORT, 'a booking is never deleted: reverse it'); END;

CREATE TRIGGER line_new BEFORE INSERT ON line BEGIN
    SELECT RAISE(ABORT, 'a line is never replaced') FROM line
        WHERE league_id = NEW.league_id AND booking_id = NEW.booking_id AND line_id = NEW.line_id;
    SELECT RAISE(ABORT, 'a line belongs to a booking that has room for it') WHERE NOT EXISTS
        (SELECT 1 FROM booking WHERE league_id = NEW.league_id AND booking_id = NEW.booking_id
         AND currency = NEW.currency AND line_count >= NEW.line_id);
END;

CREATE TRIGGER line_moves AFTER INSERT ON line BEGIN
    UPDATE account SET balance = balance + CASE account_id WHEN NEW.to_account THEN NEW.amount ELSE -NEW.amount END
        WHERE league_id = NEW.league_id AND account_id IN (NEW.from_account, NEW.to_account)
        AND currency = NEW.currency;
    SELECT RAISE(ABORT, 'a line joins two accounts of this league in one currency') WHERE changes() <> 2;
END;

CREATE TRIGGER line_stays BEFORE UPDATE ON line
BEGIN SELECT RAISE(ABORT, 'a line is never changed: reverse its booking'); END;
CREATE TRIGGER line_goes BEFORE DELETE ON line
BEGIN SELECT RAISE(ABORT, 'a line is never deleted: reverse its booking'); END;

CREATE TRIGGER account_new BEFORE INSERT ON account BEGIN
    SELECT RAISE(ABORT, 'an account begins at zero') WHERE NEW.balance <> 0;
    SELECT RAISE(ABORT, 'an account is never replaced') FROM account
        WHERE league_id = NEW.league_id AND account_id = NEW.account_id;
    SELECT RAISE(ABORT, 'an account is never replaced') FROM account
        WHERE league_id = NEW.league_id AND kind = NEW.kind AND COALESCE(night_id, 0) = COALESCE(NEW.night_id, 0)
        AND COALESCE(player_id, 0) = COALESCE(NEW.player_id, 0) AND currency = NEW.currency;
END;
CREATE TRIGGER account_stays BEFORE UPDATE OF league_id, account_id, kind, night_id, player_id, currency ON account
BEGIN SELECT RAISE(ABORT, 'an account is never changed'); END;
CREATE TRIGGER account_goes BEFORE DELETE ON account
BEGIN SELECT RAISE(ABORT, 'an account is never deleted'); END;

CREATE TRIGGER night_money_frozen BEFORE UPDATE OF fee, terms, currency ON night_money WHEN OLD.entered_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'somebody has entered: the fee and the discounts of this night stay'); END;
CREATE TRIGGER tip_sum_new BEFORE INSERT ON tip_sum
WHEN EXISTS (SELECT 1 FROM night_money WHERE league_id = NEW.league_id AND night_id = NEW.night_id
             AND tips_closed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the tips of this night are booked'); END;
CREATE TRIGGER tip_sum_stays BEFORE UPDATE ON tip_sum
WHEN EXISTS (SELECT 1 FROM night_money WHERE league_id = OLD.league_id AND night_id = OLD.night_id
             AND tips_closed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the tips of this night are booked'); END;
