CREATE TABLE "integration_contact" (
	"provider_id" text collate "C" NOT NULL,
	"integration_id" text collate "C" NOT NULL,
	"ping_at" timestamptz(3),
	"ping_address" text,
	"refused_at" timestamptz(3),
	"refused_address" text,
	"refused_reason" text,
	"refused_count" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "integration_contact_provider_id_integration_id_pk" PRIMARY KEY("provider_id","integration_id"),
	CONSTRAINT "integration_contact_reason" CHECK ("integration_contact"."refused_reason" in ('SIGNATURE_MISSING', 'SIGNATURE_WRONG', 'SIGNATURE_REPEATED', 'SECRET_MISSING',
        'CREDENTIALS_WRONG', 'BODY_INVALID')),
	CONSTRAINT "integration_contact_ping" CHECK (("integration_contact"."ping_at" is null) = ("integration_contact"."ping_address" is null)),
	CONSTRAINT "integration_contact_refused" CHECK (("integration_contact"."refused_at" is null) = ("integration_contact"."refused_reason" is null) and ("integration_contact"."refused_at" is null) = ("integration_contact"."refused_address" is null))
);
--> statement-breakpoint
ALTER TABLE "integration_contact" ADD CONSTRAINT "integration_contact_provider_id_integration_id_integration_provider_id_id_fk" FOREIGN KEY ("provider_id","integration_id") REFERENCES "public"."integration"("provider_id","id") ON DELETE no action ON UPDATE no action;