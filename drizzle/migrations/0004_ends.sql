ALTER TABLE "subscription" ADD COLUMN "plan_removal_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "pending_until" timestamptz(3);--> statement-breakpoint
-- Those that wait for their first payment already: 30 days from their making, as for new ones.
UPDATE "subscription" SET "pending_until" = "created_at" + interval '720 hours' WHERE "status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "subscription_pending" ON "subscription" USING btree ("provider_id","pending_until") WHERE "subscription"."status" = 'PENDING';