ALTER TABLE "invoice" ADD COLUMN "void_reason" text;--> statement-breakpoint
-- Invoices that are VOID already: the events of the change that voided them give the reason.
WITH "voided" AS (
  SELECT i."provider_id", i."id", i."subscription_id", i."subscriber_id", i."updated_at",
    (
      SELECT a."correlation_id" FROM "audit_entry" a
      WHERE a."provider_id" = i."provider_id"
        AND ((a."resource_id" = i."id" AND a."action" = 'invoice.void')
          OR (a."resource_id" = i."subscription_id" AND strpos(a."affected"::text, i."id") > 0))
      ORDER BY a."created_at" DESC, a."id" DESC LIMIT 1
    ) AS "correlation_id",
    EXISTS (
      SELECT FROM "invoice" other
      WHERE other."provider_id" = i."provider_id" AND other."subscription_id" = i."subscription_id"
        AND other."kind" = i."kind" AND other."period_start" = i."period_start" AND other."status" <> 'VOID'
    ) AS "is_replaced"
  FROM "invoice" i WHERE i."status" = 'VOID'
), "fact" AS (
  SELECT v."provider_id", v."id", v."is_replaced", e."id" AS "event_id", e."type",
    e."body"::jsonb -> 'data' -> 'current' AS "current", e."body"::jsonb -> 'data' -> 'rejection' ->> 'reason' AS "rejection"
  FROM "voided" v
  LEFT JOIN "event" e ON e."provider_id" = v."provider_id" AND e."correlation_id" = v."correlation_id"
    AND e."resource_id" IN (v."subscription_id", v."subscriber_id") AND e."occurred_at" = v."updated_at"
), "summary" AS (
  SELECT "provider_id", "id", "is_replaced",
    bool_or("type" = 'subscriber.terminated') AS "terminated",
    (array_agg("current" ->> 'inactiveReason' ORDER BY "event_id") FILTER (WHERE "type" = 'subscription.deactivated'))[1] AS "inactive_reason",
    (array_agg("rejection" ORDER BY "event_id") FILTER (WHERE "type" = 'subscription.plan_change_rejected'))[1] AS "rejection",
    bool_or("type" = 'subscription.plan_removed_queued') AS "plan_removed",
    (array_agg("current" ORDER BY "event_id" DESC) FILTER (WHERE "type" = 'subscription.updated'))[1] AS "updated"
  FROM "fact" GROUP BY "provider_id", "id", "is_replaced"
)
UPDATE "invoice" SET "void_reason" = CASE
    WHEN s."terminated" THEN 'SUBSCRIBER_TERMINATED'
    WHEN s."inactive_reason" IS NOT NULL THEN s."inactive_reason"
    WHEN s."rejection" IN ('UPGRADE_PAYMENT_EXPIRED', 'UPGRADE_SUPERSEDED') THEN s."rejection"
    WHEN s."plan_removed" THEN 'PLAN_REMOVED'
    WHEN s."updated" ->> 'status' = 'MIGRATED_OUT' THEN 'MIGRATED_OUT'
    WHEN s."updated" ->> 'status' = 'CANCELLED' OR s."updated" ->> 'cancelAt' IS NOT NULL THEN 'CANCELLED'
    WHEN s."is_replaced" THEN 'REISSUED'
    WHEN s."updated" IS NOT NULL THEN 'TERMS_CHANGED'
  END
FROM "summary" s
WHERE "invoice"."provider_id" = s."provider_id" AND "invoice"."id" = s."id";
