-- The triggers come with the totals, under one lock: no row is written between the two.
LOCK TABLE "subscriber", "subscription", "invoice", "payment" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE INDEX "subscription_ending" ON "subscription" USING btree ("provider_id") WHERE "subscription"."cancel_at" is not null or "subscription"."plan_removal_at" is not null;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_inserted_by_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (provider_id, resource, shard, n)
  SELECT provider_id, concat_ws(' ', TG_TABLE_NAME, status), pg_backend_pid() % 32, count(*) FROM inserted
  GROUP BY provider_id, GROUPING SETS ((), (status)) ORDER BY 1, 2
  ON CONFLICT (provider_id, resource, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_deleted_by_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (provider_id, resource, shard, n)
  SELECT provider_id, concat_ws(' ', TG_TABLE_NAME, status), pg_backend_pid() % 32, -count(*) FROM deleted
  GROUP BY provider_id, GROUPING SETS ((), (status)) ORDER BY 1, 2
  ON CONFLICT (provider_id, resource, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (provider_id, resource, shard, n)
  SELECT provider_id, TG_TABLE_NAME || ' ' || status, pg_backend_pid() % 32, sum(n) FROM (
    SELECT provider_id, status, 1 AS n FROM moved UNION ALL SELECT provider_id, status, -1 FROM left_behind
  ) change
  GROUP BY provider_id, status HAVING sum(n) <> 0 ORDER BY 1, 2
  ON CONFLICT (provider_id, resource, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER subscriber_counted AFTER INSERT ON subscriber
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_by_status();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER subscriber_uncounted AFTER DELETE ON subscriber
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_by_status();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER subscriber_moved AFTER UPDATE ON subscriber
  REFERENCING OLD TABLE AS left_behind NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION count_moved();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER subscription_counted AFTER INSERT ON subscription
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_by_status();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER subscription_uncounted AFTER DELETE ON subscription
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_by_status();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER subscription_moved AFTER UPDATE ON subscription
  REFERENCING OLD TABLE AS left_behind NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION count_moved();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoice_counted AFTER INSERT ON invoice
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_by_status();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoice_uncounted AFTER DELETE ON invoice
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_by_status();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoice_moved AFTER UPDATE ON invoice
  REFERENCING OLD TABLE AS left_behind NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION count_moved();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payment_counted AFTER INSERT ON payment
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_by_status();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payment_uncounted AFTER DELETE ON payment
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_by_status();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payment_moved AFTER UPDATE ON payment
  REFERENCING OLD TABLE AS left_behind NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION count_moved();
--> statement-breakpoint
INSERT INTO "row_count" ("provider_id", "resource", "shard", "n")
SELECT "provider_id", 'subscriber ' || "status", 0, count(*) FROM "subscriber" GROUP BY "provider_id", "status"
UNION ALL
SELECT "provider_id", 'subscription ' || "status", 0, count(*) FROM "subscription" GROUP BY "provider_id", "status"
UNION ALL
SELECT "provider_id", 'invoice ' || "status", 0, count(*) FROM "invoice" GROUP BY "provider_id", "status"
UNION ALL
SELECT "provider_id", 'payment ' || "status", 0, count(*) FROM "payment" GROUP BY "provider_id", "status";
