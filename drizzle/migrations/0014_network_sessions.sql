CREATE TABLE "network_session" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"username" text NOT NULL,
	"acct_unique_id" text NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"ended_at" timestamptz(3),
	"reason" text,
	"throttled" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "network_session_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
ALTER TABLE "network_session" ADD CONSTRAINT "network_session_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_session" ADD CONSTRAINT "network_session_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_session" ADD CONSTRAINT "network_session_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "network_session_accounted" ON "network_session" USING btree ("acct_unique_id");--> statement-breakpoint
CREATE INDEX "network_session_created" ON "network_session" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "network_session_subscription" ON "network_session" USING btree ("provider_id","subscription_id","created_at","id");--> statement-breakpoint
CREATE INDEX "network_session_online" ON "network_session" USING btree ("provider_id","created_at","id") WHERE "network_session"."ended_at" is null;
--> statement-breakpoint
CREATE TRIGGER network_session_counted AFTER INSERT ON "network_session"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
--> statement-breakpoint
-- 128 bits that sort by a provider's time and within one instant of it by real time, in hex: ids as the server makes them.
CREATE FUNCTION id_bits(at timestamptz) RETURNS text LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0')
    || lpad(to_hex(floor((extract(epoch FROM clock_timestamp()) - 1704067200) * 128000)::bigint), 12, '0')
    || left(gen_random_uuid()::text, 8);
--> statement-breakpoint
-- An instant as events and answers write it.
CREATE FUNCTION iso_text(at timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
--> statement-breakpoint
-- Announces what became of a session, in the form of the server's own events.
CREATE FUNCTION announce_session(type text, session network_session, accounted radius.radacct, at timestamptz, livemode boolean)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
  SELECT session.provider_id, told.id, type, session.id, json_build_object(
      'id', told.id, 'type', type, 'apiVersion', '2026-01-15', 'occurredAt', public.iso_text(at),
      'providerId', session.provider_id, 'correlationId', told.correlation_id, 'livemode', livemode,
      'data', json_build_object('object', 'network', 'current', json_build_object(
        'id', session.id, 'sessionId', session.id, 'subscriptionId', session.subscription_id,
        'subscriberId', session.subscriber_id, 'username', session.username,
        'ipAddress', host(accounted.framedipaddress), 'nasIpAddress', host(accounted.nasipaddress),
        'startedAt', public.iso_text(session.started_at), 'endedAt', public.iso_text(session.ended_at),
        'reason', session.reason, 'inputOctets', coalesce(accounted.acctinputoctets, 0),
        'outputOctets', coalesce(accounted.acctoutputoctets, 0), 'throttled', session.throttled,
        'createdAt', public.iso_text(session.created_at), 'updatedAt', public.iso_text(session.updated_at))))::text,
    at, at, at, told.correlation_id
  FROM (SELECT 'evt_' || public.id_bits(at) AS id, gen_random_uuid()::text AS correlation_id) AS told
$$;
--> statement-breakpoint
-- A row of accounting becomes a session of ours, once; where it ends, the session ends, once. FreeRADIUS swallows what
-- the database refuses, so nothing in here may fail: what does is logged, and the sweep makes good for it.
CREATE FUNCTION account_session(accounted radius.radacct) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  line record;
  session network_session;
BEGIN
  SELECT s.provider_id, s.id, s.subscriber_id, p.livemode, p.clock_offset_ms * interval '1 millisecond' AS ahead
    INTO line
    FROM subscription s JOIN provider p ON p.id = s.provider_id
    WHERE s.radius_username = accounted.username;
  IF NOT FOUND OR accounted.acctstarttime IS NULL THEN RETURN; END IF;
  INSERT INTO network_session (
    id, provider_id, subscription_id, subscriber_id, username, acct_unique_id, started_at, created_at, updated_at
  ) VALUES (
    id_text('sess', ('x' || id_bits(now() + line.ahead))::bit(128)), line.provider_id, line.id, line.subscriber_id,
    accounted.username, accounted.acctuniqueid, accounted.acctstarttime + line.ahead, now() + line.ahead, now() + line.ahead
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
CREATE FUNCTION radius.radacct_written() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = radius, pg_temp AS $$
BEGIN
  PERFORM public.account_session(NEW);
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION public.account_session(radius.radacct), public.announce_session(text, public.network_session, radius.radacct, timestamptz, boolean), radius.radacct_written() FROM public;
--> statement-breakpoint
CREATE TRIGGER radacct_started AFTER INSERT ON radius.radacct FOR EACH ROW EXECUTE FUNCTION radius.radacct_written();
--> statement-breakpoint
-- Interim updates do not come here.
CREATE TRIGGER radacct_ended AFTER UPDATE OF acctstoptime ON radius.radacct FOR EACH ROW
  WHEN (OLD.acctstoptime IS NULL AND NEW.acctstoptime IS NOT NULL) EXECUTE FUNCTION radius.radacct_written();
--> statement-breakpoint
-- Room in each page for the next version of a row: an update that touches no index stays on its page.
ALTER TABLE radius.radacct SET (fillfactor = 80);
--> statement-breakpoint
CREATE INDEX radacct_open ON radius.radacct (radacctid) WHERE acctstoptime IS NULL;
