-- Whether a JSON value differs from another only by texts that were replaced by placeholders. Keys, numbers and the length of lists
-- are equal.
CREATE OR REPLACE FUNCTION is_erasure(before jsonb, after jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF before = after THEN
    RETURN true;
  END IF;
  IF jsonb_typeof(before) IS DISTINCT FROM jsonb_typeof(after) THEN
    RETURN false;
  END IF;
  RETURN CASE jsonb_typeof(before)
    WHEN 'string' THEN after #>> '{}' IN ('Erased', 'subscriber', 'erased@erased.invalid') OR strpos(after #>> '{}', '[erased]') > 0
    WHEN 'object' THEN NOT EXISTS (
      SELECT FROM jsonb_each(before) b FULL JOIN jsonb_each(after) a USING (key)
      WHERE is_erasure(b.value, a.value) IS NOT TRUE)
    WHEN 'array' THEN NOT EXISTS (
      SELECT FROM jsonb_array_elements(before) WITH ORDINALITY b (value, place)
      FULL JOIN jsonb_array_elements(after) WITH ORDINALITY a (value, place) USING (place)
      WHERE is_erasure(b.value, a.value) IS NOT TRUE)
    ELSE false
  END;
END $$;

-- Audit entries are final, for every user of the database, with two exceptions for one transaction each. `demarc.audit_may_go` is set
-- by the removal of a partner that was never used, and by the retention job. `demarc.erased_subscriber` is set by the erasure of that
-- subscriber: texts of `changes` may become placeholders.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' AND current_setting('demarc.audit_may_go', true) = 'on' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'changes' = to_jsonb(OLD) - 'changes'
    AND is_erasure(OLD.changes::jsonb, NEW.changes::jsonb)
    AND EXISTS (
      SELECT FROM public.subscriber s
      WHERE s.provider_id = OLD.provider_id AND s.id = current_setting('demarc.erased_subscriber', true)
        AND s.erased_at IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit entries are never changed' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER audit_entry_final BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE OR REPLACE TRIGGER audit_entry_final_whole BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
