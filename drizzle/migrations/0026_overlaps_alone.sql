-- As before: no two cycles of a subscription overlap. Provider and subscription are one expression in this index, so that it
-- serves the constraint and nothing else. With the columns themselves in it, the planner took it for as good as the tree of
-- periods, wherever a subscription's open cycle was looked for, and read all of it: behind a hash nothing narrows them down.
ALTER TABLE "billing_cycle" DROP CONSTRAINT "billing_cycle_no_overlap";
--> statement-breakpoint
ALTER TABLE "billing_cycle" ADD CONSTRAINT "billing_cycle_no_overlap" EXCLUDE USING gist (
  hashtextextended("subscription_id", hashtextextended("provider_id", 0)) WITH =,
  ("provider_id" || ' ' || "subscription_id") WITH =,
  tstzrange("starts_at", "expires_at") WITH &&
) WHERE ("status" IN ('SCHEDULED', 'ACTIVE', 'OVERDUE'));
