CREATE TABLE "month_figures" (
	"provider_id" text collate "C" NOT NULL,
	"starts_at" timestamptz(3) NOT NULL,
	"ends_at" timestamptz(3) NOT NULL,
	"figures" jsonb NOT NULL,
	CONSTRAINT "month_figures_provider_id_ends_at_starts_at_pk" PRIMARY KEY("provider_id","ends_at","starts_at"),
	CONSTRAINT "month_figures_order" CHECK ("month_figures"."ends_at" > "month_figures"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "service_period" (
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"starts_at" timestamptz(3) NOT NULL,
	"ends_at" timestamptz(3),
	"currency" text NOT NULL,
	"mrr" bigint NOT NULL,
	"begins" boolean NOT NULL,
	"ends" boolean DEFAULT false NOT NULL,
	CONSTRAINT "service_period_provider_id_subscription_id_starts_at_pk" PRIMARY KEY("provider_id","subscription_id","starts_at"),
	CONSTRAINT "service_period_order" CHECK ("service_period"."ends_at" >= "service_period"."starts_at" and "service_period"."mrr" >= 0),
	CONSTRAINT "service_period_ended_when" CHECK (not "service_period"."ends" or "service_period"."ends_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "traffic" (
	"provider_id" text collate "C" NOT NULL,
	"starts_at" timestamptz(3) NOT NULL,
	"download" bigint NOT NULL,
	"upload" bigint NOT NULL,
	CONSTRAINT "traffic_provider_id_starts_at_pk" PRIMARY KEY("provider_id","starts_at")
);
--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "counted_upload" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "terms_days" integer;--> statement-breakpoint
ALTER TABLE "month_figures" ADD CONSTRAINT "month_figures_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_period" ADD CONSTRAINT "service_period_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traffic" ADD CONSTRAINT "traffic_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "service_period_running" ON "service_period" USING btree ("provider_id","currency","mrr") WHERE "service_period"."ends_at" is null;--> statement-breakpoint
CREATE INDEX "service_period_begins" ON "service_period" USING btree ("provider_id","starts_at") WHERE "service_period"."begins";--> statement-breakpoint
CREATE INDEX "service_period_ends" ON "service_period" USING btree ("provider_id","ends_at") WHERE "service_period"."ends";--> statement-breakpoint
CREATE INDEX "payment_completed" ON "payment" USING btree ("provider_id","completed_at","currency","amount") WHERE "payment"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "inbound_event_failed" ON "inbound_event" USING btree ("provider_id","integration_id","received_at") WHERE "inbound_event"."status" = 'FAILED';--> statement-breakpoint
-- The terms and the service periods of existing subscriptions, from their cycles.
UPDATE "subscription" s SET "terms_days" = extract(epoch from c."expires_at" - c."starts_at") / 86400
FROM "billing_cycle" c
WHERE c."provider_id" = s."provider_id" AND c."subscription_id" = s."id" AND c."status" IN ('ACTIVE', 'OVERDUE');--> statement-breakpoint
INSERT INTO "service_period" ("provider_id", "subscription_id", "starts_at", "ends_at", "currency", "mrr", "begins", "ends")
WITH started AS (
	SELECT c.*, s."currency", lead(c."starts_at") OVER of_subscription AS next_at
	FROM "billing_cycle" c JOIN "subscription" s ON s."provider_id" = c."provider_id" AND s."id" = c."subscription_id"
	WHERE c."status" <> 'SCHEDULED' AND NOT (c."status" = 'CLOSED' AND c."updated_at" <= c."starts_at")
	WINDOW of_subscription AS (PARTITION BY c."provider_id", c."subscription_id" ORDER BY c."starts_at")
), ended AS (
	SELECT *, coalesce(next_at = "expires_at" OR next_at <= "updated_at", false) AS continues,
		CASE "status" WHEN 'CLOSED' THEN greatest("updated_at", "starts_at") WHEN 'SUSPENDED' THEN "grace_ends_at" END AS over_at
	FROM started
)
SELECT "provider_id", "subscription_id", "starts_at", CASE WHEN continues THEN next_at ELSE over_at END, "currency",
	round("terms_price" * 30.0 / least(extract(epoch from "expires_at" - "starts_at") / 86400, 360))::bigint,
	NOT coalesce(lag(continues) OVER (PARTITION BY "provider_id", "subscription_id" ORDER BY "starts_at"), false),
	NOT continues AND over_at IS NOT NULL
FROM ended;
