-- Stores inbound events of which no two have one order key or one external id. The result has one id for each event, in order: its
-- own or, for a redelivery, that of the first delivery. The last event of a key is searched by integration only: on a table without
-- statistics the planner would choose any index that starts with the provider.
CREATE OR REPLACE FUNCTION store_inbound(p_events jsonb) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  answers text[];
BEGIN
  WITH e AS MATERIALIZED (
    SELECT row_number() OVER () AS nth, x.* FROM jsonb_to_recordset(p_events) AS x (
      provider_id text, id text, integration_id text, trust text, event text, external_event_id text,
      external_service_id text, order_key text, body text, body_hash text, received_at timestamptz, due_at timestamptz,
      correlation_id text
    )
  ), known AS MATERIALIZED (
    SELECT e.nth, last.id FROM e
    CROSS JOIN LATERAL (
      SELECT i.id, i.body_hash, i.trust FROM inbound_event i
      WHERE i.integration_id = e.integration_id AND i.order_key = e.order_key
      ORDER BY i.position DESC LIMIT 1
    ) last
    WHERE e.external_event_id IS NULL AND last.body_hash = e.body_hash AND last.trust = e.trust
  ), stored AS (
    INSERT INTO inbound_event (
      provider_id, id, integration_id, trust, event, external_event_id, external_service_id, order_key, body_hash, status,
      next_attempt_at, received_at, created_at, updated_at, correlation_id
    )
    SELECT provider_id, id, integration_id, trust, event, external_event_id, external_service_id, order_key, body_hash, 'QUEUED',
      due_at, received_at, received_at, received_at, correlation_id
    FROM e WHERE nth NOT IN (SELECT nth FROM known) ORDER BY nth
    ON CONFLICT (provider_id, integration_id, trust, external_event_id) WHERE external_event_id IS NOT NULL DO NOTHING
    RETURNING id
  ), body AS (
    INSERT INTO inbound_body (provider_id, inbound_event_id, body)
    SELECT provider_id, id, decode(body, 'hex') FROM e WHERE id IN (SELECT id FROM stored)
  )
  SELECT array_agg(coalesce(known.id, stored.id) ORDER BY e.nth) INTO answers
  FROM e LEFT JOIN known USING (nth) LEFT JOIN stored ON stored.id = e.id;

  IF array_position(answers, NULL) IS NULL THEN
    RETURN QUERY SELECT unnest(answers);
    RETURN;
  END IF;
  -- A statement of its own, because it sees what others have committed since the one above began.
  RETURN QUERY
    SELECT coalesce(answers[x.nth], i.id) FROM ROWS FROM (
      jsonb_to_recordset(p_events) AS (provider_id text, integration_id text, trust text, external_event_id text)
    ) WITH ORDINALITY AS x (provider_id, integration_id, trust, external_event_id, nth)
    LEFT JOIN inbound_event i ON answers[x.nth] IS NULL AND i.provider_id = x.provider_id AND i.integration_id = x.integration_id
      AND i.trust = x.trust AND i.external_event_id = x.external_event_id
    ORDER BY x.nth;
END $$;

-- Stores a batch of inbound events in order, as `store_inbound` does. An advisory lock on the order key serializes events with the same
-- key, so that each sees the previous one; every statement in a function sees what is committed when it starts. A batch takes its locks
-- in one order, so that two batches do not deadlock.
CREATE OR REPLACE FUNCTION receive_inbound(p_events jsonb) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  is_distinct boolean;
  each jsonb;
BEGIN
  PERFORM require_here(array_agg(x->>'provider_id')) FROM jsonb_array_elements(p_events) x;
  PERFORM pg_advisory_xact_lock(turn.key) FROM (
    SELECT DISTINCT hashtextextended('inbound ' || (x->>'integration_id') || ' ' || (x->>'order_key'), 0) AS key
    FROM jsonb_array_elements(p_events) x
    ORDER BY 1
  ) turn;
  SELECT jsonb_array_length(p_events) = 1 OR count(DISTINCT (x->>'integration_id', x->>'order_key')) = count(*)
    AND count(DISTINCT (x->>'integration_id', x->>'external_event_id')) FILTER (WHERE x->>'external_event_id' IS NOT NULL)
      = count(x->>'external_event_id')
  INTO is_distinct FROM jsonb_array_elements(p_events) x;
  IF is_distinct THEN
    RETURN QUERY SELECT store_inbound(p_events);
  ELSE
    FOR each IN SELECT jsonb_array_elements(p_events) LOOP
      RETURN QUERY SELECT store_inbound(jsonb_build_array(each));
    END LOOP;
  END IF;
END $$;
