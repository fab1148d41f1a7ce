CREATE TABLE "webhook" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"sealed_headers" text NOT NULL,
	"api_version" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"secret_last4" text NOT NULL,
	"sealed_previous_secret" text,
	"previous_secret_until" timestamptz(3),
	"failing_since" timestamptz(3),
	"warnings" smallint DEFAULT 0 NOT NULL,
	"disabled_reason" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "webhook_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "webhook_api_version" CHECK ("webhook"."api_version" in ('2025-06-01', '2026-01-15')),
	CONSTRAINT "webhook_status" CHECK ("webhook"."status" in ('ACTIVE', 'DISABLED', 'deleted')),
	CONSTRAINT "webhook_disabled_reason" CHECK ("webhook"."disabled_reason" in ('REQUESTED', 'GONE', 'FAILING')),
	CONSTRAINT "webhook_disabled_why" CHECK ("webhook"."status" <> 'DISABLED' or "webhook"."disabled_reason" is not null),
	CONSTRAINT "webhook_events" CHECK (cardinality("webhook"."events") > 0),
	CONSTRAINT "webhook_previous_secret" CHECK (("webhook"."sealed_previous_secret" is null) = ("webhook"."previous_secret_until" is null))
);
--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_created" ON "webhook" USING btree ("provider_id","created_at","id");--> statement-breakpoint
-- From here on drizzle cannot say it: events, deliveries and attempts are partitioned by month, by real time. Months are
-- made ahead by the server; whatever finds none goes to the default partition and is moved when its month is made.
CREATE TABLE "delivery" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"webhook_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"event_type" text NOT NULL,
	"recorded_at" timestamptz(3) NOT NULL,
	"api_version" text NOT NULL,
	"test_body" text,
	"priority" smallint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3),
	"delivered_at" timestamptz(3),
	"leased_until" timestamptz(3),
	"attempt_id" text collate "C",
	"attempted_at" timestamptz(3),
	"status" text GENERATED ALWAYS AS (case when next_attempt_at is not null then 'PENDING' when delivered_at is not null then 'DELIVERED' else 'FAILED' end) STORED NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "delivery_provider_id_id_recorded_at_pk" PRIMARY KEY("provider_id","id","recorded_at"),
	CONSTRAINT "delivery_pending_or_delivered" CHECK ("next_attempt_at" is null or "delivered_at" is null),
	CONSTRAINT "delivery_lease" CHECK (("leased_until" is null) = ("attempt_id" is null))
) PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
CREATE TABLE "delivery_default" PARTITION OF "delivery" DEFAULT;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_provider_id_webhook_id_webhook_provider_id_id_fk" FOREIGN KEY ("provider_id","webhook_id") REFERENCES "public"."webhook"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_event_webhook" ON "delivery" USING btree ("provider_id","event_id","webhook_id","recorded_at");--> statement-breakpoint
CREATE INDEX "delivery_created" ON "delivery" USING btree ("provider_id","webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "delivery_failed" ON "delivery" USING btree ("provider_id","webhook_id","created_at","id") WHERE next_attempt_at is null and delivered_at is null;--> statement-breakpoint
CREATE INDEX "delivery_due" ON "delivery" USING btree ("provider_id","webhook_id","priority","next_attempt_at") WHERE "next_attempt_at" is not null;--> statement-breakpoint
CREATE TABLE "delivery_attempt" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"delivery_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"response_status" integer,
	"latency_ms" integer,
	"response_excerpt" text,
	"error" text,
	CONSTRAINT "delivery_attempt_provider_id_delivery_id_number_at_pk" PRIMARY KEY("provider_id","delivery_id","number","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "delivery_attempt_default" PARTITION OF "delivery_attempt" DEFAULT;--> statement-breakpoint
ALTER TABLE "event" RENAME TO "event_before";--> statement-breakpoint
ALTER TABLE "event_before" DROP CONSTRAINT "event_provider_id_id_pk";--> statement-breakpoint
DROP INDEX "event_created", "event_resource", "event_type", "event_correlation";--> statement-breakpoint
CREATE TABLE "event" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"type" text NOT NULL,
	"resource_id" text collate "C" NOT NULL,
	"body" text NOT NULL,
	"correlation_id" text NOT NULL,
	"occurred_at" timestamptz(3) NOT NULL,
	"recorded_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "event_provider_id_id_recorded_at_pk" PRIMARY KEY("provider_id","id","recorded_at")
) PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
CREATE TABLE "event_default" PARTITION OF "event" DEFAULT;--> statement-breakpoint
-- When an event of before was recorded is not known; a sandbox's clock may have been ahead.
INSERT INTO "event" (id, provider_id, type, resource_id, body, correlation_id, occurred_at, recorded_at, created_at, updated_at)
SELECT id, provider_id, type, resource_id, body, correlation_id, occurred_at, least(created_at, now()), created_at, updated_at FROM "event_before";--> statement-breakpoint
DROP TABLE "event_before";--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_created" ON "event" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_resource" ON "event" USING btree ("provider_id","resource_id","id");--> statement-breakpoint
CREATE INDEX "event_type" ON "event" USING btree ("provider_id","type","id");--> statement-breakpoint
CREATE INDEX "event_correlation" ON "event" USING btree ("provider_id","correlation_id");--> statement-breakpoint
CREATE TRIGGER event_counted AFTER INSERT ON "event"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
--> statement-breakpoint
CREATE TRIGGER event_uncounted AFTER DELETE ON "event"
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();
--> statement-breakpoint
-- Whether a webhook's names and patterns (`*`, `<resource>.*`, or the whole name) take in a type of event.
CREATE FUNCTION webhook_wants(events text[], type text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN events && ARRAY['*', split_part(type, '.', 1) || '.*', type];
--> statement-breakpoint
-- 128 bits as 26 characters of lower-case Crockford base32, as ids are written.
CREATE FUNCTION id_text(prefix text, bits bit(128)) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN prefix || '_' || (
    SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', substring(B'00' || bits FROM 5 * i + 1 FOR 5)::int + 1, 1), '' ORDER BY i)
    FROM generate_series(0, 25) AS i
  );
--> statement-breakpoint
-- An id for what is made of an event: it sorts as the event's own does, and is as random.
CREATE FUNCTION id_after_event(prefix text, event_id text) RETURNS text LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN id_text(prefix, (('x' || substr(event_id, 5, 20))::bit(80) || ('x' || left(gen_random_uuid()::text, 8) || substr(gen_random_uuid()::text, 10, 4))::bit(48))::bit(128));
--> statement-breakpoint
-- The one way a delivery comes about: in the statement that writes its event, whoever sends it.
CREATE FUNCTION fan_out_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.delivery (
    id, provider_id, webhook_id, event_id, event_type, recorded_at, api_version, priority, next_attempt_at, created_at, updated_at
  )
  SELECT public.id_after_event('dlv', e.id), e.provider_id, w.id, e.id, e.type, e.recorded_at, w.api_version,
    CASE WHEN e.type LIKE 'network.%' THEN 1 ELSE 0 END, e.recorded_at, e.created_at, e.created_at
  FROM inserted e
  JOIN public.webhook w ON w.provider_id = e.provider_id AND w.status = 'ACTIVE' AND public.webhook_wants(w.events, e.type);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER event_fanned_out AFTER INSERT ON "event"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events();
