CREATE TABLE "erasure" (
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"sealed_names" text NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "erasure_provider_id_subscriber_id_pk" PRIMARY KEY("provider_id","subscriber_id")
);
--> statement-breakpoint
ALTER TABLE "subscriber" ADD COLUMN "erased_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "erasure" ADD CONSTRAINT "erasure_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasure_due" ON "erasure" USING btree ("provider_id","next_attempt_at");--> statement-breakpoint
ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_erased_is_terminated" CHECK ("subscriber"."erased_at" is null or "subscriber"."status" = 'terminated');