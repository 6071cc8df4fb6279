-- Disputes: an argument after the game, both sides, a decision with its reason, and an end. People are players.

-- One dispute with everything as it stood when it was opened: rules, facts, what the table had ruled, the league's
-- terms. sealed_until NULL: not "both sides first". thread_id NULL: it has no thread now; placed_at: since when it has
-- this one. waits_until: a side is waited for at least until then, since a reminder was due before. told_step: the last
-- line of its log that its thread has been told. ended_at NULL: it goes on.
CREATE TABLE dispute (
    league_id      INTEGER NOT NULL,
    dispute_number INTEGER NOT NULL CHECK (dispute_number > 0),
    opened_at      INTEGER NOT NULL,
    opened_by      INTEGER NOT NULL,
    source         TEXT    NOT NULL CHECK (source IN ('case', 'table', 'message', 'words')),
    case_number    INTEGER,
    table_id       INTEGER,
    hand_number    INTEGER,
    night_id       INTEGER,
    link           TEXT    NOT NULL DEFAULT '' CHECK (length(link) <= 200),
    words          TEXT    NOT NULL DEFAULT '' CHECK (length(words) <= 2000),
    kind           TEXT    NOT NULL CHECK (kind IN ('cash', 'tournament')),
    books          TEXT    NOT NULL CHECK (json_valid(books)),
    editions       TEXT    NOT NULL CHECK (json_valid(editions)),
    alternates     TEXT    NOT NULL CHECK (json_valid(alternates)),
    own_rules      TEXT    NOT NULL CHECK (json_valid(own_rules)),
    incident       TEXT,
    facts          TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(facts)),
    clauses        TEXT    NOT NULL DEFAULT '[]' CHECK (json_valid(clauses)),
    table_outcome  TEXT,
    terms          TEXT    NOT NULL CHECK (json_valid(terms)),
    sealed_until   INTEGER,
    thread_id      INTEGER,
    card_id        INTEGER,
    placed_at      INTEGER,
    appealed_at    INTEGER,
    appealed_by    INTEGER,
    reopened_at    INTEGER,
    reminded_at    INTEGER,
    waits_until    INTEGER,
    told_step      INTEGER NOT NULL DEFAULT 0 CHECK (told_step >= 0),
    ended_at       INTEGER,
    ended_how      TEXT    CHECK (ended_how IN ('final', 'table_stands', 'closed', 'left')),
    ended_by       INTEGER,
    own_rule_id    INTEGER,
    PRIMARY KEY (league_id, dispute_number),
    FOREIGN KEY (league_id, opened_by) REFERENCES player (league_id, player_id),
    CHECK ((ended_at IS NULL) = (ended_how IS NULL)),
    CHECK ((thread_id IS NULL) = (placed_at IS NULL))
) STRICT;
CREATE INDEX dispute_by_incident ON dispute (league_id, incident, dispute_number);
CREATE UNIQUE INDEX dispute_by_thread ON dispute (league_id, thread_id) WHERE thread_id IS NOT NULL;
CREATE TRIGGER dispute_final BEFORE UPDATE OF ended_at, ended_how, reopened_at, appealed_at, sealed_until ON dispute
WHEN OLD.ended_how = 'final'
BEGIN SELECT RAISE(ABORT, 'a dispute that is final stays so'); END;
CREATE TRIGGER dispute_stays BEFORE UPDATE OF league_id, dispute_number, opened_at, opened_by, source, case_number,
    table_id, hand_number, night_id, kind, books, editions, alternates, own_rules, incident, facts, clauses, table_outcome, terms
    ON dispute
BEGIN SELECT RAISE(ABORT, 'what a dispute was opened with stays as it stood'); END;
CREATE TRIGGER dispute_words BEFORE UPDATE OF words, link ON dispute WHEN NEW.words <> '' OR NEW.link <> ''
BEGIN SELECT RAISE(ABORT, 'words of a dispute are never changed, only erased'); END;

