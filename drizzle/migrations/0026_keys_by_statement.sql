ALTER TABLE "mail" DROP CONSTRAINT "mail_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "audit_entry" DROP CONSTRAINT "audit_entry_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "event" DROP CONSTRAINT "event_provider_id_provider_id_fk";
--> statement-breakpoint
DELETE FROM "row_count" WHERE NOT EXISTS (SELECT FROM "provider" WHERE "provider"."id" = "row_count"."provider_id");
--> statement-breakpoint
ALTER TABLE "row_count" ADD CONSTRAINT "row_count_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;