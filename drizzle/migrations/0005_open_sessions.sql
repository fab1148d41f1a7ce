ALTER TABLE "network_session" DROP CONSTRAINT "network_session_provider_id_subscriber_id_subscriber_provider_id_id_fk";
--> statement-breakpoint
ALTER TABLE "network_session_fact" DROP CONSTRAINT "network_session_fact_provider_id_session_id_network_session_provider_id_id_fk";
--> statement-breakpoint
DROP INDEX "network_session_online";--> statement-breakpoint
DROP INDEX "network_session_line";--> statement-breakpoint
DROP INDEX "network_session_uncounted";--> statement-breakpoint
CREATE INDEX "network_session_uncounted_line" ON "network_session" USING btree ("provider_id","subscription_id") WHERE not "network_session"."is_counted";--> statement-breakpoint
CREATE INDEX "network_session_uncounted" ON "network_session" USING btree ("provider_id","created_at","id") WHERE not "network_session"."is_counted";--> statement-breakpoint
-- An end updates its row in place, on the same page.
ALTER TABLE "network_session" SET (fillfactor = 80);
