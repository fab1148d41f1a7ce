ALTER TABLE "inbound_body" DROP CONSTRAINT "inbound_body_provider_id_inbound_event_id_inbound_event_provider_id_id_fk";
--> statement-breakpoint
ALTER TABLE "inbound_event" DROP CONSTRAINT "inbound_event_provider_id_provider_id_fk";
--> statement-breakpoint
DROP INDEX "inbound_event_order";--> statement-breakpoint
CREATE INDEX "inbound_event_order" ON "inbound_event" USING btree ("integration_id","order_key","position");--> statement-breakpoint
-- As before, but the last event of a key is looked for by the integration alone. Of a new table PostgreSQL knows nothing, takes
-- every index that begins with the provider for equally good, and would go over all of its events for each that comes.
CREATE OR REPLACE FUNCTION receive_inbound(
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
      WHERE i.integration_id = p_integration AND i.order_key = p_order_key
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
