ALTER TABLE "billing_cycle" ADD COLUMN "terms_price" bigint;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "upgrade_plan_id" text collate "C";--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "upgrade_expires_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "upgrade_amount" bigint;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "upgrade_price" bigint;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_provider_id_upgrade_plan_id_plan_provider_id_id_fk" FOREIGN KEY ("provider_id","upgrade_plan_id") REFERENCES "public"."plan"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_upgrade" ON "invoice" USING btree ("provider_id","subscription_id") WHERE "invoice"."kind" = 'UPGRADE' and "invoice"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "subscription_upgrade" ON "subscription" USING btree ("provider_id","upgrade_expires_at") WHERE "subscription"."status" = 'AWAITING_PAYMENT_FOR_UPGRADE';--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_upgrade_is_held" CHECK (("subscription"."status" = 'AWAITING_PAYMENT_FOR_UPGRADE') = ("subscription"."upgrade_plan_id" is not null) and num_nonnulls("subscription"."upgrade_plan_id", "subscription"."upgrade_expires_at", "subscription"."upgrade_amount", "subscription"."upgrade_price") in (0, 4));