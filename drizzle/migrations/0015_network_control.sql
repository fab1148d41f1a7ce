CREATE TABLE "network_command" (
	"provider_id" text collate "C" NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamptz(3) NOT NULL,
	"failure" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "network_command_provider_id_session_id_pk" PRIMARY KEY("provider_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "network_server" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"nas_id" integer NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"coa_port" integer NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "network_server_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "network_server_port" CHECK ("network_server"."coa_port" between 1 and 65535)
);
--> statement-breakpoint
CREATE TABLE "network_usage" (
	"provider_id" text collate "C" NOT NULL,
	"billing_cycle_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"plan_id" text collate "C" NOT NULL,
	"cap_octets" bigint,
	"octets" bigint NOT NULL,
	"throttled_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "network_usage_provider_id_billing_cycle_id_pk" PRIMARY KEY("provider_id","billing_cycle_id"),
	CONSTRAINT "network_usage_counts_up" CHECK ("network_usage"."octets" >= 0 and "network_usage"."cap_octets" > 0)
);
--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "counted_octets" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "is_counted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "throttle_speed" jsonb DEFAULT '{"downloadSpeedMbps":1,"uploadSpeedMbps":1}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "ipv4" jsonb;--> statement-breakpoint
ALTER TABLE "network_command" ADD CONSTRAINT "network_command_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_command" ADD CONSTRAINT "network_command_provider_id_session_id_network_session_provider_id_id_fk" FOREIGN KEY ("provider_id","session_id") REFERENCES "public"."network_session"("provider_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_server" ADD CONSTRAINT "network_server_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_server" ADD CONSTRAINT "network_server_nas_id_nas_id_fk" FOREIGN KEY ("nas_id") REFERENCES "radius"."nas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_usage" ADD CONSTRAINT "network_usage_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_usage" ADD CONSTRAINT "network_usage_provider_id_billing_cycle_id_billing_cycle_provider_id_id_fk" FOREIGN KEY ("provider_id","billing_cycle_id") REFERENCES "public"."billing_cycle"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "network_command_due" ON "network_command" USING btree ("provider_id","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "network_server_nas" ON "network_server" USING btree ("nas_id");--> statement-breakpoint
CREATE UNIQUE INDEX "network_server_address" ON "network_server" USING btree ("address");--> statement-breakpoint
CREATE INDEX "network_server_created" ON "network_server" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "network_session_line" ON "network_session" USING btree ("provider_id","subscription_id") WHERE "network_session"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "network_session_uncounted" ON "network_session" USING btree ("provider_id","id") WHERE not "network_session"."is_counted";
--> statement-breakpoint
-- As before, and a session that begins when the cap of the running cycle is used up begins throttled.
CREATE OR REPLACE FUNCTION account_session(accounted radius.radacct) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  line record;
  session network_session;
BEGIN
  SELECT s.provider_id, s.id, s.subscriber_id, s.plan_id, p.livemode,
      p.clock_offset_ms * interval '1 millisecond' AS ahead
    INTO line
    FROM subscription s JOIN provider p ON p.id = s.provider_id
    WHERE s.radius_username = accounted.username;
  IF NOT FOUND OR accounted.acctstarttime IS NULL THEN RETURN; END IF;
  INSERT INTO network_session (
    id, provider_id, subscription_id, subscriber_id, username, acct_unique_id, started_at, throttled, created_at, updated_at
  ) VALUES (
    id_text('sess', ('x' || id_bits(now() + line.ahead))::bit(128)), line.provider_id, line.id, line.subscriber_id,
    accounted.username, accounted.acctuniqueid, accounted.acctstarttime + line.ahead,
    EXISTS (
      SELECT FROM billing_cycle c JOIN network_usage u ON u.provider_id = c.provider_id AND u.billing_cycle_id = c.id
      WHERE c.provider_id = line.provider_id AND c.subscription_id = line.id AND c.status IN ('ACTIVE', 'OVERDUE')
        AND u.throttled_at IS NOT NULL AND u.plan_id = line.plan_id),
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
