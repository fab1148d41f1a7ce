CREATE INDEX "payment_invoice" ON "payment" USING btree ("provider_id","invoice_id") WHERE "payment"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_refund_due" ON "payment" USING btree ("provider_id","created_at") WHERE "payment"."refund_due";--> statement-breakpoint
CREATE INDEX "installation_status" ON "installation" USING btree ("provider_id","status","created_at");--> statement-breakpoint
CREATE INDEX "installation_scheduled" ON "installation" USING btree ("provider_id","scheduled_at") WHERE "installation"."scheduled_at" is not null;