ALTER TABLE "schedule_d_row" DROP CONSTRAINT "schedule_d_row_plan_type_currency_min_speed_mbps_max_speed_mbps_effective_from_pk";--> statement-breakpoint
ALTER TABLE "schedule_d_row" ADD COLUMN "id" text collate "C";--> statement-breakpoint
-- Rows that are there get ids in their order of creation.
UPDATE "schedule_d_row" d SET "id" = made.id
FROM (
  SELECT ordered.place, id_text('sdf', ('x' || id_bits(ordered.created_at))::bit(128)) AS id
  FROM (
    SELECT ctid AS place, created_at FROM "schedule_d_row"
    ORDER BY created_at, plan_type, currency, min_speed_mbps, max_speed_mbps, effective_from
  ) ordered
) made
WHERE d.ctid = made.place;--> statement-breakpoint
ALTER TABLE "schedule_d_row" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "schedule_d_row" ADD CONSTRAINT "schedule_d_row_tier" UNIQUE("plan_type","currency","min_speed_mbps","max_speed_mbps","effective_from");
