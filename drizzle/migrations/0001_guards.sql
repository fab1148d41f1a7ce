-- What drizzle's schema cannot say.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- No two cycles of a subscription may overlap, except those that suspension or cancellation overtook.
ALTER TABLE "billing_cycle" ADD CONSTRAINT "billing_cycle_no_overlap" EXCLUDE USING gist (
  "provider_id" WITH =,
  "subscription_id" WITH =,
  tstzrange("starts_at", "expires_at") WITH &&
) WHERE ("status" IN ('SCHEDULED', 'ACTIVE', 'OVERDUE'));
--> statement-breakpoint
-- Substring search, as `q` asks for it. The query repeats the expression letter by letter.
CREATE INDEX "subscriber_search" ON "subscriber" USING gin (
  ("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "phone" || ' ' || coalesce("external_user_id", '')) gin_trgm_ops
);
--> statement-breakpoint
-- Totals of large lists without counting them: one counter for each provider and table, split into shards so that
-- concurrent writers do not wait for each other. Statement triggers keep it exact within each transaction.
CREATE TABLE "row_count" (
  "provider_id" text COLLATE "C" NOT NULL,
  "resource" text NOT NULL,
  "shard" integer NOT NULL,
  "n" bigint NOT NULL,
  PRIMARY KEY ("provider_id", "resource", "shard")
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE FUNCTION count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (provider_id, resource, shard, n)
  SELECT provider_id, TG_TABLE_NAME, pg_backend_pid() % 32, count(*) FROM inserted GROUP BY provider_id
  ON CONFLICT (provider_id, resource, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (provider_id, resource, shard, n)
  SELECT provider_id, TG_TABLE_NAME, pg_backend_pid() % 32, -count(*) FROM deleted GROUP BY provider_id
  ON CONFLICT (provider_id, resource, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER subscriber_counted AFTER INSERT ON "subscriber"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
--> statement-breakpoint
CREATE TRIGGER subscriber_uncounted AFTER DELETE ON "subscriber"
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();
--> statement-breakpoint
CREATE TRIGGER subscription_counted AFTER INSERT ON "subscription"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
--> statement-breakpoint
CREATE TRIGGER subscription_uncounted AFTER DELETE ON "subscription"
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();
--> statement-breakpoint
CREATE TRIGGER invoice_counted AFTER INSERT ON "invoice"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
--> statement-breakpoint
CREATE TRIGGER invoice_uncounted AFTER DELETE ON "invoice"
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();
--> statement-breakpoint
CREATE TRIGGER payment_counted AFTER INSERT ON "payment"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
--> statement-breakpoint
CREATE TRIGGER payment_uncounted AFTER DELETE ON "payment"
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();
--> statement-breakpoint
CREATE TRIGGER event_counted AFTER INSERT ON "event"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted();
--> statement-breakpoint
CREATE TRIGGER event_uncounted AFTER DELETE ON "event"
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();
--> statement-breakpoint
-- Members of this group are refused by FreeRADIUS whatever their own rows say.
INSERT INTO "radius"."radgroupcheck" (groupname, attribute, op, value) VALUES ('suspended', 'Auth-Type', ':=', 'Reject');
