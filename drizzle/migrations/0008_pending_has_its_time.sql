ALTER TABLE "subscription" RENAME CONSTRAINT "subscription_queue_has_its_time" TO "subscription_pending_has_its_time";
