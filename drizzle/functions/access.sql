-- What a person proved or began before a change of credentials ends with it: links, sign-ins that wait for a code, and sessions.
-- Triggers cover the statements of better-auth too, and are in the transaction of the change.
CREATE OR REPLACE FUNCTION end_access(person text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A session that is inserted meanwhile waits for this lock with its foreign key, or is visible below.
  PERFORM FROM staff_user WHERE id = person FOR UPDATE;
  DELETE FROM staff_verification WHERE value = person OR starts_with(value, '{"userId":"' || person || '"');
  -- The session of the request that makes the change, where there is one.
  DELETE FROM staff_session WHERE user_id = person AND id IS DISTINCT FROM current_setting('demarc.kept_session', true);
END $$;

CREATE OR REPLACE FUNCTION credentials_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'staff_account' THEN
    PERFORM end_access(NEW.user_id);
  ELSE
    PERFORM end_access(NEW.id);
    DELETE FROM staff_invitation WHERE email = OLD.email AND OLD.email <> NEW.email;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER staff_password_changed AFTER UPDATE OF password ON staff_account FOR EACH ROW
  WHEN (OLD.password IS DISTINCT FROM NEW.password) EXECUTE FUNCTION credentials_changed();

CREATE OR REPLACE TRIGGER staff_user_changed AFTER UPDATE OF email, two_factor_enabled ON staff_user FOR EACH ROW
  WHEN (OLD.email <> NEW.email OR OLD.two_factor_enabled <> NEW.two_factor_enabled) EXECUTE FUNCTION credentials_changed();

-- A person who is removed from one of several organisations keeps the sessions, which no longer reach that organisation.
CREATE OR REPLACE FUNCTION member_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM staff_user WHERE id = OLD.user_id FOR UPDATE;
  DELETE FROM staff_verification WHERE value = OLD.user_id OR starts_with(value, '{"userId":"' || OLD.user_id || '"');
  -- An invitation of this organisation to the address of the person, who may have taken it after the invitation was sent.
  DELETE FROM staff_invitation i USING staff_user u
    WHERE u.id = OLD.user_id AND i.email = u.email AND i.organisation_id = OLD.organisation_id;
  DELETE FROM staff_session s WHERE user_id = OLD.user_id AND NOT EXISTS (SELECT FROM staff_member WHERE user_id = OLD.user_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER staff_member_removed AFTER DELETE ON staff_member FOR EACH ROW EXECUTE FUNCTION member_removed();
