-- As before: no two cycles of a subscription overlap. The index begins with what tells subscriptions apart best. Ids made
-- in the same months begin alike, and a tree of such texts leads every search into most of its branches; the hash is a
-- number of fixed size, and the ids beside it keep the rule exact where two hashes are the same.
ALTER TABLE "billing_cycle" DROP CONSTRAINT "billing_cycle_no_overlap";
--> statement-breakpoint
ALTER TABLE "billing_cycle" ADD CONSTRAINT "billing_cycle_no_overlap" EXCLUDE USING gist (
  hashtextextended("subscription_id", hashtextextended("provider_id", 0)) WITH =,
  "provider_id" WITH =,
  "subscription_id" WITH =,
  tstzrange("starts_at", "expires_at") WITH &&
) WHERE ("status" IN ('SCHEDULED', 'ACTIVE', 'OVERDUE'));
