ALTER TABLE "payment" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "demarcation_point" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "plan" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "subscriber" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
CREATE INDEX "payment_metadata" ON "payment" USING gin ("metadata" jsonb_path_ops) WHERE "payment"."metadata" is not null;--> statement-breakpoint
CREATE INDEX "charge_metadata" ON "charge" USING gin ("metadata" jsonb_path_ops) WHERE "charge"."metadata" is not null;--> statement-breakpoint
CREATE INDEX "demarcation_point_metadata" ON "demarcation_point" USING gin ("metadata" jsonb_path_ops) WHERE "demarcation_point"."metadata" is not null;--> statement-breakpoint
CREATE INDEX "installation_metadata" ON "installation" USING gin ("metadata" jsonb_path_ops) WHERE "installation"."metadata" is not null;--> statement-breakpoint
CREATE INDEX "plan_metadata" ON "plan" USING gin ("metadata" jsonb_path_ops) WHERE "plan"."metadata" is not null;--> statement-breakpoint
CREATE INDEX "subscriber_metadata" ON "subscriber" USING gin ("metadata" jsonb_path_ops) WHERE "subscriber"."metadata" is not null;--> statement-breakpoint
CREATE INDEX "subscription_metadata" ON "subscription" USING gin ("metadata" jsonb_path_ops) WHERE "subscription"."metadata" is not null;