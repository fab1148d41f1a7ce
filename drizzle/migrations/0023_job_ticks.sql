CREATE TABLE "job_tick" (
	"function_id" text PRIMARY KEY NOT NULL,
	"minute" timestamptz(3) NOT NULL
);
