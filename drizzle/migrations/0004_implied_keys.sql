ALTER TABLE "billing_cycle" DROP CONSTRAINT "billing_cycle_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "invoice" DROP CONSTRAINT "invoice_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "charge" DROP CONSTRAINT "charge_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "checkout" DROP CONSTRAINT "checkout_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "gateway_refund" DROP CONSTRAINT "gateway_refund_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "installation" DROP CONSTRAINT "installation_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "network_command" DROP CONSTRAINT "network_command_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "network_session" DROP CONSTRAINT "network_session_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "network_usage" DROP CONSTRAINT "network_usage_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "refund" DROP CONSTRAINT "refund_provider_id_provider_id_fk";
--> statement-breakpoint
ALTER TABLE "subscription" DROP CONSTRAINT "subscription_provider_id_provider_id_fk";
--> statement-breakpoint
DROP INDEX "mail_staff_user";--> statement-breakpoint
CREATE INDEX "mail_staff_user" ON "mail" USING btree ("staff_user_id") WHERE "mail"."staff_user_id" is not null;