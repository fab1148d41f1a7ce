CREATE TABLE "message_account" (
	"provider_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"gateway" text NOT NULL,
	"channel" text NOT NULL,
	"token" text NOT NULL,
	"sealed_credentials" text,
	"sender" text,
	"key_last4" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "message_account_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "message_account_gateway_known" CHECK ("message_account"."gateway" in ('smtp', 'africastalking', 'twilio')),
	CONSTRAINT "message_account_channel_known" CHECK ("message_account"."channel" = case "message_account"."gateway" when 'smtp' then 'EMAIL' else 'SMS' end)
);
--> statement-breakpoint
CREATE TABLE "message_settings" (
	"provider_id" text collate "C" PRIMARY KEY NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"email_kinds" text[] NOT NULL,
	"sms_kinds" text[] NOT NULL,
	"email_days" bigint[] NOT NULL,
	"sms_days" bigint[] NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "message_settings_language_known" CHECK ("message_settings"."language" in ('en', 'sw', 'fr')),
	CONSTRAINT "message_settings_quiet" CHECK (("message_settings"."quiet_from" is null) = ("message_settings"."quiet_until" is null))
);
--> statement-breakpoint
CREATE TABLE "message_text" (
	"provider_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"language" text,
	"subject" text,
	"body" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "message_text_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "message_text_notice" CHECK (("message_text"."kind" = 'NOTICE') = ("message_text"."language" is null))
);
--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_status_known";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_sent_when";--> statement-breakpoint
DROP INDEX "mail_fact";--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "channel" text DEFAULT 'EMAIL' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "occurrence" bigint DEFAULT 0;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "text_id" text collate "C";--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "parts" bigint;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "call_began_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "account_id" text collate "C";--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "gateway_id" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "delivered_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "subscriber" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "subscriber" ADD COLUMN "contact_preferences" jsonb DEFAULT '{"email":true,"sms":true}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "message_account" ADD CONSTRAINT "message_account_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_settings" ADD CONSTRAINT "message_settings_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_text" ADD CONSTRAINT "message_text_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "message_account_gateway" ON "message_account" USING btree ("provider_id","gateway");--> statement-breakpoint
CREATE UNIQUE INDEX "message_account_token" ON "message_account" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "message_account_channel" ON "message_account" USING btree ("provider_id","channel") WHERE "message_account"."sealed_credentials" is not null;--> statement-breakpoint
CREATE INDEX "message_text_newest" ON "message_text" USING btree ("provider_id","kind","channel","language","id");--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_provider_id_account_id_message_account_provider_id_id_fk" FOREIGN KEY ("provider_id","account_id") REFERENCES "public"."message_account"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_provider_id_text_id_message_text_provider_id_id_fk" FOREIGN KEY ("provider_id","text_id") REFERENCES "public"."message_text"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_gateway" ON "mail" USING btree ("provider_id","account_id","gateway_id") WHERE "mail"."gateway_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_fact" ON "mail" USING btree ("provider_id","kind","fact_id","channel","occurrence") WHERE "mail"."subscriber_id" is not null;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_channel_known" CHECK ("mail"."channel" in ('EMAIL', 'SMS'));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_sms_to_subscriber" CHECK ("mail"."channel" = 'EMAIL' or "mail"."subscriber_id" is not null);--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_status_known" CHECK ("mail"."status" in ('QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'HELD', 'DROPPED'));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('INVOICE', 'REMINDER', 'OVERDUE', 'LAST_WARNING', 'SUSPENSION', 'RESTORED', 'RECEIPT', 'REFUND', 'PROMPT', 'NOTICE', 'WEBHOOK_FAILING', 'WEBHOOK_DISABLED', 'NOTIFICATIONS', 'INVITATION', 'PASSWORD_RESET', 'EMAIL_CONFIRMATION', 'EMAIL_CHANGE_REQUESTED', 'EMAIL_CHANGED'));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_sent_when" CHECK ("mail"."status" not in ('SENT', 'DELIVERED') or "mail"."sent_at" is not null);--> statement-breakpoint
ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_language_known" CHECK ("subscriber"."language" in ('en', 'sw', 'fr'));--> statement-breakpoint
-- Messages are resources of the API now, with a prefix like the others. A sealed link belongs to the id of its row.
UPDATE "mail" SET "id" = 'msg_' || substr("id", 6) WHERE "id" LIKE 'mail\_%' AND "facts" ->> 'link' IS NULL;
