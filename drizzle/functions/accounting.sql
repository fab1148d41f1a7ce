-- The provider whose network server has an address, or had it last; null for the operator's servers.
CREATE OR REPLACE FUNCTION nas_owner(nas inet) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT s.provider_id FROM public.network_server s WHERE s.address = host(nas)),
    (SELECT f.provider_id FROM public.former_network_server f WHERE f.address = host(nas)
      AND NOT EXISTS (SELECT FROM radius.nas n WHERE n.nasname = f.address)));
END $$;

-- Queues a packet with the counters that it replaces. FreeRADIUS waits for this write, so it is one row without foreign keys; a
-- job decides what the packet means. FreeRADIUS ignores database errors, so this function logs them instead of raising.
--
-- The stock queries write an unknown or closed session as INSERT ... ON CONFLICT. A trigger BEFORE INSERT fires for it even if
-- nothing is inserted, so it sees each start, and each packet about a session that has a stop time.
CREATE OR REPLACE FUNCTION radius.radacct_written() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A row with an infinite time has no effect.
  IF NOT isfinite(NEW.acctstarttime) OR NOT isfinite(NEW.acctupdatetime) OR NOT isfinite(NEW.acctstoptime) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO pending_accounting (
      kind, acct_unique_id, username, nas_ip_address, started_at, reported_at, stopped_at, terminate_cause, session_time,
      input_octets, output_octets, framed_ip_address, framed_ipv6_address, framed_ipv6_prefix, delegated_ipv6_prefix,
      calling_station_id, previous_time, previous_input, previous_output
    )
    SELECT
      CASE WHEN NEW.acctstoptime IS NOT NULL THEN 'stop'
        -- A start has no time and no octets.
        WHEN coalesce(NEW.acctsessiontime, 0) = 0 AND coalesce(NEW.acctinputoctets, 0) = 0 AND coalesce(NEW.acctoutputoctets, 0) = 0 THEN 'start'
        ELSE 'interim' END,
      NEW.acctuniqueid, NEW.username, NEW.nasipaddress, NEW.acctstarttime, NEW.acctupdatetime, NEW.acctstoptime,
      NEW.acctterminatecause, NEW.acctsessiontime, NEW.acctinputoctets, NEW.acctoutputoctets, NEW.framedipaddress,
      NEW.framedipv6address, NEW.framedipv6prefix, NEW.delegatedipv6prefix, NEW.callingstationid,
      stored.acctsessiontime, stored.acctinputoctets, stored.acctoutputoctets
    FROM (SELECT) AS packet
    LEFT JOIN radius.radacct stored ON stored.acctuniqueid = NEW.acctuniqueid AND stored.acctstoptime IS NULL;
    RETURN NEW;
  END IF;
  -- A row with an infinite stop time stays open until the sweep closes it. The server's own writes are no packets.
  IF isfinite(OLD.acctstoptime) OR (TG_NARGS = 1 AND NEW.acctstoptime IS NOT NULL) OR (TG_NARGS = 0 AND NEW.acctstoptime IS NULL)
    OR current_setting('demarc.own_accounting', true) = 'on' THEN
    RETURN NEW;
  END IF;
  INSERT INTO pending_accounting (
    kind, acct_unique_id, username, nas_ip_address, started_at, reported_at, stopped_at, terminate_cause, session_time,
    input_octets, output_octets, framed_ip_address, framed_ipv6_address, framed_ipv6_prefix, delegated_ipv6_prefix,
    calling_station_id, previous_time, previous_input, previous_output
  )
  VALUES (
    CASE WHEN NEW.acctstoptime IS NULL THEN 'interim'
      -- The stock query for Accounting-On and Accounting-Off ends all sessions of a server. Unlike a stop it has no Connect-Info.
      WHEN NEW.connectinfo_stop IS NULL AND NEW.acctterminatecause ~ '^(NAS|Admin)-' THEN 'reboot'
      ELSE 'stop' END,
    NEW.acctuniqueid, NEW.username, NEW.nasipaddress, NEW.acctstarttime, NEW.acctupdatetime, NEW.acctstoptime,
    NEW.acctterminatecause, NEW.acctsessiontime, NEW.acctinputoctets, NEW.acctoutputoctets, NEW.framedipaddress,
    NEW.framedipv6address, NEW.framedipv6prefix, NEW.delegatedipv6prefix, NEW.callingstationid,
    OLD.acctsessiontime, OLD.acctinputoctets, OLD.acctoutputoctets
  );
  RETURN NEW;
EXCEPTION WHEN OTHERS THEN
  RAISE LOG 'accounting of session % failed: % (%)', NEW.acctuniqueid, SQLERRM, SQLSTATE;
  RETURN NEW;
END $$;

REVOKE ALL ON FUNCTION nas_owner(inet), radius.radacct_written() FROM public;

CREATE OR REPLACE TRIGGER radacct_inserted BEFORE INSERT ON radius.radacct FOR EACH ROW
  EXECUTE FUNCTION radius.radacct_written();

CREATE OR REPLACE TRIGGER radacct_ended AFTER UPDATE OF acctstoptime ON radius.radacct FOR EACH ROW
  EXECUTE FUNCTION radius.radacct_written();

-- An interim update fires it only if a counter falls. Counters that rise are read from the row, which has the latest of them. A stop
-- fires the trigger above. PostgreSQL reads the condition again for each interim update, so it is short.
CREATE OR REPLACE TRIGGER radacct_fell AFTER UPDATE OF acctinputoctets, acctoutputoctets ON radius.radacct FOR EACH ROW
  WHEN (NEW.acctinputoctets < OLD.acctinputoctets OR NEW.acctoutputoctets < OLD.acctoutputoctets)
  EXECUTE FUNCTION radius.radacct_written('fell');

-- FreeRADIUS's stock query for sign-ins stores the tried password; this trigger empties it.
CREATE OR REPLACE FUNCTION radius.empty_pass() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pass := '';
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER radpostauth_pass BEFORE INSERT OR UPDATE ON radius.radpostauth FOR EACH ROW EXECUTE FUNCTION radius.empty_pass();
