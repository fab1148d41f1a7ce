CREATE TABLE "job" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"source" jsonb NOT NULL,
	"status" text NOT NULL,
	"staff_user_id" text NOT NULL,
	"staff_name" text NOT NULL,
	"correlation_id" text NOT NULL,
	"stop_reason" text,
	"ended_at" timestamptz(3),
	"expires_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "job_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "job_kind_known" CHECK ("job"."kind" in ('bulk', 'import')),
	CONSTRAINT "job_status_known" CHECK ("job"."status" in ('DRAFT', 'CHECKING', 'CHECKED', 'RUNNING', 'COMPLETED', 'STOPPED'))
);
--> statement-breakpoint
CREATE TABLE "job_row" (
	"provider_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"resource_id" text collate "C",
	"about_id" text collate "C",
	"name" text,
	"input" jsonb NOT NULL,
	"key" text,
	"outcome" text,
	"reasons" jsonb,
	"attempts" bigint NOT NULL,
	"due_at" timestamptz(3),
	CONSTRAINT "job_row_provider_id_job_id_position_pk" PRIMARY KEY("provider_id","job_id","position"),
	CONSTRAINT "job_row_outcome_known" CHECK ("job_row"."outcome" in ('DONE', 'UNCHANGED', 'REFUSED')),
	CONSTRAINT "job_row_settled" CHECK ("job_row"."outcome" is null or "job_row"."due_at" is null)
);
--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_row" ADD CONSTRAINT "job_row_provider_id_job_id_job_provider_id_id_fk" FOREIGN KEY ("provider_id","job_id") REFERENCES "public"."job"("provider_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_created" ON "job" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "job_unfinished" ON "job" USING btree ("provider_id") WHERE "job"."status" in ('CHECKING', 'RUNNING');--> statement-breakpoint
CREATE INDEX "job_expires" ON "job" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "job_row_due" ON "job_row" USING btree ("provider_id","due_at","position") WHERE "job_row"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "job_row_outcome" ON "job_row" USING btree ("provider_id","job_id","outcome","position");--> statement-breakpoint
CREATE INDEX "job_row_key" ON "job_row" USING btree ("provider_id","job_id","key") WHERE "job_row"."key" is not null;