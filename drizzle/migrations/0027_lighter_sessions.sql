-- As before, in a third of the time: every delivery and every session gets its id from here.
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
--> statement-breakpoint
-- As before, but a stop no longer prepares a session that it then finds is there already.
CREATE OR REPLACE FUNCTION account_session(accounted radius.radacct) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  line record;
  session network_session;
BEGIN
  SELECT s.provider_id, s.id, s.subscriber_id, s.plan_id, s.network_changed_at, p.livemode,
      p.clock_offset_ms * interval '1 millisecond' AS ahead
    INTO line
    FROM subscription s JOIN provider p ON p.id = s.provider_id
    WHERE s.radius_username = accounted.username;
  IF NOT FOUND OR accounted.acctstarttime IS NULL THEN RETURN; END IF;
  IF accounted.acctstoptime IS NULL
    OR NOT EXISTS (SELECT FROM network_session s WHERE s.acct_unique_id = accounted.acctuniqueid) THEN
    INSERT INTO network_session (
      id, provider_id, subscription_id, subscriber_id, username, acct_unique_id, started_at, throttled, follows_change_at,
      created_at, updated_at
    ) VALUES (
      id_text('sess', ('x' || id_bits(now() + line.ahead))::bit(128)), line.provider_id, line.id, line.subscriber_id,
      accounted.username, accounted.acctuniqueid, accounted.acctstarttime + line.ahead,
      EXISTS (
        SELECT FROM billing_cycle c JOIN network_usage u ON u.provider_id = c.provider_id AND u.billing_cycle_id = c.id
        WHERE c.provider_id = line.provider_id AND c.subscription_id = line.id AND c.status IN ('ACTIVE', 'OVERDUE')
          AND u.throttled_at IS NOT NULL AND u.plan_id = line.plan_id),
      CASE WHEN line.network_changed_at < least(accounted.acctstarttime, now()) - interval '5 minutes'
        AND EXISTS (SELECT FROM radius.radcheck c WHERE c.username = accounted.username)
        AND NOT EXISTS (SELECT FROM radius.radusergroup g WHERE g.username = accounted.username AND g.groupname = 'suspended')
        THEN line.network_changed_at END,
      now() + line.ahead, now() + line.ahead
    ) ON CONFLICT (acct_unique_id) DO NOTHING RETURNING * INTO session;
    IF FOUND THEN
      PERFORM announce_session('network.session_started', session, accounted, session.created_at, line.livemode);
    END IF;
  END IF;
  IF accounted.acctstoptime IS NULL THEN RETURN; END IF;
  UPDATE network_session
    SET ended_at = greatest(accounted.acctstoptime + line.ahead, started_at),
      reason = coalesce(nullif(accounted.acctterminatecause, ''), 'Unknown'), updated_at = now() + line.ahead
    WHERE acct_unique_id = accounted.acctuniqueid AND ended_at IS NULL RETURNING * INTO session;
  IF FOUND THEN
    PERFORM announce_session('network.session_ended', session, accounted, session.updated_at, line.livemode);
  END IF;
EXCEPTION WHEN OTHERS THEN
  RAISE LOG 'session % is not accounted for yet: % (%)', accounted.acctuniqueid, SQLERRM, SQLSTATE;
END $$;
