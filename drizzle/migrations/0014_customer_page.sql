CREATE TABLE "customer_page" (
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "customer_page_provider_id_subscriber_id_pk" PRIMARY KEY("provider_id","subscriber_id")
);
--> statement-breakpoint
ALTER TABLE "customer_page" ADD CONSTRAINT "customer_page_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customer_page_token" ON "customer_page" USING btree ("token_hash");