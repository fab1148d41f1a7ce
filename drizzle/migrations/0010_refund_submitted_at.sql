ALTER TABLE "gateway_refund" RENAME COLUMN "passed_at" TO "submitted_at";
