ALTER TABLE "checkout" ADD COLUMN "attempts" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout" ADD COLUMN "next_attempt_at" timestamptz(3) DEFAULT now() NOT NULL;