-- A night's own things are found by the night, also in a league with thousands of nights: the indexes have the order in
-- which they are read, as SQLite takes the table's own order otherwise and reads all that the league ever had.
DROP INDEX dealer_duty_by_night;
CREATE INDEX dealer_duty_by_night ON dealer_duty (league_id, night_id, duty_id);
DROP INDEX down_by_night;
CREATE INDEX down_by_night ON down (league_id, night_id, started_at, down_id);
CREATE INDEX game_table_by_night ON game_table (league_id, night_id, table_id);
CREATE INDEX night_by_day ON night (league_id, day, night_id);
DROP INDEX booking_by_night;
CREATE UNIQUE INDEX booking_by_night ON booking (league_id, night_id, booking_id) WHERE night_id IS NOT NULL;

-- Who has dealt how often is counted over one season, however many seasons lie behind it.
CREATE INDEX down_by_time ON down (league_id, started_at);
