CREATE TABLE "accounting_fault" (
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"acct_unique_id" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"first_at" timestamptz(3) DEFAULT now() NOT NULL,
	"last_at" timestamptz(3) DEFAULT now() NOT NULL,
	"logged_at" timestamptz(3),
	CONSTRAINT "accounting_fault_address_kind_acct_unique_id_pk" PRIMARY KEY("address","kind","acct_unique_id")
);
--> statement-breakpoint
CREATE TABLE "unclaimed_accounting" (
	"acct_unique_id" text PRIMARY KEY NOT NULL,
	"row_version" bigint NOT NULL,
	"heard_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
DROP INDEX "network_session_accounted";--> statement-breakpoint
ALTER TABLE "network_listening" ADD COLUMN "counted_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "is_superseded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "opened_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "heard_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "row_version" bigint;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "awaits_row" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "input_octets" bigint;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "output_octets" bigint;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "seen_input" bigint;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "seen_output" bigint;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "seen_time" bigint;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "former_input" bigint;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "former_output" bigint;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "former_time" bigint;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "nas_ip_address" "inet";--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "framed_ip_address" "inet";--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "framed_ipv6_address" "inet";--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "framed_ipv6_prefix" "inet";--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "delegated_ipv6_prefix" "inet";--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "calling_station_id" text;--> statement-breakpoint
ALTER TABLE "network_session" ADD COLUMN "applied_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "pending_accounting" ADD COLUMN "kind" text DEFAULT 'start' NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_accounting" ADD COLUMN "reported_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "pending_accounting" ADD COLUMN "session_time" bigint;--> statement-breakpoint
ALTER TABLE "pending_accounting" ADD COLUMN "framed_ipv6_address" "inet";--> statement-breakpoint
ALTER TABLE "pending_accounting" ADD COLUMN "framed_ipv6_prefix" "inet";--> statement-breakpoint
ALTER TABLE "pending_accounting" ADD COLUMN "delegated_ipv6_prefix" "inet";--> statement-breakpoint
ALTER TABLE "pending_accounting" ADD COLUMN "calling_station_id" text;--> statement-breakpoint
ALTER TABLE "pending_accounting" ADD COLUMN "previous_time" bigint;--> statement-breakpoint
ALTER TABLE "pending_accounting" ADD COLUMN "previous_input" bigint;--> statement-breakpoint
ALTER TABLE "pending_accounting" ADD COLUMN "previous_output" bigint;--> statement-breakpoint
CREATE INDEX "network_session_superseded" ON "network_session" USING btree ("acct_unique_id") WHERE "network_session"."is_superseded";--> statement-breakpoint
CREATE UNIQUE INDEX "network_session_accounted" ON "network_session" USING btree ("acct_unique_id") WHERE not "network_session"."is_superseded";--> statement-breakpoint
-- A trigger BEFORE INSERT replaces it.
DROP TRIGGER IF EXISTS radacct_started ON radius.radacct;--> statement-breakpoint
UPDATE "pending_accounting" SET "kind" = 'stop' WHERE "stopped_at" IS NOT NULL;--> statement-breakpoint
-- The arrival of earlier packets is unknown: an open session has three intervals from now.
UPDATE "network_session" SET
  "opened_at" = now(), "heard_at" = now(), "input_octets" = "counted_upload", "output_octets" = "counted_octets" - "counted_upload",
  "seen_input" = "counted_upload", "seen_output" = "counted_octets" - "counted_upload"
WHERE NOT "is_counted" AND "ended_at" IS NULL;--> statement-breakpoint
UPDATE "network_session" n SET
  "input_octets" = greatest(a."acctinputoctets", n."counted_upload"),
  "output_octets" = greatest(a."acctoutputoctets", n."counted_octets" - n."counted_upload")
FROM radius.radacct a
WHERE NOT n."is_counted" AND n."ended_at" IS NOT NULL AND a."acctuniqueid" = n."acct_unique_id";
