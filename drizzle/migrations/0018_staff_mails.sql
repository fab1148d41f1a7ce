ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
DROP INDEX "mail_fact";--> statement-breakpoint
ALTER TABLE "mail" ALTER COLUMN "subscriber_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "staff_user_id" text;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_staff_user_id_staff_user_id_fk" FOREIGN KEY ("staff_user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_staff_user" ON "mail" USING btree ("staff_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_fact" ON "mail" USING btree ("provider_id","kind","fact_id") WHERE "mail"."subscriber_id" is not null;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_one_reader" CHECK (num_nonnulls("mail"."subscriber_id", "mail"."staff_user_id") = 1);--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT', 'WEBHOOK_FAILING', 'WEBHOOK_DISABLED'));