-- The provider whose network server has an address, or had it last; null for the operator's servers.
CREATE OR REPLACE FUNCTION nas_owner(nas inet) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT s.provider_id FROM public.network_server s WHERE s.address = host(nas)),
    (SELECT f.provider_id FROM public.former_network_server f WHERE f.address = host(nas)
      AND NOT EXISTS (SELECT FROM radius.nas n WHERE n.nasname = f.address)));
END $$;

-- FreeRADIUS waits for this write, so it is one row without foreign keys; a job creates and ends the session. FreeRADIUS ignores
-- database errors, so this function logs them instead of raising, and the sweep repeats the write.
CREATE OR REPLACE FUNCTION radius.radacct_written() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pending_accounting (
    acct_unique_id, username, nas_ip_address, started_at, stopped_at, terminate_cause, framed_ip_address, input_octets,
    output_octets
  )
  VALUES (
    NEW.acctuniqueid, NEW.username, NEW.nasipaddress, NEW.acctstarttime, NEW.acctstoptime, NEW.acctterminatecause,
    NEW.framedipaddress, NEW.acctinputoctets, NEW.acctoutputoctets
  );
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RAISE LOG 'accounting of session % failed: % (%)', NEW.acctuniqueid, SQLERRM, SQLSTATE;
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION nas_owner(inet), radius.radacct_written() FROM public;

-- A row with an infinite time has no effect.
CREATE OR REPLACE TRIGGER radacct_started AFTER INSERT ON radius.radacct FOR EACH ROW
  WHEN (isfinite(NEW.acctstarttime) AND isfinite(NEW.acctstoptime) IS NOT FALSE AND isfinite(NEW.acctupdatetime) IS NOT FALSE)
  EXECUTE FUNCTION radius.radacct_written();

-- Interim updates do not fire it. A row with an infinite stop time stays open until the sweep closes it.
CREATE OR REPLACE TRIGGER radacct_ended AFTER UPDATE OF acctstoptime ON radius.radacct FOR EACH ROW
  WHEN ((OLD.acctstoptime IS NULL OR NOT isfinite(OLD.acctstoptime)) AND isfinite(NEW.acctstoptime)
    AND isfinite(NEW.acctstarttime) AND isfinite(NEW.acctupdatetime) IS NOT FALSE)
  EXECUTE FUNCTION radius.radacct_written();

-- FreeRADIUS's stock query for sign-ins stores the tried password; this trigger empties it.
CREATE OR REPLACE FUNCTION radius.empty_pass() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pass := '';
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER radpostauth_pass BEFORE INSERT OR UPDATE ON radius.radpostauth FOR EACH ROW EXECUTE FUNCTION radius.empty_pass();
