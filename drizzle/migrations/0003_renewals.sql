DROP INDEX "billing_cycle_due";--> statement-breakpoint
ALTER TABLE "invoice" ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_cycle" ADD COLUMN "subscriber_id" text collate "C";--> statement-breakpoint
ALTER TABLE "billing_cycle" ADD COLUMN "renews_at" timestamptz(3);--> statement-breakpoint
-- Cycles from before renewals: three days before their end, or half a cycle where that is shorter.
UPDATE "billing_cycle" c SET
  "subscriber_id" = s."subscriber_id",
  "renews_at" = CASE WHEN c."status" = 'ACTIVE' THEN c."expires_at" - least(interval '72 hours', (c."expires_at" - c."starts_at") / 2) END
FROM "subscription" s WHERE s."provider_id" = c."provider_id" AND s."id" = c."subscription_id";--> statement-breakpoint
ALTER TABLE "billing_cycle" ALTER COLUMN "subscriber_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "billing_cycle_expires" ON "billing_cycle" USING btree ("provider_id","expires_at") WHERE "billing_cycle"."status" = 'ACTIVE';--> statement-breakpoint
CREATE INDEX "billing_cycle_renews" ON "billing_cycle" USING btree ("provider_id","renews_at") WHERE "billing_cycle"."status" = 'ACTIVE';--> statement-breakpoint
CREATE INDEX "billing_cycle_grace" ON "billing_cycle" USING btree ("provider_id","grace_ends_at") WHERE "billing_cycle"."status" = 'OVERDUE';--> statement-breakpoint
CREATE INDEX "invoice_unnumbered" ON "invoice" USING btree ("provider_id") WHERE "invoice"."number" is null;