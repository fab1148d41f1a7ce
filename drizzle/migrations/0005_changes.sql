ALTER TABLE "subscription" ADD COLUMN "next_plan_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "pending_overrides" jsonb;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "pending_overrides_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_queue_has_its_time" CHECK (("subscription"."next_plan_id" is null) = ("subscription"."next_plan_at" is null) and ("subscription"."pending_overrides" is null) = ("subscription"."pending_overrides_at" is null));