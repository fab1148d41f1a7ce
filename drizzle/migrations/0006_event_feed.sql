CREATE TABLE "event_feed" (
	"provider_id" text collate "C" NOT NULL,
	"position" bigint NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"type" text NOT NULL,
	"recorded_at" timestamptz(3) NOT NULL,
	CONSTRAINT "event_feed_provider_id_position_recorded_at_pk" PRIMARY KEY("provider_id","position","recorded_at")
) PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
CREATE TABLE "event_feed_head" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "event_feed_head_only" CHECK ("event_feed_head"."is_only")
);
--> statement-breakpoint
CREATE TABLE "event_pending" (
	"nth" bigserial NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"type" text NOT NULL,
	"recorded_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
-- By hand.
-- Months are partitions of their own, as those of "event".
CREATE TABLE "event_feed_default" PARTITION OF "event_feed" DEFAULT;
--> statement-breakpoint
-- Few rows wait, and each is deleted soon.
ALTER TABLE "event_pending" SET (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);
--> statement-breakpoint
ALTER TABLE "event_feed_head" SET (fillfactor = 50);
--> statement-breakpoint
-- The trigger comes before the events that are there, and its lock is kept until the commit: no event is missed between. The file
-- event-feed.sql replaces the function.
CREATE FUNCTION pend_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.event_pending (provider_id, event_id, type, recorded_at)
  SELECT provider_id, id, type, recorded_at FROM inserted ORDER BY id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER event_pended AFTER INSERT ON event
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION pend_events();
--> statement-breakpoint
INSERT INTO "event_feed" ("provider_id", "position", "event_id", "type", "recorded_at")
SELECT "provider_id", row_number() OVER (ORDER BY "recorded_at", "id"), "id", "type", "recorded_at" FROM "event";
--> statement-breakpoint
INSERT INTO "event_feed_head" ("position") SELECT coalesce(max("position"), 0) FROM "event_feed";
