-- What was decided before is found by what went wrong and by each clause that its ruling rested on, also among a thousand
-- disputes: those that are final stay so, and are noted down under their clauses when they become it.
CREATE INDEX dispute_final ON dispute (league_id, incident, dispute_number) WHERE ended_how = 'final';
DROP INDEX dispute_by_incident;
CREATE TABLE dispute_clause (
    league_id      INTEGER NOT NULL,
    clause         TEXT    NOT NULL,
    dispute_number INTEGER NOT NULL,
    PRIMARY KEY (league_id, clause, dispute_number),
    FOREIGN KEY (league_id, dispute_number) REFERENCES dispute (league_id, dispute_number)
) STRICT, WITHOUT ROWID;
INSERT INTO dispute_clause (league_id, clause, dispute_number)
SELECT DISTINCT league_id, value, dispute_number FROM dispute, json_each(clauses) WHERE ended_how = 'final';
CREATE TRIGGER dispute_by_clause AFTER UPDATE OF ended_how ON dispute WHEN NEW.ended_how = 'final'
BEGIN
    INSERT INTO dispute_clause (league_id, clause, dispute_number)
    SELECT DISTINCT NEW.league_id, value, NEW.dispute_number FROM json_each(NEW.clauses);
END;

-- Those that go on are few, and are looked at one by one; one's own are found by oneself, the newest first.
CREATE INDEX dispute_open ON dispute (league_id, dispute_number) WHERE ended_at IS NULL;
CREATE INDEX dispute_decider_by_player ON dispute_decider (league_id, player_id, dispute_number);
DROP INDEX dispute_person_by_player;
CREATE INDEX dispute_person_by_player ON dispute_person (league_id, player_id, dispute_number);
