-- Stores a batch of inbound events in order. The result has one id for each event: its own or, for a redelivery, that of the first
-- delivery. An advisory lock on the order key serializes events with the same key, so that each sees the previous one; every
-- statement in a function sees what is committed when it starts. A batch takes its locks in one order, so that two batches do not
-- deadlock. The last event of a key is searched by integration only: on a table without statistics the planner would choose any
-- index that starts with the provider.
CREATE OR REPLACE FUNCTION receive_inbound(p_events jsonb) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  e record;
  known text;
BEGIN
  PERFORM pg_advisory_xact_lock(turn.key) FROM (
    SELECT DISTINCT hashtextextended('inbound ' || (x->>'integration_id') || ' ' || (x->>'order_key'), 0) AS key
    FROM jsonb_array_elements(p_events) x
    ORDER BY 1
  ) turn;
  FOR e IN
    SELECT * FROM jsonb_to_recordset(p_events) AS (
      provider_id text, id text, integration_id text, trust text, event text, external_event_id text,
      external_service_id text, order_key text, body text, body_hash text, received_at timestamptz, due_at timestamptz,
      correlation_id text
    )
  LOOP
    IF e.external_event_id IS NULL THEN
      SELECT last.id INTO known FROM (
        SELECT i.id, i.body_hash, i.trust FROM inbound_event i
        WHERE i.integration_id = e.integration_id AND i.order_key = e.order_key
        ORDER BY i.position DESC LIMIT 1
      ) last WHERE last.body_hash = e.body_hash AND last.trust = e.trust;
      IF known IS NOT NULL THEN
        RETURN NEXT known;
        CONTINUE;
      END IF;
    END IF;
    INSERT INTO inbound_event (
      provider_id, id, integration_id, trust, event, external_event_id, external_service_id, order_key, body_hash, status,
      next_attempt_at, received_at, created_at, updated_at, correlation_id
    ) VALUES (
      e.provider_id, e.id, e.integration_id, e.trust, e.event, e.external_event_id, e.external_service_id, e.order_key,
      e.body_hash, 'QUEUED', e.due_at, e.received_at, e.received_at, e.received_at, e.correlation_id
    )
    ON CONFLICT (provider_id, integration_id, trust, external_event_id) WHERE external_event_id IS NOT NULL DO NOTHING;
    IF FOUND THEN
      INSERT INTO inbound_body (provider_id, inbound_event_id, body) VALUES (e.provider_id, e.id, decode(e.body, 'hex'));
      RETURN NEXT e.id;
    ELSE
      RETURN QUERY SELECT i.id::text FROM inbound_event i
        WHERE i.provider_id = e.provider_id AND i.integration_id = e.integration_id AND i.trust = e.trust
          AND i.external_event_id = e.external_event_id;
    END IF;
  END LOOP;
END $$;
