CREATE TABLE "mail" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"fact_id" text collate "C" NOT NULL,
	"facts" jsonb NOT NULL,
	"status" text NOT NULL,
	"attempts" bigint NOT NULL,
	"next_attempt_at" timestamptz(3),
	"sent_at" timestamptz(3),
	"sent_to" text,
	"error" text,
	"correlation_id" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "mail_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "mail_status_known" CHECK ("mail"."status" in ('QUEUED', 'SENT', 'FAILED', 'HELD', 'DROPPED')),
	CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT')),
	CONSTRAINT "mail_queued_is_due" CHECK (("mail"."status" = 'QUEUED') = ("mail"."next_attempt_at" is not null)),
	CONSTRAINT "mail_sent_when" CHECK ("mail"."status" <> 'SENT' or "mail"."sent_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_fact" ON "mail" USING btree ("provider_id","kind","fact_id");--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("provider_id","next_attempt_at") WHERE "mail"."status" = 'QUEUED';--> statement-breakpoint
CREATE INDEX "mail_created" ON "mail" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mail_subscriber" ON "mail" USING btree ("provider_id","subscriber_id","id");--> statement-breakpoint
CREATE INDEX "mail_correlation" ON "mail" USING btree ("provider_id","correlation_id");