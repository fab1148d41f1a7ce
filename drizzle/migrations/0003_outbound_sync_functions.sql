-- The triggers are renamed, not replaced, so that no change of a subscription is missed while the server runs. A database
-- without them is new: drizzle/functions creates them.
DO $$ BEGIN
  IF to_regprocedure('note_for_mirrors()') IS NULL THEN RETURN; END IF;
  ALTER TRIGGER subscription_made_for_mirrors ON subscription RENAME TO subscription_created_outbound_sync;
  ALTER TRIGGER subscription_changed_for_mirrors ON subscription RENAME TO subscription_changed_outbound_sync;
  ALTER TRIGGER subscriber_changed_for_mirrors ON subscriber RENAME TO subscriber_changed_outbound_sync;
  ALTER FUNCTION note_for_mirrors() RENAME TO enqueue_outbound_sync;
  ALTER FUNCTION note_customer_for_mirrors() RENAME TO enqueue_outbound_sync_of_subscriber;
END $$;
