CREATE TABLE "renewal_window" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"opens_at" timestamptz(3) NOT NULL,
	CONSTRAINT "renewal_window_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
-- Windows that have not opened yet.
INSERT INTO "renewal_window" ("provider_id", "id", "subscription_id", "subscriber_id", "opens_at")
SELECT "provider_id", "id", "subscription_id", "subscriber_id", "renews_at" FROM "billing_cycle"
WHERE "status" = 'ACTIVE' AND "renews_at" IS NOT NULL;
--> statement-breakpoint
DROP INDEX "billing_cycle_renews";--> statement-breakpoint
ALTER TABLE "renewal_window" ADD CONSTRAINT "renewal_window_provider_id_id_billing_cycle_provider_id_id_fk" FOREIGN KEY ("provider_id","id") REFERENCES "public"."billing_cycle"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renewal_window_opens" ON "renewal_window" USING btree ("provider_id","opens_at");--> statement-breakpoint
ALTER TABLE "billing_cycle" DROP COLUMN "renews_at";