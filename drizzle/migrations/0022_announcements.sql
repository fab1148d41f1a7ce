CREATE TABLE "announcement" (
	"provider_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"email_text_id" text collate "C",
	"sms_text_id" text collate "C",
	"page_text" text,
	"outage_id" text collate "C",
	"source" jsonb NOT NULL,
	"job_id" text collate "C",
	"paused_at" timestamptz(3),
	"resolved_at" timestamptz(3),
	"staff_name" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "announcement_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "announcement_kind_known" CHECK ("announcement"."kind" in ('NOTICE', 'OUTAGE', 'RESOLVED')),
	CONSTRAINT "announcement_resolved_outage" CHECK (("announcement"."kind" = 'RESOLVED') = ("announcement"."outage_id" is not null)),
	CONSTRAINT "announcement_page_of_outage" CHECK ("announcement"."kind" = 'OUTAGE' or num_nonnulls("announcement"."page_text", "announcement"."resolved_at") = 0)
);
--> statement-breakpoint
CREATE TABLE "announcement_reader" (
	"provider_id" text collate "C" NOT NULL,
	"announcement_id" text collate "C" NOT NULL,
	"position" bigint NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	CONSTRAINT "announcement_reader_provider_id_announcement_id_position_pk" PRIMARY KEY("provider_id","announcement_id","position")
);
--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "announcement" ADD CONSTRAINT "announcement_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement" ADD CONSTRAINT "announcement_provider_id_email_text_id_message_text_provider_id_id_fk" FOREIGN KEY ("provider_id","email_text_id") REFERENCES "public"."message_text"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement" ADD CONSTRAINT "announcement_provider_id_sms_text_id_message_text_provider_id_id_fk" FOREIGN KEY ("provider_id","sms_text_id") REFERENCES "public"."message_text"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement" ADD CONSTRAINT "announcement_provider_id_outage_id_announcement_provider_id_id_fk" FOREIGN KEY ("provider_id","outage_id") REFERENCES "public"."announcement"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reader" ADD CONSTRAINT "announcement_reader_provider_id_announcement_id_announcement_provider_id_id_fk" FOREIGN KEY ("provider_id","announcement_id") REFERENCES "public"."announcement"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reader" ADD CONSTRAINT "announcement_reader_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_created" ON "announcement" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "announcement_outage" ON "announcement" USING btree ("provider_id","outage_id") WHERE "announcement"."outage_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "announcement_reader_subscriber" ON "announcement_reader" USING btree ("provider_id","subscriber_id","announcement_id");--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('INVOICE', 'REMINDER', 'OVERDUE', 'LAST_WARNING', 'SUSPENSION', 'RESTORED', 'RECEIPT', 'REFUND', 'PROMPT', 'CREDIT_NOTE', 'PAGE_LINK', 'NOTICE', 'WEBHOOK_FAILING', 'WEBHOOK_DISABLED', 'NOTIFICATIONS', 'INVITATION', 'PASSWORD_RESET', 'EMAIL_CONFIRMATION', 'EMAIL_CHANGE_REQUESTED', 'EMAIL_CHANGED'));