ALTER TABLE "subscriber" ADD COLUMN "account_number" text collate "C";--> statement-breakpoint
-- Numbers of the subscribers that exist: the factor has no divisor in common with 9,000,000, so each row of a provider gets another
-- one, and neighbours do not look alike. The last digit is the Luhn check digit of the seven before it.
WITH "numbered" AS (
  SELECT "provider_id", "id",
    1000000 + (abs(hashtext("provider_id")::bigint) + 5432167 * row_number() OVER (PARTITION BY "provider_id" ORDER BY "id")) % 9000000 AS "digits"
  FROM "subscriber"
), "summed" AS (
  SELECT "provider_id", "id", "digits", (
    SELECT sum(CASE WHEN place % 2 = 0 THEN digit ELSE 2 * digit - CASE WHEN digit > 4 THEN 9 ELSE 0 END END)
    FROM (SELECT place, substr("digits"::text, place, 1)::int AS digit FROM generate_series(1, 7) AS place) each
  ) AS "sum"
  FROM "numbered"
)
UPDATE "subscriber" s SET "account_number" = n."digits"::text || ((10 - n."sum" % 10) % 10)::text
FROM "summed" n WHERE s."provider_id" = n."provider_id" AND s."id" = n."id";--> statement-breakpoint
ALTER TABLE "subscriber" ALTER COLUMN "account_number" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriber_account_number" ON "subscriber" USING btree ("provider_id","account_number");--> statement-breakpoint
ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_account_number_digits" CHECK ("subscriber"."account_number" ~ '^[1-9][0-9]{7}$');