DROP INDEX "job_row_key";--> statement-breakpoint
ALTER TABLE "job_row" ADD COLUMN "keys" text[];--> statement-breakpoint
CREATE INDEX "job_row_keys" ON "job_row" USING gin ("keys") WITH (fastupdate=false) WHERE "job_row"."keys" is not null;