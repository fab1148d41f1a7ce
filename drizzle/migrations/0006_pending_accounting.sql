CREATE TABLE "pending_accounting" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	"acct_unique_id" text NOT NULL,
	"username" text,
	"nas_ip_address" "inet" NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"stopped_at" timestamptz(3),
	"terminate_cause" text,
	"framed_ip_address" "inet",
	"input_octets" bigint,
	"output_octets" bigint
);
