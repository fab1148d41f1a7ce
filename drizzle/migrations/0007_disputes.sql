ALTER TABLE "refund" DROP CONSTRAINT "refund_reason_known";--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "dispute" jsonb;--> statement-breakpoint
CREATE INDEX "payment_disputed" ON "payment" USING btree ("provider_id") WHERE "payment"."dispute" ->> 'status' = 'OPEN';--> statement-breakpoint
CREATE INDEX "checkout_money" ON "checkout" USING btree ("money_id") WHERE "checkout"."money_id" is not null;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_reason_known" CHECK ("refund"."reason" in ('REQUESTED', 'DUPLICATE', 'FRAUD', 'SERVICE_FAULT', 'CHANGE_REJECTED', 'DISPUTE_LOST'));