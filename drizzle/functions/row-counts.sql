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

CREATE OR REPLACE TRIGGER subscriber_counted AFTER INSERT ON subscriber
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

CREATE OR REPLACE TRIGGER subscriber_uncounted AFTER DELETE ON subscriber
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();

CREATE OR REPLACE TRIGGER subscription_counted AFTER INSERT ON subscription
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

CREATE OR REPLACE TRIGGER subscription_uncounted AFTER DELETE ON subscription
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();

CREATE OR REPLACE TRIGGER invoice_counted AFTER INSERT ON invoice
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

CREATE OR REPLACE TRIGGER invoice_uncounted AFTER DELETE ON invoice
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();

CREATE OR REPLACE TRIGGER payment_counted AFTER INSERT ON payment
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

CREATE OR REPLACE TRIGGER payment_uncounted AFTER DELETE ON payment
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();

CREATE OR REPLACE TRIGGER event_counted AFTER INSERT ON event
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();

CREATE OR REPLACE TRIGGER event_uncounted AFTER DELETE ON event
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();

CREATE OR REPLACE TRIGGER network_session_counted AFTER INSERT ON network_session
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
