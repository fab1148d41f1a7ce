-- Keys to the provider of tables that are written in sets, such as the entries of a billing run: one look-up a statement. A foreign
-- key looks up each row, and many rows of one provider make concurrent writers wait for its row. Events need neither: their totals
-- in `row_count` have the key.
CREATE OR REPLACE FUNCTION require_here(accounts text[]) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF EXISTS (SELECT FROM public.provider WHERE id = ANY (accounts) AND status = 'MOVED') THEN
    RAISE EXCEPTION 'the account is in another cell' USING ERRCODE = 'DM001';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION require_providers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The lock is that of a foreign key: the provider cannot be deleted before the commit.
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT provider_id FROM inserted) i
    WHERE NOT EXISTS (
      SELECT FROM public.provider p
      WHERE p.id = i.provider_id AND (p.status <> 'MOVED' OR current_setting('demarc.moves_account', true) = 'on') FOR KEY SHARE))
  THEN
    -- Each change has an audit entry, so work that began before the account was moved cannot commit after it.
    PERFORM require_here(array_agg(provider_id)) FROM inserted;
    RAISE EXCEPTION 'a row of "%" has a provider that does not exist', TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audit_entry_has_provider AFTER INSERT ON audit_entry
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION require_providers();

CREATE OR REPLACE TRIGGER mail_has_provider AFTER INSERT ON mail
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION require_providers();

-- The other side of these keys.
CREATE OR REPLACE FUNCTION keep_provider_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM public.audit_entry WHERE provider_id = old.id)
    OR EXISTS (SELECT FROM public.mail WHERE provider_id = old.id)
  THEN
    RAISE EXCEPTION 'provider % has audit entries or emails', old.id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER provider_has_no_rows AFTER DELETE ON provider
  FOR EACH ROW EXECUTE FUNCTION keep_provider_of_rows();

-- `TRUNCATE provider CASCADE` empties only tables with a chain of foreign keys to it, such as `mail`. `audit_entry` and `event` have none,
-- so the same statement must name them. Logs that expire may stay behind.
CREATE OR REPLACE FUNCTION keep_all_providers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM public.audit_entry) THEN
    RAISE EXCEPTION 'audit entries are never changed, and keep their providers' USING ERRCODE = 'foreign_key_violation';
  END IF;
  IF EXISTS (SELECT FROM public.event) THEN
    RAISE EXCEPTION 'TRUNCATE of provider must also name event' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER provider_not_truncated AFTER TRUNCATE ON provider
  FOR EACH STATEMENT EXECUTE FUNCTION keep_all_providers();
