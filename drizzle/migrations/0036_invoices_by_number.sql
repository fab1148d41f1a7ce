DROP INDEX "invoice_number";--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_number" ON "invoice" USING btree ("provider_id",length("number"),"number");