CREATE TABLE "attempt_window" (
	"key" text PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"until" timestamptz(3) NOT NULL,
	"next_turn" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE INDEX "attempt_window_until" ON "attempt_window" USING btree ("until");