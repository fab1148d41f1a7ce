-- The provider whose network server has an address, or had it last; null for the operator's servers.
CREATE OR REPLACE FUNCTION nas_owner(nas inet) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT s.provider_id FROM public.network_server s WHERE s.address = host(nas)),
    (SELECT f.provider_id FROM public.former_network_server f WHERE f.address = host(nas)
      AND NOT EXISTS (SELECT FROM radius.nas n WHERE n.nasname = f.address)));
END $$;

-- Creates the session of an accounting row, and writes the fact of its start. FreeRADIUS owns the transaction, so this function
-- generates the session's id.
-- follows_change_at stays null if FreeRADIUS may have accepted the user under an older state: the user is suspended or deleted, or
-- the last change is less than five minutes older than the start. The sweep then enqueues a session change. A data cap belongs
-- to the plan of its cycle: in grace a session stays throttled under any plan of the unpaid renewal.
-- A row from another partner's server creates no session; it is counted as forged. The sweep that closes the row of a silent
-- session is not a forged packet.
CREATE OR REPLACE FUNCTION start_session(accounted radius.radacct) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH started AS (
    INSERT INTO network_session (
      id, provider_id, subscription_id, subscriber_id, username, acct_unique_id, started_at, throttled, follows_change_at,
      created_at, updated_at
    )
    SELECT id_text('sess', ('x' || id_bits(now() + ahead))::bit(128)), s.provider_id, s.id, s.subscriber_id,
      accounted.username, accounted.acctuniqueid, accounted.acctstarttime + ahead,
      EXISTS (
        SELECT FROM billing_cycle c
        JOIN network_usage u ON u.provider_id = c.provider_id AND u.billing_cycle_id = c.id
        WHERE c.provider_id = s.provider_id AND c.subscription_id = s.id AND c.status IN ('ACTIVE', 'OVERDUE')
          AND u.throttled_at IS NOT NULL AND u.plan_id = c.plan_id),
      CASE WHEN s.network_changed_at < least(accounted.acctstarttime, now()) - interval '5 minutes'
        AND EXISTS (SELECT FROM radius.radcheck c WHERE c.username = accounted.username)
        AND NOT EXISTS (SELECT FROM radius.radusergroup g WHERE g.username = accounted.username AND g.groupname = 'suspended')
        THEN s.network_changed_at END,
      now() + ahead, now() + ahead
    FROM subscription s JOIN provider p ON p.id = s.provider_id,
      LATERAL (VALUES (p.clock_offset_ms * interval '1 millisecond')) AS clock (ahead)
    WHERE s.radius_username = accounted.username
      AND coalesce(nas_owner(accounted.nasipaddress), s.provider_id) = s.provider_id
    ON CONFLICT (acct_unique_id) DO NOTHING RETURNING provider_id, id, updated_at, throttled
  )
  INSERT INTO network_session_fact (
    provider_id, session_id, at, throttled, ip_address, nas_ip_address, input_octets, output_octets
  )
  SELECT provider_id, id, updated_at, throttled, host(accounted.framedipaddress), host(accounted.nasipaddress),
    coalesce(accounted.acctinputoctets, 0), coalesce(accounted.acctoutputoctets, 0)
  FROM started;
  IF FOUND OR accounted.acctterminatecause = 'Lost-Service' THEN RETURN; END IF;
  INSERT INTO forged_accounting AS f (provider_id, subscription_id, address, server_provider_id)
  SELECT s.provider_id, s.id, host(accounted.nasipaddress), owner
  FROM subscription s, nas_owner(accounted.nasipaddress) owner
  WHERE s.radius_username = accounted.username AND owner <> s.provider_id
  ON CONFLICT (provider_id, subscription_id, address) DO UPDATE SET attempts = f.attempts + 1;
END $$;

-- Ends the open session of an accounting row, and writes the fact of its end. The result is false without an open session.
CREATE OR REPLACE FUNCTION end_session(accounted radius.radacct) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  WITH ended AS (
    UPDATE network_session s
    SET ended_at = greatest(accounted.acctstoptime + ahead, s.started_at),
      reason = coalesce(nullif(accounted.acctterminatecause, ''), 'Unknown'), updated_at = now() + ahead
    FROM provider p, LATERAL (VALUES (p.clock_offset_ms * interval '1 millisecond')) AS clock (ahead)
    WHERE s.acct_unique_id = accounted.acctuniqueid AND s.ended_at IS NULL AND p.id = s.provider_id
    RETURNING s.provider_id, s.id, s.updated_at, s.ended_at, s.reason, s.throttled
  )
  INSERT INTO network_session_fact (
    provider_id, session_id, at, ended_at, reason, throttled, ip_address, nas_ip_address, input_octets, output_octets
  )
  SELECT provider_id, id, updated_at, ended_at, reason, throttled, host(accounted.framedipaddress),
    host(accounted.nasipaddress), coalesce(accounted.acctinputoctets, 0), coalesce(accounted.acctoutputoctets, 0)
  FROM ended;
  RETURN FOUND;
END $$;

-- Creates and ends the session of an accounting row, each once. A row with an infinite time has no effect; a stop without a start
-- creates a session that has ended. FreeRADIUS ignores database errors, so this function logs them instead of raising, and the
-- sweep repeats the call.
CREATE OR REPLACE FUNCTION account_session(accounted radius.radacct) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF accounted.acctstarttime IS NULL OR NOT isfinite(accounted.acctstarttime) OR NOT isfinite(accounted.acctstoptime) THEN
    RETURN;
  END IF;
  IF accounted.acctstoptime IS NOT NULL AND (end_session(accounted)
    OR EXISTS (SELECT FROM network_session s WHERE s.acct_unique_id = accounted.acctuniqueid)) THEN
    RETURN;
  END IF;
  IF NOT isfinite(accounted.acctupdatetime) THEN RETURN; END IF;
  PERFORM start_session(accounted);
  IF accounted.acctstoptime IS NOT NULL THEN PERFORM end_session(accounted); END IF;
EXCEPTION WHEN OTHERS THEN
  RAISE LOG 'accounting of session % failed: % (%)', accounted.acctuniqueid, SQLERRM, SQLSTATE;
END $$;

CREATE OR REPLACE FUNCTION radius.radacct_written() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM account_session(NEW);
  RETURN NULL;
END $$;

DROP FUNCTION IF EXISTS note_session_fact(network_session, radius.radacct);

REVOKE ALL ON FUNCTION nas_owner(inet), start_session(radius.radacct), end_session(radius.radacct), account_session(radius.radacct),
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
