-- 128 bits as an id: the prefix and 26 characters of lower-case Crockford base32, as the server writes them. A loop takes a third
-- of the time of an aggregate over the 26 places.
CREATE OR REPLACE FUNCTION id_text(prefix text, bits bit(128)) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  alphabet CONSTANT text := '0123456789abcdefghjkmnpqrstvwxyz';
  padded CONSTANT bit varying := B'00' || bits;
  made text := prefix || '_';
BEGIN
  FOR i IN 0..25 LOOP
    made := made || substr(alphabet, substring(padded FROM 5 * i + 1 FOR 5)::int + 1, 1);
  END LOOP;
  RETURN made;
END $$;

-- 128 bits in hex, as the server's newId makes them: 48 bits of a provider's milliseconds, 48 bits that count real time in 128ths
-- of a millisecond since 2024, 32 random bits.
CREATE OR REPLACE FUNCTION id_bits(at timestamptz) RETURNS text LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0')
    || lpad(to_hex(floor((extract(epoch FROM clock_timestamp()) - 1704067200) * 128000)::bigint), 12, '0')
    || left(gen_random_uuid()::text, 8);

-- An id of something that an event causes. It begins with the event's milliseconds of the provider and the lower 32 of its bits
-- of real time, so that it sorts as the event does; 48 bits are random.
CREATE OR REPLACE FUNCTION id_after_event(prefix text, event_id text) RETURNS text LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN id_text(prefix, (('x' || substr(event_id, 5, 12) || substr(event_id, 21, 8))::bit(80) || ('x' || left(gen_random_uuid()::text, 8) || substr(gen_random_uuid()::text, 10, 4))::bit(48))::bit(128));
