ALTER TABLE "job" ADD COLUMN "staff_email" text;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "creator_name" text;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "creator_email" text;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD COLUMN "actor_email" text;