-- The price of a cycle as an amount a month: a month has 30 days, a year twelve months. Rounded to the minor unit.
CREATE OR REPLACE FUNCTION monthly_amount(price bigint, days integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(price * 30.0 / least(days, 360))::bigint;

-- Deletes the stored figures of the months that something recorded at `at` changes. Normally there are none, because months are
-- stored when they are over. The lock makes the job that stores a month wait for the transaction.
CREATE OR REPLACE FUNCTION forget_months(provider text, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('months of ' || provider, 0));
  DELETE FROM month_figures WHERE provider_id = provider AND ends_at > at;
END $$;

-- Ends the running service period of a subscription, starts the next one while it is in service, and adds the difference to the
-- totals. An instant before the start of the running period counts as that start. An import has periods and totals in its archive. In its
-- one transaction each subscription would read all versions of its total so far.
CREATE OR REPLACE FUNCTION record_service_period() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  in_service CONSTANT boolean := new.status IN (:statuses_in_service);
  running service_period;
  new_mrr bigint := 0;
BEGIN
  IF current_setting('demarc.importing', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM forget_months(new.provider_id, new.updated_at);
  UPDATE service_period SET ends_at = greatest(new.updated_at, starts_at), ends = NOT in_service
  WHERE provider_id = new.provider_id AND subscription_id = new.id AND ends_at IS NULL
  RETURNING * INTO running;
  IF in_service THEN
    new_mrr := monthly_amount(new.terms_price, new.terms_days);
    INSERT INTO service_period AS p (provider_id, subscription_id, starts_at, currency, mrr, begins, is_first)
    VALUES (new.provider_id, new.id, coalesce(running.ends_at, new.updated_at), new.currency, new_mrr, running.subscription_id IS NULL,
      NOT EXISTS (SELECT FROM service_period WHERE provider_id = new.provider_id AND subscription_id = new.id))
    ON CONFLICT (provider_id, subscription_id, starts_at) DO UPDATE SET ends_at = NULL, ends = false, mrr = excluded.mrr;
  END IF;
  INSERT INTO service_total AS t (provider_id, currency, shard, in_service, mrr)
  VALUES (new.provider_id, new.currency, pg_backend_pid() % 32, in_service::int - (running.subscription_id IS NOT NULL)::int,
    new_mrr - coalesce(running.mrr, 0))
  ON CONFLICT (provider_id, currency, shard) DO UPDATE
  SET in_service = t.in_service + excluded.in_service, mrr = t.mrr + excluded.mrr;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscription_created_service_period AFTER INSERT ON subscription FOR EACH ROW
  WHEN (new.status IN (:statuses_in_service)) EXECUTE FUNCTION record_service_period();

-- A renewal on the same terms only evaluates the condition.
CREATE OR REPLACE TRIGGER subscription_changed_service_period
  AFTER UPDATE OF status, terms_price, terms_days ON subscription FOR EACH ROW
  WHEN (
    (new.status IN (:statuses_in_service)) <> (old.status IN (:statuses_in_service))
    OR new.status IN (:statuses_in_service)
      AND (new.terms_price, new.terms_days) IS DISTINCT FROM (old.terms_price, old.terms_days))
  EXECUTE FUNCTION record_service_period();

CREATE OR REPLACE FUNCTION forget_months_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_months(new.provider_id, new.completed_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payment_created_months AFTER INSERT ON payment FOR EACH ROW
  WHEN (new.completed_at IS NOT NULL) EXECUTE FUNCTION forget_months_of_payment();

CREATE OR REPLACE TRIGGER payment_completed_months AFTER UPDATE OF completed_at ON payment FOR EACH ROW
  WHEN (new.completed_at IS DISTINCT FROM old.completed_at AND new.completed_at IS NOT NULL)
  EXECUTE FUNCTION forget_months_of_payment();

CREATE OR REPLACE FUNCTION forget_months_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_months(new.provider_id, new.created_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_created_months AFTER INSERT ON refund FOR EACH ROW
  EXECUTE FUNCTION forget_months_of_refund();
