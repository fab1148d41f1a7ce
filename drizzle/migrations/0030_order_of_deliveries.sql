DROP INDEX "delivery_due";--> statement-breakpoint
CREATE INDEX "delivery_retry" ON "delivery" USING btree ("provider_id","webhook_id","next_attempt_at") WHERE "delivery"."next_attempt_at" is not null and "delivery"."failures" > 0;--> statement-breakpoint
CREATE INDEX "delivery_retry_time" ON "delivery" USING btree ("next_attempt_at","provider_id") WHERE "delivery"."next_attempt_at" is not null and "delivery"."failures" > 0;--> statement-breakpoint
CREATE INDEX "delivery_due" ON "delivery" USING btree ("provider_id","webhook_id","event_id") WHERE "delivery"."next_attempt_at" is not null and "delivery"."failures" = 0;--> statement-breakpoint
ALTER TABLE "delivery" ALTER COLUMN "priority" SET DEFAULT 0;