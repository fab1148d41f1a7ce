-- Whether a webhook's names and patterns (`*`, `<resource>.*` or the whole name) include a type of event.
CREATE OR REPLACE FUNCTION webhook_subscribes_to(events text[], type text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN events && ARRAY['*', split_part(type, '.', 1) || '.*', type];

-- Queues the deliveries of events in the statement that writes the events, for one event and for a set of thousands alike. The ids
-- are made here: the server would have to read the webhooks first, and a webhook that is created or disabled meanwhile would miss
-- events or get too many.
CREATE OR REPLACE FUNCTION fan_out_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.delivery (
    id, provider_id, webhook_id, event_id, event_type, recorded_at, api_version, next_attempt_at, created_at, updated_at
  )
  SELECT public.id_after_event('dlv', e.id), e.provider_id, w.id, e.id, e.type, e.recorded_at, w.api_version,
    e.recorded_at, e.created_at, e.created_at
  FROM inserted e
  JOIN public.webhook w ON w.provider_id = e.provider_id AND w.status = 'ACTIVE' AND public.webhook_subscribes_to(w.events, e.type);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER event_fanned_out AFTER INSERT ON event
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events();
