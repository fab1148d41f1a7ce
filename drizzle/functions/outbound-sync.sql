-- Marks a subscription as due for outbound sync. The setting makes the transaction wake the job after the commit.
CREATE OR REPLACE FUNCTION enqueue_outbound_sync() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mirrored_service (provider_id, integration_id, subscription_id, next_attempt_at, created_at, updated_at)
  SELECT new.provider_id, m.integration_id, new.id, clock_timestamp(), new.updated_at, new.updated_at
  FROM mirror m WHERE m.provider_id = new.provider_id
  ON CONFLICT (provider_id, integration_id, subscription_id) DO UPDATE
  SET changes = mirrored_service.changes + 1, failures = 0, next_attempt_at = excluded.next_attempt_at,
    updated_at = excluded.updated_at;
  IF FOUND THEN PERFORM set_config('demarc.outbound_sync_due', 'on', true); END IF;
  RETURN NULL;
END $$;

-- A new external user id makes all synced services of the subscriber due.
CREATE OR REPLACE FUNCTION enqueue_outbound_sync_of_subscriber() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mirrored_service
  SET changes = changes + 1, failures = 0, next_attempt_at = clock_timestamp()
  FROM subscription s
  WHERE s.provider_id = new.provider_id AND s.subscriber_id = new.id
    AND mirrored_service.provider_id = s.provider_id AND mirrored_service.subscription_id = s.id;
  IF FOUND THEN PERFORM set_config('demarc.outbound_sync_due', 'on', true); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscriber_changed_outbound_sync AFTER UPDATE OF external_user_id ON subscriber FOR EACH ROW
  WHEN (new.external_user_id IS DISTINCT FROM old.external_user_id) EXECUTE FUNCTION enqueue_outbound_sync_of_subscriber();

CREATE OR REPLACE TRIGGER subscription_created_outbound_sync AFTER INSERT ON subscription FOR EACH ROW
  WHEN (NOT new.is_external AND new.status <> 'PENDING') EXECUTE FUNCTION enqueue_outbound_sync();

CREATE OR REPLACE TRIGGER subscription_changed_outbound_sync
  AFTER UPDATE OF status, plan_id, radius_username, archived_at ON subscription FOR EACH ROW
  WHEN (NOT new.is_external AND (new.status, new.plan_id, new.radius_username, new.archived_at)
    IS DISTINCT FROM (old.status, old.plan_id, old.radius_username, old.archived_at))
  EXECUTE FUNCTION enqueue_outbound_sync();
