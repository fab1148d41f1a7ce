CREATE TABLE "network_usage_day" (
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"download" bigint NOT NULL,
	"upload" bigint NOT NULL,
	CONSTRAINT "network_usage_day_provider_id_subscription_id_day_pk" PRIMARY KEY("provider_id","subscription_id","day"),
	CONSTRAINT "network_usage_day_counts_up" CHECK ("network_usage_day"."download" >= 0 and "network_usage_day"."upload" >= 0)
);
--> statement-breakpoint
ALTER TABLE "network_usage_day" ADD CONSTRAINT "network_usage_day_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "network_usage_day_day" ON "network_usage_day" USING btree ("day");