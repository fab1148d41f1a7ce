CREATE TABLE "api_request" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"caller_type" text NOT NULL,
	"caller_id" text collate "C" NOT NULL,
	"caller_name" text NOT NULL,
	"method" text NOT NULL,
	"route" text,
	"path" text NOT NULL,
	"query" text,
	"status" integer NOT NULL,
	"error" text,
	"duration_ms" real NOT NULL,
	"address" text NOT NULL,
	"user_agent" text,
	"correlation_id" text NOT NULL,
	"idempotency_key" text,
	"replayed" boolean NOT NULL,
	"dry_run" boolean NOT NULL,
	"request_body" text,
	"response_body" text,
	"recorded_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "api_request_provider_id_id_recorded_at_pk" PRIMARY KEY("provider_id","id","recorded_at")
) PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
-- Partitioned by day of real time, as events are by month.
CREATE TABLE "api_request_default" PARTITION OF "api_request" DEFAULT;
--> statement-breakpoint
CREATE INDEX "api_request_correlation" ON "api_request" USING btree ("provider_id","correlation_id");--> statement-breakpoint
CREATE INDEX "api_request_refused" ON "api_request" USING btree ("provider_id","id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "audit_entry_staff" ON "audit_entry" USING btree ("provider_id","id") WHERE actor_type = 'staff';