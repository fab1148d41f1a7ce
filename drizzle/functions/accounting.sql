-- The provider whose network server has an address, or had it last; null for the operator's servers.
CREATE OR REPLACE FUNCTION nas_owner(nas inet) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT s.provider_id FROM public.network_server s WHERE s.address = host(nas)),
    (SELECT f.provider_id FROM public.former_network_server f WHERE f.address = host(nas)
      AND NOT EXISTS (SELECT FROM radius.nas n WHERE n.nasname = f.address)));
END $$;

-- Whether a network server may sign a user name in: a line at a server of its own account or of the operator, and any unknown name, which
-- FreeRADIUS itself refuses. Null without a name. FreeRADIUS calls it at each sign-in, with its own role.
CREATE OR REPLACE FUNCTION radius.may_sign_in(login text, nas inet) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN login <> '' THEN
    coalesce((SELECT provider_id = nas_owner(nas) FROM subscription WHERE radius_username = login), true) END
$$;

-- Queues a start, a stop, or a packet about a row that is closed, with the counters that it replaces. FreeRADIUS waits for this write, so
-- it is one row without foreign keys; a job decides what the packet means. FreeRADIUS ignores database errors, so this function logs them
-- instead of raising.
--
-- The stock queries write an unknown or closed session as INSERT ... ON CONFLICT. A trigger BEFORE INSERT fires for it even if
-- nothing is inserted, so it sees each start, and each packet about a session that has a stop time.
CREATE OR REPLACE FUNCTION radius.radacct_written() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  previous radius.radacct;
BEGIN
  -- A row with an infinite time has no effect.
  IF NOT isfinite(NEW.acctstarttime) OR NOT isfinite(NEW.acctupdatetime) OR NOT isfinite(NEW.acctstoptime) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- A row with an infinite stop time stays open until the sweep closes it. The server's own writes are no packets.
    IF isfinite(OLD.acctstoptime) OR NEW.acctstoptime IS NULL OR current_setting('demarc.own_accounting', true) = 'on' THEN
      RETURN NEW;
    END IF;
    previous := OLD;
  END IF;
  INSERT INTO pending_accounting (
    kind, acct_unique_id, username, nas_ip_address, started_at, reported_at, stopped_at, terminate_cause, session_time,
    input_octets, output_octets, framed_ip_address, framed_ipv6_address, framed_ipv6_prefix, delegated_ipv6_prefix,
    calling_station_id, previous_time, previous_input, previous_output
  )
  VALUES (
    CASE WHEN NEW.acctstoptime IS NULL THEN
        -- A start has no time and no octets.
        CASE WHEN coalesce(NEW.acctsessiontime, 0) = 0 AND coalesce(NEW.acctinputoctets, 0) = 0 AND coalesce(NEW.acctoutputoctets, 0) = 0
          THEN 'start' ELSE 'interim' END
      -- The stock query for Accounting-On and Accounting-Off ends all sessions of a server. Unlike a stop it has no Connect-Info.
      WHEN TG_OP = 'UPDATE' AND NEW.connectinfo_stop IS NULL AND NEW.acctterminatecause ~ '^(NAS|Admin)-' THEN 'reboot'
      ELSE 'stop' END,
    NEW.acctuniqueid, NEW.username, NEW.nasipaddress, NEW.acctstarttime, NEW.acctupdatetime, NEW.acctstoptime,
    NEW.acctterminatecause, NEW.acctsessiontime, NEW.acctinputoctets, NEW.acctoutputoctets, NEW.framedipaddress,
    NEW.framedipv6address, NEW.framedipv6prefix, NEW.delegatedipv6prefix, NEW.callingstationid,
    previous.acctsessiontime, previous.acctinputoctets, previous.acctoutputoctets
  );
  RETURN NEW;
EXCEPTION WHEN OTHERS THEN
  RAISE LOG 'accounting of session % failed: % (%)', NEW.acctuniqueid, SQLERRM, SQLSTATE;
  RETURN NEW;
END $$;

-- Queues an interim update whose counters are less than those of the row before. Those that rise are read from the row, which has the
-- latest of them. It repeats the list of columns above, because one function for both costs each start 3 % more. The role of FreeRADIUS
-- executes it for its trigger; by writing to `radacct` the role can queue the same.
CREATE OR REPLACE FUNCTION radius.queue_fall(packet radius.radacct, previous radius.radacct) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF isfinite(packet.acctstarttime) AND isfinite(packet.acctupdatetime) IS NOT FALSE
    AND current_setting('demarc.own_accounting', true) IS DISTINCT FROM 'on' THEN
    INSERT INTO pending_accounting (
      kind, acct_unique_id, username, nas_ip_address, started_at, reported_at, stopped_at, terminate_cause, session_time,
      input_octets, output_octets, framed_ip_address, framed_ipv6_address, framed_ipv6_prefix, delegated_ipv6_prefix,
      calling_station_id, previous_time, previous_input, previous_output
    )
    VALUES (
      'interim', packet.acctuniqueid, packet.username, packet.nasipaddress, packet.acctstarttime, packet.acctupdatetime, NULL,
      packet.acctterminatecause, packet.acctsessiontime, packet.acctinputoctets, packet.acctoutputoctets, packet.framedipaddress,
      packet.framedipv6address, packet.framedipv6prefix, packet.delegatedipv6prefix, packet.callingstationid,
      previous.acctsessiontime, previous.acctinputoctets, previous.acctoutputoctets
    );
  END IF;
EXCEPTION WHEN OTHERS THEN
  RAISE LOG 'accounting of session % failed: % (%)', packet.acctuniqueid, SQLERRM, SQLSTATE;
END $$;

-- Runs for each interim update, so it is no more than this condition: PL/pgSQL prepares it again in each transaction.
CREATE OR REPLACE FUNCTION radius.radacct_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.acctinputoctets < OLD.acctinputoctets OR NEW.acctoutputoctets < OLD.acctoutputoctets THEN
    IF NEW.acctstoptime IS NULL AND OLD.acctstoptime IS NULL THEN
      PERFORM radius.queue_fall(NEW, OLD);
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

REVOKE ALL ON FUNCTION nas_owner(inet), radius.radacct_written(), radius.radacct_restarted() FROM public;

CREATE OR REPLACE TRIGGER radacct_inserted BEFORE INSERT ON radius.radacct FOR EACH ROW
  EXECUTE FUNCTION radius.radacct_written();

CREATE OR REPLACE TRIGGER radacct_ended AFTER UPDATE OF acctstoptime ON radius.radacct FOR EACH ROW
  EXECUTE FUNCTION radius.radacct_written();

-- Without a WHEN: PostgreSQL parses it again for each statement, which costs an interim update more than the function.
CREATE OR REPLACE TRIGGER radacct_counted AFTER UPDATE OF acctinputoctets, acctoutputoctets ON radius.radacct FOR EACH ROW
  EXECUTE FUNCTION radius.radacct_counted();

CREATE OR REPLACE TRIGGER radacct_restarted AFTER UPDATE OF acctstarttime ON radius.radacct FOR EACH ROW
  WHEN (OLD.acctstoptime IS NULL) EXECUTE FUNCTION radius.radacct_restarted();

-- FreeRADIUS's stock query for sign-ins stores the tried password; this trigger empties it.
CREATE OR REPLACE FUNCTION radius.empty_pass() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pass := '';
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER radpostauth_pass BEFORE INSERT OR UPDATE ON radius.radpostauth FOR EACH ROW EXECUTE FUNCTION radius.empty_pass();
