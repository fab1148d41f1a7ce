ALTER TABLE "subscriber" RENAME COLUMN "suspension_reason" TO "hold_reason";--> statement-breakpoint
ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_held_is_suspended" CHECK (case when "subscriber"."held_at" is null then "subscriber"."hold_reason" is null else "subscriber"."status" = 'suspended' end);
