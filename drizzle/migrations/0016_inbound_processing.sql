CREATE TABLE "external_service" (
	"provider_id" text collate "C" NOT NULL,
	"integration_id" text collate "C" NOT NULL,
	"external_service_id" text NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"customer_id" text,
	"login" text,
	"tariff_id" text,
	"rejection" jsonb,
	"ended_at" timestamptz(3),
	"replaced_by" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "external_service_provider_id_integration_id_external_service_id_pk" PRIMARY KEY("provider_id","integration_id","external_service_id")
);
--> statement-breakpoint
ALTER TABLE "inbound_event" ADD COLUMN "commands" jsonb;--> statement-breakpoint
ALTER TABLE "inbound_event" ADD COLUMN "correlation_id" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "external_service" ADD CONSTRAINT "external_service_provider_id_integration_id_integration_provider_id_id_fk" FOREIGN KEY ("provider_id","integration_id") REFERENCES "public"."integration"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_service" ADD CONSTRAINT "external_service_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "external_service_subscription" ON "external_service" USING btree ("provider_id","subscription_id");--> statement-breakpoint
CREATE INDEX "external_service_login" ON "external_service" USING btree ("provider_id","integration_id","customer_id","login") WHERE "external_service"."replaced_by" is null;--> statement-breakpoint
CREATE INDEX "inbound_event_open" ON "inbound_event" USING btree ("provider_id","integration_id","order_key","position") WHERE "inbound_event"."status" in ('QUEUED', 'PROCESSING');--> statement-breakpoint
DROP FUNCTION receive_inbound(text, text, text, text, text, text, text, text, bytea, text, timestamptz, timestamptz);--> statement-breakpoint
-- Keeps an inbound event, or finds the one of which it is a redelivery, in one message and one commit. Events with the same
-- key take turns, so that each sees the one before; in a function every statement does see what was committed meanwhile.
CREATE FUNCTION receive_inbound(
  p_provider text, p_integration text, p_id text, p_trust text, p_event text, p_external_event text, p_external_service text,
  p_order_key text, p_body bytea, p_hash text, p_received timestamptz, p_due timestamptz, p_correlation text
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
    next_attempt_at, received_at, created_at, updated_at, correlation_id
  ) VALUES (
    p_provider, p_id, p_integration, p_trust, p_event, p_external_event, p_external_service, p_order_key, p_hash, 'QUEUED',
    p_due, p_received, p_received, p_received, p_correlation
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
