-- The provider whose network server has an address, or had it last; null for the operator's servers.
CREATE OR REPLACE FUNCTION nas_owner(nas inet) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT s.provider_id FROM public.network_server s WHERE s.address = host(nas)),
    (SELECT f.provider_id FROM public.former_network_server f WHERE f.address = host(nas)
      AND NOT EXISTS (SELECT FROM radius.nas n WHERE n.nasname = f.address)));
END $$;

-- Writes the fact of a session's start or end, from which a job emits the event.
CREATE OR REPLACE FUNCTION note_session_fact(session network_session, accounted radius.radacct) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.network_session_fact (
    provider_id, session_id, at, ended_at, reason, throttled, ip_address, nas_ip_address, input_octets, output_octets
  ) VALUES (
    session.provider_id, session.id, session.updated_at, session.ended_at, session.reason, session.throttled,
    host(accounted.framedipaddress), host(accounted.nasipaddress), coalesce(accounted.acctinputoctets, 0),
    coalesce(accounted.acctoutputoctets, 0));
END $$;

-- Creates and ends the session of an accounting row, each once, and writes a fact for both. A row with an infinite time has no
-- effect. A row from another partner's server creates no session; it is counted as forged. FreeRADIUS owns the transaction, so
-- this function generates the session's id.
-- follows_change_at stays null if FreeRADIUS may have accepted the user under an older state: the user is suspended or deleted, or
-- the last change is less than five minutes older than the start. The sweep then enqueues a session change. A data cap belongs
-- to the plan of its cycle: in grace a session stays throttled under any plan of the unpaid renewal.
-- FreeRADIUS ignores database errors, so this function logs them instead of raising, and the sweep repeats the call.
CREATE OR REPLACE FUNCTION account_session(accounted radius.radacct) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  line record;
  session network_session;
BEGIN
  IF accounted.acctstarttime IS NULL OR NOT isfinite(accounted.acctstarttime)
    OR NOT isfinite(accounted.acctstoptime) THEN
    RETURN;
  END IF;
  SELECT s.provider_id, s.id, s.subscriber_id, s.network_changed_at,
      now() + p.clock_offset_ms * interval '1 millisecond' AS at,
      p.clock_offset_ms * interval '1 millisecond' AS ahead, nas_owner(accounted.nasipaddress) AS owner
    INTO line
    FROM subscription s JOIN provider p ON p.id = s.provider_id
    WHERE s.radius_username = accounted.username;
  IF NOT FOUND THEN RETURN; END IF;
  IF accounted.acctstoptime IS NULL
    OR NOT EXISTS (SELECT FROM network_session s WHERE s.acct_unique_id = accounted.acctuniqueid) THEN
    IF NOT isfinite(accounted.acctupdatetime) THEN RETURN; END IF;
    IF line.owner <> line.provider_id THEN
      -- The sweep that closes the row of a silent session is not a forged packet.
      IF accounted.acctterminatecause IS DISTINCT FROM 'Lost-Service' THEN
        INSERT INTO forged_accounting AS f (provider_id, subscription_id, address, server_provider_id)
        VALUES (line.provider_id, line.id, host(accounted.nasipaddress), line.owner)
        ON CONFLICT (provider_id, subscription_id, address) DO UPDATE SET attempts = f.attempts + 1;
      END IF;
      RETURN;
    END IF;
    INSERT INTO network_session (
      id, provider_id, subscription_id, subscriber_id, username, acct_unique_id, started_at, throttled, follows_change_at,
      created_at, updated_at
    ) VALUES (
      id_text('sess', ('x' || id_bits(line.at))::bit(128)), line.provider_id, line.id, line.subscriber_id,
      accounted.username, accounted.acctuniqueid, accounted.acctstarttime + line.ahead,
      EXISTS (
        SELECT FROM billing_cycle c JOIN network_usage u ON u.provider_id = c.provider_id AND u.billing_cycle_id = c.id
        WHERE c.provider_id = line.provider_id AND c.subscription_id = line.id AND c.status IN ('ACTIVE', 'OVERDUE')
          AND u.throttled_at IS NOT NULL AND u.plan_id = c.plan_id),
      CASE WHEN line.network_changed_at < least(accounted.acctstarttime, now()) - interval '5 minutes'
        AND EXISTS (SELECT FROM radius.radcheck c WHERE c.username = accounted.username)
        AND NOT EXISTS (SELECT FROM radius.radusergroup g WHERE g.username = accounted.username AND g.groupname = 'suspended')
        THEN line.network_changed_at END,
      line.at, line.at
    ) ON CONFLICT (acct_unique_id) DO NOTHING RETURNING * INTO session;
    IF FOUND THEN PERFORM note_session_fact(session, accounted); END IF;
  END IF;
  IF accounted.acctstoptime IS NULL THEN RETURN; END IF;
  UPDATE network_session
    SET ended_at = greatest(accounted.acctstoptime + line.ahead, started_at),
      reason = coalesce(nullif(accounted.acctterminatecause, ''), 'Unknown'), updated_at = line.at
    WHERE acct_unique_id = accounted.acctuniqueid AND ended_at IS NULL RETURNING * INTO session;
  IF FOUND THEN PERFORM note_session_fact(session, accounted); END IF;
EXCEPTION WHEN OTHERS THEN
  RAISE LOG 'accounting of session % failed: % (%)', accounted.acctuniqueid, SQLERRM, SQLSTATE;
END $$;

CREATE OR REPLACE FUNCTION radius.radacct_written() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = radius, pg_temp AS $$
BEGIN
  PERFORM public.account_session(NEW);
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION nas_owner(inet), note_session_fact(network_session, radius.radacct), account_session(radius.radacct),
  radius.radacct_written() FROM public;

CREATE OR REPLACE TRIGGER radacct_started AFTER INSERT ON radius.radacct FOR EACH ROW EXECUTE FUNCTION radius.radacct_written();

-- Interim updates do not fire it. A row with an infinite stop time stays open until the sweep closes it.
CREATE OR REPLACE TRIGGER radacct_ended AFTER UPDATE OF acctstoptime ON radius.radacct FOR EACH ROW
  WHEN ((OLD.acctstoptime IS NULL OR NOT isfinite(OLD.acctstoptime)) AND isfinite(NEW.acctstoptime)
    AND isfinite(NEW.acctupdatetime) IS NOT FALSE)
  EXECUTE FUNCTION radius.radacct_written();

-- FreeRADIUS's stock query for sign-ins stores the tried password; this trigger empties it.
CREATE OR REPLACE FUNCTION radius.empty_pass() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pass := '';
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER radpostauth_pass BEFORE INSERT OR UPDATE ON radius.radpostauth FOR EACH ROW EXECUTE FUNCTION radius.empty_pass();
