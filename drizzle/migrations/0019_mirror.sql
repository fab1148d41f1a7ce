CREATE TABLE "mirror" (
	"provider_id" text collate "C" NOT NULL,
	"integration_id" text collate "C" NOT NULL,
	"base_url" text NOT NULL,
	"sealed_api_key" text NOT NULL,
	"api_key_last4" text NOT NULL,
	"sealed_api_secret" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "mirror_provider_id_integration_id_pk" PRIMARY KEY("provider_id","integration_id")
);
--> statement-breakpoint
CREATE TABLE "mirrored_service" (
	"provider_id" text collate "C" NOT NULL,
	"integration_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"changes" bigint DEFAULT 1 NOT NULL,
	"customer_id" text,
	"login" text,
	"external_service_id" text,
	"sent" jsonb,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"failures" bigint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3),
	"leased_until" timestamptz(3),
	"failure" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "mirrored_service_provider_id_integration_id_subscription_id_pk" PRIMARY KEY("provider_id","integration_id","subscription_id"),
	CONSTRAINT "mirrored_service_sent" CHECK ("mirrored_service"."sent" is null or "mirrored_service"."external_service_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "mirror" ADD CONSTRAINT "mirror_provider_id_integration_id_integration_provider_id_id_fk" FOREIGN KEY ("provider_id","integration_id") REFERENCES "public"."integration"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirrored_service" ADD CONSTRAINT "mirrored_service_provider_id_integration_id_integration_provider_id_id_fk" FOREIGN KEY ("provider_id","integration_id") REFERENCES "public"."integration"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirrored_service" ADD CONSTRAINT "mirrored_service_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mirrored_service_due" ON "mirrored_service" USING btree ("provider_id","next_attempt_at") WHERE "mirrored_service"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "mirrored_service_failed" ON "mirrored_service" USING btree ("provider_id","integration_id") WHERE "mirrored_service"."failure" is not null;--> statement-breakpoint
CREATE INDEX "mirrored_service_subscription" ON "mirrored_service" USING btree ("provider_id","subscription_id");--> statement-breakpoint
CREATE INDEX "mirrored_service_external" ON "mirrored_service" USING btree ("provider_id","integration_id","external_service_id");--> statement-breakpoint
CREATE INDEX "mirrored_service_login" ON "mirrored_service" USING btree ("provider_id","integration_id","customer_id","login");--> statement-breakpoint
CREATE FUNCTION note_for_mirrors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mirrored_service (provider_id, integration_id, subscription_id, next_attempt_at, created_at, updated_at)
  SELECT new.provider_id, m.integration_id, new.id, clock_timestamp(), new.updated_at, new.updated_at
  FROM mirror m WHERE m.provider_id = new.provider_id
  ON CONFLICT (provider_id, integration_id, subscription_id) DO UPDATE
  SET changes = mirrored_service.changes + 1, failures = 0, next_attempt_at = excluded.next_attempt_at,
    updated_at = excluded.updated_at;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER subscription_made_for_mirrors AFTER INSERT ON subscription FOR EACH ROW
WHEN (NOT new.is_external AND new.status <> 'PENDING') EXECUTE FUNCTION note_for_mirrors();--> statement-breakpoint
CREATE TRIGGER subscription_changed_for_mirrors
AFTER UPDATE OF status, plan_id, radius_username, archived_at ON subscription FOR EACH ROW
WHEN (NOT new.is_external AND (new.status, new.plan_id, new.radius_username, new.archived_at)
  IS DISTINCT FROM (old.status, old.plan_id, old.radius_username, old.archived_at))
EXECUTE FUNCTION note_for_mirrors();--> statement-breakpoint
CREATE FUNCTION note_customer_for_mirrors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mirrored_service
  SET changes = changes + 1, failures = 0, next_attempt_at = clock_timestamp()
  FROM subscription s
  WHERE s.provider_id = new.provider_id AND s.subscriber_id = new.id
    AND mirrored_service.provider_id = s.provider_id AND mirrored_service.subscription_id = s.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER subscriber_changed_for_mirrors AFTER UPDATE OF external_user_id ON subscriber FOR EACH ROW
WHEN (new.external_user_id IS DISTINCT FROM old.external_user_id) EXECUTE FUNCTION note_customer_for_mirrors();
