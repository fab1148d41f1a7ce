-- Totals of large tables, exact in each transaction: one row a provider and table, split into shards, so that concurrent writers do
-- not wait for each other. The retention job alone deletes sessions, and subtracts them itself.
CREATE OR REPLACE FUNCTION count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (provider_id, resource, shard, n)
  SELECT provider_id, TG_TABLE_NAME, pg_backend_pid() % 32, count(*) FROM inserted GROUP BY provider_id
  ON CONFLICT (provider_id, resource, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (provider_id, resource, shard, n)
  SELECT provider_id, TG_TABLE_NAME, pg_backend_pid() % 32, -count(*) FROM deleted GROUP BY provider_id
  ON CONFLICT (provider_id, resource, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

-- The same for a table whose lists have a tab for each status: its rows in all, and under `TABLE STATUS` those of each status.
-- One order of the rows for all writers, so that two of them on one shard cannot wait for each other.
CREATE OR REPLACE FUNCTION count_inserted_by_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (provider_id, resource, shard, n)
  SELECT provider_id, concat_ws(' ', TG_TABLE_NAME, status), pg_backend_pid() % 32, count(*) FROM inserted
  GROUP BY provider_id, GROUPING SETS ((), (status)) ORDER BY 1, 2
  ON CONFLICT (provider_id, resource, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_deleted_by_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (provider_id, resource, shard, n)
  SELECT provider_id, concat_ws(' ', TG_TABLE_NAME, status), pg_backend_pid() % 32, -count(*) FROM deleted
  GROUP BY provider_id, GROUPING SETS ((), (status)) ORDER BY 1, 2
  ON CONFLICT (provider_id, resource, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

-- One statement for all rows of an update: a row of `row_count` that a transaction writes often has as many versions.
CREATE OR REPLACE FUNCTION count_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (provider_id, resource, shard, n)
  SELECT provider_id, TG_TABLE_NAME || ' ' || status, pg_backend_pid() % 32, sum(n) FROM (
    SELECT provider_id, status, 1 AS n FROM moved UNION ALL SELECT provider_id, status, -1 FROM left_behind
  ) change
  GROUP BY provider_id, status HAVING sum(n) <> 0 ORDER BY 1, 2
  ON CONFLICT (provider_id, resource, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscriber_counted AFTER INSERT ON subscriber
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_by_status();

CREATE OR REPLACE TRIGGER subscriber_uncounted AFTER DELETE ON subscriber
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_by_status();

CREATE OR REPLACE TRIGGER subscriber_moved AFTER UPDATE ON subscriber
  REFERENCING OLD TABLE AS left_behind NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION count_moved();

CREATE OR REPLACE TRIGGER subscription_counted AFTER INSERT ON subscription
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_by_status();

CREATE OR REPLACE TRIGGER subscription_uncounted AFTER DELETE ON subscription
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_by_status();

CREATE OR REPLACE TRIGGER subscription_moved AFTER UPDATE ON subscription
  REFERENCING OLD TABLE AS left_behind NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION count_moved();

CREATE OR REPLACE TRIGGER invoice_counted AFTER INSERT ON invoice
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_by_status();

CREATE OR REPLACE TRIGGER invoice_uncounted AFTER DELETE ON invoice
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_by_status();

CREATE OR REPLACE TRIGGER invoice_moved AFTER UPDATE ON invoice
  REFERENCING OLD TABLE AS left_behind NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION count_moved();

CREATE OR REPLACE TRIGGER payment_counted AFTER INSERT ON payment
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_by_status();

CREATE OR REPLACE TRIGGER payment_uncounted AFTER DELETE ON payment
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_by_status();

CREATE OR REPLACE TRIGGER payment_moved AFTER UPDATE ON payment
  REFERENCING OLD TABLE AS left_behind NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION count_moved();

CREATE OR REPLACE TRIGGER network_session_counted AFTER INSERT ON network_session
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

CREATE OR REPLACE TRIGGER event_counted AFTER INSERT ON event
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

CREATE OR REPLACE TRIGGER event_uncounted AFTER DELETE ON event
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();
