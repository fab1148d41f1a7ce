-- Queues events for the feed in the statement that writes them.
CREATE OR REPLACE FUNCTION pend_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.event_pending (provider_id, event_id, type, recorded_at)
  SELECT provider_id, id, type, recorded_at FROM inserted ORDER BY id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER event_pended AFTER INSERT ON event
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION pend_events();

-- Gives committed events their places in the feed, at most that many, and returns how many. The lock of the head is released after
-- the commit is visible, so no reader sees a place before all lower ones. Each statement sees what was committed before it.
CREATE OR REPLACE FUNCTION place_events(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  first bigint;
  placed int;
BEGIN
  IF NOT EXISTS (SELECT FROM public.event_pending) THEN
    RETURN 0;
  END IF;
  SELECT greatest(position + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) INTO first
  FROM public.event_feed_head FOR UPDATE;
  WITH taken AS (
    DELETE FROM public.event_pending
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM public.event_pending ORDER BY nth LIMIT most))
    RETURNING nth, provider_id, event_id, type, recorded_at
  )
  INSERT INTO public.event_feed (provider_id, position, event_id, type, recorded_at)
  SELECT provider_id, first + row_number() OVER (ORDER BY nth) - 1, event_id, type, recorded_at FROM taken;
  GET DIAGNOSTICS placed = ROW_COUNT;
  IF placed > 0 THEN
    UPDATE public.event_feed_head SET position = first + placed - 1;
  END IF;
  RETURN placed;
END $$;
