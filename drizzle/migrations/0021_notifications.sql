CREATE TABLE "notification_digest" (
	"provider_id" text collate "C" NOT NULL,
	"staff_user_id" text NOT NULL,
	"done_on" date NOT NULL,
	CONSTRAINT "notification_digest_provider_id_staff_user_id_pk" PRIMARY KEY("provider_id","staff_user_id")
);
--> statement-breakpoint
CREATE TABLE "notification_read" (
	"provider_id" text collate "C" NOT NULL,
	"staff_user_id" text NOT NULL,
	"cause" text NOT NULL,
	"version" text NOT NULL,
	"read_at" timestamptz(3) NOT NULL,
	CONSTRAINT "notification_read_provider_id_staff_user_id_cause_pk" PRIMARY KEY("provider_id","staff_user_id","cause")
);
--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "notification_digest" ADD CONSTRAINT "notification_digest_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_digest" ADD CONSTRAINT "notification_digest_staff_user_id_staff_user_id_fk" FOREIGN KEY ("staff_user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_read" ADD CONSTRAINT "notification_read_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_read" ADD CONSTRAINT "notification_read_staff_user_id_staff_user_id_fk" FOREIGN KEY ("staff_user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gateway_refund_failed" ON "gateway_refund" USING btree ("provider_id","updated_at") WHERE "gateway_refund"."submitted_at" is null and "gateway_refund"."next_attempt_at" is null;--> statement-breakpoint
CREATE INDEX "mail_failed" ON "mail" USING btree ("provider_id","updated_at") WHERE "mail"."status" = 'FAILED';--> statement-breakpoint
CREATE INDEX "mirrored_service_blocked" ON "mirrored_service" USING btree ("provider_id","integration_id","updated_at") WHERE "mirrored_service"."failure" is not null and "mirrored_service"."next_attempt_at" is null;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT', 'WEBHOOK_FAILING', 'WEBHOOK_DISABLED', 'NOTIFICATIONS', 'INVITATION', 'PASSWORD_RESET', 'EMAIL_CONFIRMATION', 'EMAIL_CHANGED'));