CREATE TABLE "inbound_body" (
	"provider_id" text collate "C" NOT NULL,
	"inbound_event_id" text collate "C" NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "inbound_body_provider_id_inbound_event_id_pk" PRIMARY KEY("provider_id","inbound_event_id")
);
--> statement-breakpoint
CREATE TABLE "inbound_event" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"integration_id" text collate "C" NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inbound_event_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trust" text NOT NULL,
	"event" text NOT NULL,
	"external_event_id" text,
	"external_service_id" text,
	"order_key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3),
	"received_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "inbound_event_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "inbound_event_trust" CHECK ("inbound_event"."trust" in ('SIGNED', 'CREDENTIALS', 'UNSIGNED')),
	CONSTRAINT "inbound_event_status" CHECK ("inbound_event"."status" in ('QUEUED', 'PROCESSING', 'PROCESSED', 'IGNORED', 'FAILED')),
	CONSTRAINT "inbound_event_due_while_open" CHECK (("inbound_event"."next_attempt_at" is not null) = ("inbound_event"."status" in ('QUEUED', 'PROCESSING'))),
	CONSTRAINT "inbound_event_failed_why" CHECK ("inbound_event"."status" <> 'FAILED' or "inbound_event"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "integration" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"adapter" text NOT NULL,
	"external_partner_id" text,
	"signing" text NOT NULL,
	"free_immediate_upgrade" boolean NOT NULL,
	"tariff_map" jsonb NOT NULL,
	"pool_map" jsonb NOT NULL,
	"default_demarcation_point_id" text collate "C",
	"status" text NOT NULL,
	"sealed_secret" text,
	"secret_last4" text,
	"sealed_previous_secret" text,
	"previous_secret_until" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "integration_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "integration_id" UNIQUE("id"),
	CONSTRAINT "integration_adapter" CHECK ("integration"."adapter" in ('splynx', 'native')),
	CONSTRAINT "integration_signing" CHECK ("integration"."signing" in ('hmac', 'none')),
	CONSTRAINT "integration_status" CHECK ("integration"."status" in ('ACTIVE', 'DISABLED', 'deleted')),
	CONSTRAINT "integration_unsigned" CHECK ("integration"."signing" = 'hmac' or "integration"."sealed_secret" is null),
	CONSTRAINT "integration_secret" CHECK (("integration"."sealed_secret" is null) = ("integration"."secret_last4" is null)),
	CONSTRAINT "integration_previous_secret" CHECK (("integration"."sealed_previous_secret" is null) = ("integration"."previous_secret_until" is null))
);
--> statement-breakpoint
ALTER TABLE "inbound_body" ADD CONSTRAINT "inbound_body_provider_id_inbound_event_id_inbound_event_provider_id_id_fk" FOREIGN KEY ("provider_id","inbound_event_id") REFERENCES "public"."inbound_event"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_event" ADD CONSTRAINT "inbound_event_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_event" ADD CONSTRAINT "inbound_event_provider_id_integration_id_integration_provider_id_id_fk" FOREIGN KEY ("provider_id","integration_id") REFERENCES "public"."integration"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration" ADD CONSTRAINT "integration_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration" ADD CONSTRAINT "integration_provider_id_default_demarcation_point_id_demarcation_point_provider_id_id_fk" FOREIGN KEY ("provider_id","default_demarcation_point_id") REFERENCES "public"."demarcation_point"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_event_external" ON "inbound_event" USING btree ("provider_id","integration_id","trust","external_event_id") WHERE "inbound_event"."external_event_id" is not null;--> statement-breakpoint
CREATE INDEX "inbound_event_order" ON "inbound_event" USING btree ("provider_id","integration_id","order_key","position");--> statement-breakpoint
CREATE INDEX "inbound_event_created" ON "inbound_event" USING btree ("provider_id","integration_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inbound_event_due" ON "inbound_event" USING btree ("provider_id","next_attempt_at") WHERE "inbound_event"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "integration_created" ON "integration" USING btree ("provider_id","created_at","id");
--> statement-breakpoint
-- Stores an inbound event, or finds the one it is a redelivery of, in one round trip. The lock makes events of one order
-- key take turns, so that each sees the one before; in a function every statement does see what was committed meanwhile.
CREATE FUNCTION receive_inbound(
  p_provider text, p_integration text, p_id text, p_trust text, p_event text, p_external_event text, p_external_service text,
  p_order_key text, p_body bytea, p_hash text, p_received timestamptz, p_due timestamptz
) RETURNS TABLE (inbound_id text, is_new boolean) LANGUAGE plpgsql AS $$
DECLARE
  known text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('inbound ' || p_integration || ' ' || p_order_key, 0));
  IF p_external_event IS NULL THEN
    SELECT last.id INTO known FROM (
      SELECT i.id, i.body_hash, i.trust FROM inbound_event i
      WHERE i.provider_id = p_provider AND i.integration_id = p_integration AND i.order_key = p_order_key
      ORDER BY i.position DESC LIMIT 1
    ) last WHERE last.body_hash = p_hash AND last.trust = p_trust;
    IF known IS NOT NULL THEN
      RETURN QUERY SELECT known, false;
      RETURN;
    END IF;
  END IF;
  INSERT INTO inbound_event (
    provider_id, id, integration_id, trust, event, external_event_id, external_service_id, order_key, body_hash, status,
    next_attempt_at, received_at, created_at, updated_at
  ) VALUES (
    p_provider, p_id, p_integration, p_trust, p_event, p_external_event, p_external_service, p_order_key, p_hash, 'QUEUED',
    p_due, p_received, p_received, p_received
  )
  ON CONFLICT (provider_id, integration_id, trust, external_event_id) WHERE external_event_id IS NOT NULL DO NOTHING;
  IF FOUND THEN
    INSERT INTO inbound_body (provider_id, inbound_event_id, body) VALUES (p_provider, p_id, p_body);
    RETURN QUERY SELECT p_id, true;
  ELSE
    RETURN QUERY SELECT i.id::text, false FROM inbound_event i
      WHERE i.provider_id = p_provider AND i.integration_id = p_integration AND i.trust = p_trust
        AND i.external_event_id = p_external_event;
  END IF;
END $$;
