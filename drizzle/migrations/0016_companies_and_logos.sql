CREATE TABLE "organisation_logo" (
	"organisation_id" text collate "C" PRIMARY KEY NOT NULL,
	"png" text NOT NULL,
	"width" bigint NOT NULL,
	"height" bigint NOT NULL,
	"version" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
DROP INDEX "subscriber_search";--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "received_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "brand_color" text;--> statement-breakpoint
ALTER TABLE "subscriber" ADD COLUMN "company_name" text;--> statement-breakpoint
ALTER TABLE "subscriber" ADD COLUMN "tax_id" text;--> statement-breakpoint
ALTER TABLE "organisation_logo" ADD CONSTRAINT "organisation_logo_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriber_search" ON "subscriber" USING gin (("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "phone" || ' ' || coalesce("external_user_id", '') || ' ' || coalesce("company_name", '')) gin_trgm_ops);