CREATE TABLE "note" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"text" text NOT NULL,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"edited_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "note_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscriber_tag" (
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"tag_id" text collate "C" NOT NULL,
	"tagged_by" text NOT NULL,
	"tagged_at" timestamptz(3) NOT NULL,
	CONSTRAINT "subscriber_tag_provider_id_subscriber_id_tag_id_pk" PRIMARY KEY("provider_id","subscriber_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "tag" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "tag_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
ALTER TABLE "note" ADD CONSTRAINT "note_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_tag" ADD CONSTRAINT "subscriber_tag_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_tag" ADD CONSTRAINT "subscriber_tag_provider_id_tag_id_tag_provider_id_id_fk" FOREIGN KEY ("provider_id","tag_id") REFERENCES "public"."tag"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_subscriber" ON "note" USING btree ("provider_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "subscriber_tag_tag" ON "subscriber_tag" USING btree ("provider_id","tag_id","subscriber_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tag_name" ON "tag" USING btree ("provider_id",lower("name"));--> statement-breakpoint
CREATE INDEX "invoice_void" ON "invoice" USING btree ("provider_id","subscription_id") WHERE "invoice"."status" = 'VOID';