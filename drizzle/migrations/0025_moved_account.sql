ALTER TABLE "provider" DROP CONSTRAINT "provider_status";--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "move" jsonb;--> statement-breakpoint
ALTER TABLE "provider" ADD CONSTRAINT "provider_moved" CHECK ("provider"."status" <> 'MOVED' or "provider"."move" is not null);--> statement-breakpoint
ALTER TABLE "provider" ADD CONSTRAINT "provider_status" CHECK ("provider"."status" in ('ACTIVE', 'SUSPENDED', 'PAUSED', 'MOVED', 'CLOSED'));