-- As before, but a cap holds for the plan of its cycle: a session that begins in grace stays throttled, whatever plan an
-- unpaid renewal would bring.
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
      -- The sweep that closes the row of a silent session is no attempt.
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
  RAISE LOG 'session % is not accounted for yet: % (%)', accounted.acctuniqueid, SQLERRM, SQLSTATE;
END $$;