-- Who has to do with it. role hand: was only in the hand, so decides nothing; is not asked and does not see it.
CREATE TABLE dispute_person (
    league_id      INTEGER NOT NULL,
    dispute_number INTEGER NOT NULL,
    player_id      INTEGER NOT NULL,
    role           TEXT    NOT NULL CHECK (role IN ('opener', 'other', 'witness', 'hand')),
    was_in_hand    INTEGER NOT NULL CHECK (was_in_hand IN (0, 1)),
    PRIMARY KEY (league_id, dispute_number, player_id),
    FOREIGN KEY (league_id, dispute_number) REFERENCES dispute (league_id, dispute_number),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX dispute_opener ON dispute_person (league_id, dispute_number) WHERE role = 'opener';
CREATE TRIGGER dispute_person_stays BEFORE UPDATE ON dispute_person
WHEN OLD.role IN ('opener', 'other') OR NEW.role IN ('opener', 'other') OR NEW.was_in_hand < OLD.was_in_hand
BEGIN SELECT RAISE(ABORT, 'whom a dispute is between, and who was in the hand, stays so'); END;
CREATE INDEX dispute_person_by_player ON dispute_person (league_id, player_id);

-- What somebody says happened, with the facts they state; added, never changed. text '': erased.
CREATE TABLE dispute_side (
    league_id      INTEGER NOT NULL,
    dispute_number INTEGER NOT NULL,
    side_id        INTEGER NOT NULL CHECK (side_id > 0),
    player_id      INTEGER NOT NULL,
    given_at       INTEGER NOT NULL,
    text           TEXT    NOT NULL CHECK (length(text) <= 2000),
    facts          TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(facts)),
    PRIMARY KEY (league_id, dispute_number, side_id),
    FOREIGN KEY (league_id, dispute_number) REFERENCES dispute (league_id, dispute_number),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT;
CREATE TRIGGER dispute_side_stays BEFORE UPDATE ON dispute_side
WHEN NEW.text <> '' OR NEW.facts IS NOT OLD.facts OR NEW.player_id IS NOT OLD.player_id
    OR NEW.given_at IS NOT OLD.given_at OR NEW.side_id IS NOT OLD.side_id
BEGIN SELECT RAISE(ABORT, 'a side is never changed, only erased'); END;

-- What was handed in: a file, or a message's words. content NULL: words alone, or erased. size: bytes, as handed in.
CREATE TABLE dispute_evidence (
    league_id      INTEGER NOT NULL,
    dispute_number INTEGER NOT NULL,
    evidence_id    INTEGER NOT NULL CHECK (evidence_id > 0),
    player_id      INTEGER NOT NULL,
    given_at       INTEGER NOT NULL,
    name           TEXT    NOT NULL CHECK (length(name) <= 100),
    media_type     TEXT    NOT NULL DEFAULT '' CHECK (length(media_type) <= 100),
    words          TEXT    NOT NULL DEFAULT '' CHECK (length(words) <= 4000),
    size           INTEGER NOT NULL CHECK (size >= 0),
    content        BLOB,
    PRIMARY KEY (league_id, dispute_number, evidence_id),
    FOREIGN KEY (league_id, dispute_number) REFERENCES dispute (league_id, dispute_number),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT;
CREATE TRIGGER dispute_evidence_stays BEFORE UPDATE ON dispute_evidence
WHEN NEW.name <> '' OR NEW.words <> '' OR NEW.content IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'evidence is never changed, only erased'); END;

-- Who was asked to decide. instance 1: the decision, 2: the appeal. The newest of an instance counts.
CREATE TABLE dispute_decider (
    league_id      INTEGER NOT NULL,
    dispute_number INTEGER NOT NULL,
    decider_id     INTEGER NOT NULL CHECK (decider_id > 0),
    instance       INTEGER NOT NULL CHECK (instance IN (1, 2)),
    player_id      INTEGER NOT NULL,
    named_at       INTEGER NOT NULL,
    accepted_at    INTEGER,
    declined_at    INTEGER,
    PRIMARY KEY (league_id, dispute_number, decider_id),
    CHECK (accepted_at IS NULL OR declined_at IS NULL),
    FOREIGN KEY (league_id, dispute_number) REFERENCES dispute (league_id, dispute_number),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT;

-- What was decided, instance by instance; never changed. Texts alone may be erased. amount: of an outcome in
-- money; payer_id or payee_id NULL: the league itself.
CREATE TABLE dispute_decision (
    league_id      INTEGER NOT NULL,
    dispute_number INTEGER NOT NULL,
    instance       INTEGER NOT NULL CHECK (instance IN (1, 2)),
    decided_at     INTEGER NOT NULL,
    decided_by     INTEGER NOT NULL,
    outcome        TEXT    NOT NULL CHECK (outcome IN
        ('upheld', 'corrected', 'money', 'clarified', 'apology', 'no_fault')),
    found          TEXT    NOT NULL CHECK (length(found) <= 1000),
    reason         TEXT    NOT NULL CHECK (length(reason) <= 1000),
    correction     TEXT    NOT NULL DEFAULT '' CHECK (length(correction) <= 500),
    next_time      TEXT    NOT NULL DEFAULT '' CHECK (length(next_time) <= 500),
    payer_id       INTEGER,
    payee_id       INTEGER,
    amount         INTEGER CHECK (amount > 0),
    currency       TEXT    CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
    PRIMARY KEY (league_id, dispute_number, instance),
    CHECK ((outcome = 'money') = (amount IS NOT NULL) AND (amount IS NULL) = (currency IS NULL)),
    CHECK ((amount IS NULL) = (COALESCE(payer_id, payee_id) IS NULL)),
    CHECK (payer_id <> payee_id),
    FOREIGN KEY (league_id, dispute_number) REFERENCES dispute (league_id, dispute_number),
    FOREIGN KEY (league_id, decided_by) REFERENCES player (league_id, player_id)
) STRICT;
CREATE TRIGGER dispute_decision_new BEFORE INSERT ON dispute_decision BEGIN
    SELECT RAISE(ABORT, 'a decision says why') WHERE trim(NEW.reason) = '';
    SELECT RAISE(ABORT, 'a decision is never replaced') FROM dispute_decision WHERE league_id = NEW.league_id
        AND dispute_number = NEW.dispute_number AND instance = NEW.instance;
    SELECT RAISE(ABORT, 'a dispute that is over is not decided') FROM dispute WHERE league_id = NEW.league_id
        AND dispute_number = NEW.dispute_number AND ended_at IS NOT NULL;
    SELECT RAISE(ABORT, 'nobody decides a matter of their own') FROM dispute_person WHERE league_id = NEW.league_id
        AND dispute_number = NEW.dispute_number AND player_id = NEW.decided_by AND (was_in_hand = 1
        OR role IN ('opener', 'other'));
    SELECT RAISE(ABORT, 'nobody decides a matter they gave a side in') FROM dispute_side
        WHERE league_id = NEW.league_id AND dispute_number = NEW.dispute_number AND player_id = NEW.decided_by;
END;
CREATE TRIGGER dispute_decision_stays BEFORE UPDATE OF league_id, dispute_number, instance, decided_at, decided_by,
    outcome, payer_id, payee_id, amount, currency ON dispute_decision
BEGIN SELECT RAISE(ABORT, 'a decision is never changed'); END;
CREATE TRIGGER dispute_decision_words BEFORE UPDATE OF found, reason, correction, next_time ON dispute_decision
WHEN NEW.found <> '' OR NEW.reason <> '' OR NEW.correction <> '' OR NEW.next_time <> ''
BEGIN SELECT RAISE(ABORT, 'a decision is never changed, only erased'); END;

-- Who has agreed to the payment of a decision; with both it is booked.
CREATE TABLE dispute_agreed (
    league_id      INTEGER NOT NULL,
    dispute_number INTEGER NOT NULL,
    instance       INTEGER NOT NULL,
    player_id      INTEGER NOT NULL,
    agreed_at      INTEGER NOT NULL,
    booking_id     INTEGER,
    PRIMARY KEY (league_id, dispute_number, instance, player_id),
    FOREIGN KEY (league_id, dispute_number, instance)
        REFERENCES dispute_decision (league_id, dispute_number, instance),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id),
    FOREIGN KEY (league_id, booking_id) REFERENCES booking (league_id, booking_id)
) STRICT, WITHOUT ROWID;

-- Everything that happened in it, oldest first, which its thread is told line by line. player_id NULL: time did it.
CREATE TABLE dispute_step (
    league_id      INTEGER NOT NULL,
    dispute_number INTEGER NOT NULL,
    step_id        INTEGER NOT NULL CHECK (step_id > 0),
    made_at        INTEGER NOT NULL,
    player_id      INTEGER,
    what           TEXT    NOT NULL CHECK (length(what) BETWEEN 1 AND 20),
    about_id       INTEGER,
    words          TEXT    NOT NULL DEFAULT '' CHECK (length(words) <= 1000),
    PRIMARY KEY (league_id, dispute_number, step_id),
    FOREIGN KEY (league_id, dispute_number) REFERENCES dispute (league_id, dispute_number),
    FOREIGN KEY (league_id, player_id) REFERENCES player (league_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER dispute_step_stays BEFORE UPDATE ON dispute_step
WHEN NEW.words <> '' OR NEW.what IS NOT OLD.what OR NEW.made_at IS NOT OLD.made_at
    OR NEW.player_id IS NOT OLD.player_id OR NEW.about_id IS NOT OLD.about_id
BEGIN SELECT RAISE(ABORT, 'a line of a dispute''s log is never changed, only erased'); END;
