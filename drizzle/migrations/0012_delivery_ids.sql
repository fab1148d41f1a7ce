-- The middle of an event's id counts real time now, 48 bits of it. What is made of an event takes the lower 32 of them:
-- within an instant of a test clock it sorts as the event does, over any nine hours of real time.
CREATE OR REPLACE FUNCTION id_after_event(prefix text, event_id text) RETURNS text LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN id_text(prefix, (('x' || substr(event_id, 5, 12) || substr(event_id, 21, 8))::bit(80) || ('x' || left(gen_random_uuid()::text, 8) || substr(gen_random_uuid()::text, 10, 4))::bit(48))::bit(128));
