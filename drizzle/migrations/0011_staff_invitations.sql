CREATE TABLE "staff_invitation" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"organisation_id" text collate "C" NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" text NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "staff_invitation_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "staff_invitation_email" UNIQUE("organisation_id","email"),
	CONSTRAINT "staff_invitation_role" CHECK ("staff_invitation"."role" in ('owner', 'admin', 'billing', 'support', 'viewer'))
);
--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_one_reader";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "access_email" text;--> statement-breakpoint
ALTER TABLE "staff_user" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_invitation_of_email" ON "staff_invitation" USING btree ("email");--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_one_reader" CHECK (num_nonnulls("mail"."subscriber_id", "mail"."staff_user_id", "mail"."access_email") = 1);--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT', 'WEBHOOK_FAILING', 'WEBHOOK_DISABLED', 'INVITATION', 'PASSWORD_RESET', 'EMAIL_CONFIRMATION', 'EMAIL_CHANGED'));