ALTER TABLE "billing_cycle" ADD COLUMN "terms_speed" jsonb;--> statement-breakpoint
ALTER TABLE "billing_cycle" ADD COLUMN "terms_data_cap_mb" bigint;--> statement-breakpoint
-- Cycles of before get what is known of them: what their invoice asked for, the speed in force, the cap of their plan.
UPDATE "billing_cycle" c SET
  "terms_price" = coalesce(c."terms_price", (
    SELECT i."subtotal" FROM "invoice" i
    WHERE i."provider_id" = c."provider_id" AND i."billing_cycle_id" = c."id" AND i."kind" <> 'UPGRADE'
    ORDER BY i."status" = 'VOID', i."issued_at" DESC LIMIT 1), s."terms_price", p."price_amount"),
  "terms_speed" = coalesce(CASE WHEN c."status" <> 'SCHEDULED' THEN s."terms_speed" END, s."speed_override", jsonb_build_object(
    'downloadSpeedMbps', p."download_speed_mbps", 'uploadSpeedMbps', p."upload_speed_mbps")),
  "terms_data_cap_mb" = p."data_cap_mb"
FROM "subscription" s, "plan" p
WHERE s."provider_id" = c."provider_id" AND s."id" = c."subscription_id"
  AND p."provider_id" = c."provider_id" AND p."id" = c."plan_id";--> statement-breakpoint
ALTER TABLE "billing_cycle" ALTER COLUMN "terms_price" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_cycle" ALTER COLUMN "terms_speed" SET NOT NULL;
