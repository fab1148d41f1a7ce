DROP INDEX "network_usage_to_throttle";--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "follows_change_at" timestamptz(3) DEFAULT 'epoch';--> statement-breakpoint
ALTER TABLE "network_usage" ADD COLUMN "throttled_to" jsonb;--> statement-breakpoint
ALTER TABLE "network_usage" ADD COLUMN "is_outpaced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "network_changed_at" timestamptz(3) DEFAULT 'epoch' NOT NULL;--> statement-breakpoint
CREATE INDEX "network_usage_to_throttle" ON "network_usage" USING btree ("provider_id","billing_cycle_id") WHERE "network_usage"."passed_cap_at" is not null and ("network_usage"."throttled_at" is null or "network_usage"."is_outpaced");--> statement-breakpoint
UPDATE "network_usage" SET "throttled_to" = p."throttle_speed"
  FROM "provider" p WHERE p."id" = "network_usage"."provider_id" AND "network_usage"."throttled_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "network_usage" ADD CONSTRAINT "network_usage_throttled" CHECK (("network_usage"."throttled_at" is null) = ("network_usage"."throttled_to" is null));
--> statement-breakpoint
-- As before, and a session is in doubt that may have been let online by what held before: its user is refused by now, or
-- the last change is no more than five minutes older than its start. It tells so and no more; the sweep sees to it.
CREATE OR REPLACE FUNCTION account_session(accounted radius.radacct) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  line record;
  session network_session;
BEGIN
  SELECT s.provider_id, s.id, s.subscriber_id, s.plan_id, s.network_changed_at, p.livemode,
      p.clock_offset_ms * interval '1 millisecond' AS ahead
    INTO line
    FROM subscription s JOIN provider p ON p.id = s.provider_id
    WHERE s.radius_username = accounted.username;
  IF NOT FOUND OR accounted.acctstarttime IS NULL THEN RETURN; END IF;
  INSERT INTO network_session (
    id, provider_id, subscription_id, subscriber_id, username, acct_unique_id, started_at, throttled, follows_change_at,
    created_at, updated_at
  ) VALUES (
    id_text('sess', ('x' || id_bits(now() + line.ahead))::bit(128)), line.provider_id, line.id, line.subscriber_id,
    accounted.username, accounted.acctuniqueid, accounted.acctstarttime + line.ahead,
    EXISTS (
      SELECT FROM billing_cycle c JOIN network_usage u ON u.provider_id = c.provider_id AND u.billing_cycle_id = c.id
      WHERE c.provider_id = line.provider_id AND c.subscription_id = line.id AND c.status IN ('ACTIVE', 'OVERDUE')
        AND u.throttled_at IS NOT NULL AND u.plan_id = line.plan_id),
    CASE WHEN line.network_changed_at < least(accounted.acctstarttime, now()) - interval '5 minutes'
      AND EXISTS (SELECT FROM radius.radcheck c WHERE c.username = accounted.username)
      AND NOT EXISTS (SELECT FROM radius.radusergroup g WHERE g.username = accounted.username AND g.groupname = 'suspended')
      THEN line.network_changed_at END,
    now() + line.ahead, now() + line.ahead
  ) ON CONFLICT (acct_unique_id) DO NOTHING RETURNING * INTO session;
  IF FOUND THEN
    PERFORM announce_session('network.session_started', session, accounted, session.created_at, line.livemode);
  END IF;
  IF accounted.acctstoptime IS NULL THEN RETURN; END IF;
  UPDATE network_session
    SET ended_at = greatest(accounted.acctstoptime + line.ahead, started_at),
      reason = coalesce(nullif(accounted.acctterminatecause, ''), 'Unknown'), updated_at = now() + line.ahead
    WHERE acct_unique_id = accounted.acctuniqueid AND ended_at IS NULL RETURNING * INTO session;
  IF FOUND THEN
    PERFORM announce_session('network.session_ended', session, accounted, session.updated_at, line.livemode);
  END IF;
EXCEPTION WHEN OTHERS THEN
  RAISE LOG 'session % is not accounted for yet: % (%)', accounted.acctuniqueid, SQLERRM, SQLSTATE;
END $$;
--> statement-breakpoint
-- As before, and the transaction bears a mark, by which whoever writes it out knows to wake the job.
CREATE OR REPLACE FUNCTION note_for_mirrors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mirrored_service (provider_id, integration_id, subscription_id, next_attempt_at, created_at, updated_at)
  SELECT new.provider_id, m.integration_id, new.id, clock_timestamp(), new.updated_at, new.updated_at
  FROM mirror m WHERE m.provider_id = new.provider_id
  ON CONFLICT (provider_id, integration_id, subscription_id) DO UPDATE
  SET changes = mirrored_service.changes + 1, failures = 0, next_attempt_at = excluded.next_attempt_at,
    updated_at = excluded.updated_at;
  IF FOUND THEN PERFORM set_config('demarc.mirror_due', 'on', true); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_customer_for_mirrors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mirrored_service
  SET changes = changes + 1, failures = 0, next_attempt_at = clock_timestamp()
  FROM subscription s
  WHERE s.provider_id = new.provider_id AND s.subscriber_id = new.id
    AND mirrored_service.provider_id = s.provider_id AND mirrored_service.subscription_id = s.id;
  IF FOUND THEN PERFORM set_config('demarc.mirror_due', 'on', true); END IF;
  RETURN NULL;
END $$;
