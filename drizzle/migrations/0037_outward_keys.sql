CREATE TABLE "outward_key" (
	"id" text PRIMARY KEY NOT NULL,
	"last_nonce" bigint DEFAULT 0 NOT NULL,
	"leased_until" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "mirror" ADD COLUMN "key_id" text;--> statement-breakpoint
-- The database cannot open a key that is kept already: its row goes by its integration until the settings are saved again.
INSERT INTO "outward_key" ("id") SELECT "integration_id" FROM "mirror";--> statement-breakpoint
UPDATE "mirror" SET "key_id" = "integration_id";--> statement-breakpoint
ALTER TABLE "mirror" ALTER COLUMN "key_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mirror" ADD CONSTRAINT "mirror_key_id_outward_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."outward_key"("id") ON DELETE no action ON UPDATE no action;