CREATE TABLE "departure" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"plan_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"note" text,
	"mrr" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "departure_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "departure_kind_known" CHECK ("departure"."kind" in ('CANCELLATION', 'PLAN_REMOVAL', 'TERMINATION')),
	CONSTRAINT "departure_reason_known" CHECK ("departure"."reason" in ('TOO_EXPENSIVE', 'QUALITY', 'OTHER_PROVIDER', 'MOVED', 'NOT_NEEDED', 'NOT_PAID', 'OTHER')),
	CONSTRAINT "departure_mrr" CHECK ("departure"."mrr" >= 0)
);
--> statement-breakpoint
ALTER TABLE "staff_invitation" DROP CONSTRAINT "staff_invitation_role";--> statement-breakpoint
ALTER TABLE "staff_member" DROP CONSTRAINT "staff_member_role";--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "started_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "technician_id" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "serial_number" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "mac_address" text;--> statement-breakpoint
ALTER TABLE "departure" ADD CONSTRAINT "departure_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departure" ADD CONSTRAINT "departure_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "departure_created" ON "departure" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "departure_subscription" ON "departure" USING btree ("provider_id","subscription_id");--> statement-breakpoint
CREATE INDEX "departure_subscriber" ON "departure" USING btree ("provider_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "installation_technician" ON "installation" USING btree ("provider_id","technician_id","scheduled_at") WHERE "installation"."technician_id" is not null;--> statement-breakpoint
CREATE INDEX "network_session_ipv4" ON "network_session" USING btree ("provider_id","framed_ip_address") WHERE "network_session"."framed_ip_address" is not null;--> statement-breakpoint
CREATE INDEX "network_session_ipv6" ON "network_session" USING btree ("provider_id","framed_ipv6_address") WHERE "network_session"."framed_ipv6_address" is not null;--> statement-breakpoint
CREATE INDEX "network_session_ipv6_prefix" ON "network_session" USING btree ("provider_id",network("framed_ipv6_prefix")) WHERE "network_session"."framed_ipv6_prefix" is not null;--> statement-breakpoint
CREATE INDEX "network_session_delegated_prefix" ON "network_session" USING btree ("provider_id",network("delegated_ipv6_prefix")) WHERE "network_session"."delegated_ipv6_prefix" is not null;--> statement-breakpoint
CREATE INDEX "network_session_mac" ON "network_session" USING btree ("provider_id",left(translate(lower("calling_station_id"), ':-.', ''), 12)) WHERE "network_session"."calling_station_id" is not null;--> statement-breakpoint
ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_role" CHECK ("staff_invitation"."role" in ('owner', 'admin', 'billing', 'support', 'viewer', 'technician'));--> statement-breakpoint
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_role" CHECK ("staff_member"."role" in ('owner', 'admin', 'billing', 'support', 'viewer', 'technician'));