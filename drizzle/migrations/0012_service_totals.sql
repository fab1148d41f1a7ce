CREATE TABLE "service_total" (
	"provider_id" text collate "C" NOT NULL,
	"currency" text NOT NULL,
	"shard" integer NOT NULL,
	"in_service" bigint NOT NULL,
	"mrr" bigint NOT NULL,
	CONSTRAINT "service_total_provider_id_currency_shard_pk" PRIMARY KEY("provider_id","currency","shard")
);
--> statement-breakpoint
DROP INDEX "service_period_running";--> statement-breakpoint
DROP INDEX "invoice_owed";--> statement-breakpoint
ALTER TABLE "service_period" ADD COLUMN "is_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "service_total" ADD CONSTRAINT "service_total_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_owed" ON "invoice" USING btree ("provider_id","subscriber_id","due_at","currency","amount_due") WHERE "invoice"."status" = 'OPEN';--> statement-breakpoint
UPDATE "service_period" p SET "is_first" = true
WHERE p."starts_at" = (
	SELECT min("starts_at") FROM "service_period" f
	WHERE f."provider_id" = p."provider_id" AND f."subscription_id" = p."subscription_id"
);--> statement-breakpoint
INSERT INTO "service_total" ("provider_id", "currency", "shard", "in_service", "mrr")
SELECT "provider_id", "currency", 0, count(*), sum("mrr") FROM "service_period" WHERE "ends_at" IS NULL
GROUP BY "provider_id", "currency";--> statement-breakpoint
INSERT INTO "row_count" ("provider_id", "resource", "shard", "n")
SELECT "provider_id", 'network_session ended', 0, count(*) FROM "network_session" WHERE "ended_at" IS NOT NULL
GROUP BY "provider_id";
