-- The provider whose network server has an address, or had it last; null for the operator's servers.
CREATE OR REPLACE FUNCTION nas_owner(nas inet) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT s.provider_id FROM public.network_server s WHERE s.address = host(nas)),
    (SELECT f.provider_id FROM public.former_network_server f WHERE f.address = host(nas)
      AND NOT EXISTS (SELECT FROM radius.nas n WHERE n.nasname = f.address)));
END $$;

-- Queues a packet, with the row that it replaces. FreeRADIUS waits for this write, so it is one row without foreign keys; a job decides
-- what the packet means. FreeRADIUS ignores database errors, so this function logs them instead of raising. It names one table with its
-- schema and has no operator, so the caller's search path has no effect on it; to set one costs a tenth of a start.
CREATE OR REPLACE FUNCTION radius.queue_packet(kind text, packet radius.radacct, previous radius.radacct) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.pending_accounting (
    kind, acct_unique_id, username, nas_ip_address, started_at, reported_at, stopped_at, terminate_cause, session_time,
    input_octets, output_octets, framed_ip_address, framed_ipv6_address, framed_ipv6_prefix, delegated_ipv6_prefix,
    calling_station_id, previous_time, previous_input, previous_output
  )
  VALUES (
    kind, packet.acctuniqueid, packet.username, packet.nasipaddress, packet.acctstarttime, packet.acctupdatetime, packet.acctstoptime,
    packet.acctterminatecause, packet.acctsessiontime, packet.acctinputoctets, packet.acctoutputoctets, packet.framedipaddress,
    packet.framedipv6address, packet.framedipv6prefix, packet.delegatedipv6prefix, packet.callingstationid,
    previous.acctsessiontime, previous.acctinputoctets, previous.acctoutputoctets
  );
EXCEPTION WHEN OTHERS THEN
  RAISE LOG 'accounting of session % failed: % (%)', packet.acctuniqueid, SQLERRM, SQLSTATE;
END $$;

-- The functions of the triggers run for each statement of FreeRADIUS, so they only decide whether there is a packet to queue. A row with
-- an infinite time has no effect.

-- The stock queries write an unknown or closed session as INSERT ... ON CONFLICT. A trigger BEFORE INSERT fires for it even if
-- nothing is inserted, so it sees each start, and each packet about a session that has a stop time.
CREATE OR REPLACE FUNCTION radius.radacct_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF isfinite(NEW.acctstarttime) AND isfinite(NEW.acctupdatetime) IS NOT FALSE AND isfinite(NEW.acctstoptime) IS NOT FALSE THEN
    PERFORM radius.queue_packet(
      CASE WHEN NEW.acctstoptime IS NOT NULL THEN 'stop'
        -- A start has no time and no octets.
        WHEN coalesce(NEW.acctsessiontime, 0) = 0 AND coalesce(NEW.acctinputoctets, 0) = 0 AND coalesce(NEW.acctoutputoctets, 0) = 0 THEN 'start'
        ELSE 'interim' END,
      NEW, NULL);
  END IF;
  RETURN NEW;
END $$;

-- An update is a packet of its own if it ends the session, or if a counter falls. Counters that rise are read from the row, which has
-- the latest of them. A row with an infinite stop time stays open until the sweep closes it. The server's own writes are no packets.
CREATE OR REPLACE FUNCTION radius.radacct_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- PL/pgSQL prepares an expression in each transaction, so the one that an interim update reads is short.
  IF NEW.acctinputoctets < OLD.acctinputoctets OR NEW.acctoutputoctets < OLD.acctoutputoctets OR NEW.acctstoptime IS NOT NULL THEN
    IF isfinite(OLD.acctstoptime) IS NOT TRUE AND isfinite(NEW.acctstoptime) IS NOT FALSE
      AND isfinite(NEW.acctstarttime) AND isfinite(NEW.acctupdatetime) IS NOT FALSE
      AND current_setting('demarc.own_accounting', true) IS DISTINCT FROM 'on' THEN
      PERFORM radius.queue_packet(
        CASE WHEN NEW.acctstoptime IS NULL THEN 'interim'
          -- The stock query for Accounting-On and Accounting-Off ends all sessions of a server. Unlike a stop it has no Connect-Info.
          WHEN NEW.connectinfo_stop IS NULL AND NEW.acctterminatecause ~ '^(NAS|Admin)-' THEN 'reboot'
          ELSE 'stop' END,
        NEW, OLD);
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- A start of an open session writes only its time. The trigger BEFORE INSERT has queued the start in the same statement, without the
-- row that it replaces: it does not know that row, and a look-up would cost each start a tenth.
CREATE OR REPLACE FUNCTION radius.radacct_restarted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE pending_accounting SET previous_time = OLD.acctsessiontime, previous_input = OLD.acctinputoctets,
    previous_output = OLD.acctoutputoctets
  WHERE id = currval('pending_accounting_id_seq') AND acct_unique_id = NEW.acctuniqueid AND kind = 'start';
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RAISE LOG 'accounting of session % failed: % (%)', NEW.acctuniqueid, SQLERRM, SQLSTATE;
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION nas_owner(inet), radius.radacct_restarted() FROM public;

CREATE OR REPLACE TRIGGER radacct_inserted BEFORE INSERT ON radius.radacct FOR EACH ROW
  EXECUTE FUNCTION radius.radacct_inserted();

-- Without a WHEN: PostgreSQL reads a condition again for each statement, which costs an interim update more than this function.
CREATE OR REPLACE TRIGGER radacct_updated AFTER UPDATE OF acctstoptime, acctinputoctets, acctoutputoctets ON radius.radacct
  FOR EACH ROW EXECUTE FUNCTION radius.radacct_updated();

CREATE OR REPLACE TRIGGER radacct_restarted AFTER UPDATE OF acctstarttime ON radius.radacct FOR EACH ROW
  WHEN (OLD.acctstoptime IS NULL) EXECUTE FUNCTION radius.radacct_restarted();

-- FreeRADIUS's stock query for sign-ins stores the tried password; this trigger empties it.
CREATE OR REPLACE FUNCTION radius.empty_pass() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pass := '';
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER radpostauth_pass BEFORE INSERT OR UPDATE ON radius.radpostauth FOR EACH ROW EXECUTE FUNCTION radius.empty_pass();
