CREATE TABLE "network_listening" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamptz(3) NOT NULL,
	"swept_at" timestamptz(3) NOT NULL,
	CONSTRAINT "network_listening_only" CHECK ("network_listening"."is_only")
);
