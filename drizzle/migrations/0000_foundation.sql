CREATE SCHEMA "radius";
--> statement-breakpoint
CREATE TABLE "billing_cycle" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"plan_id" text collate "C" NOT NULL,
	"status" text NOT NULL,
	"payment_status" text NOT NULL,
	"starts_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"grace_ends_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "billing_cycle_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "billing_cycle_status_known" CHECK ("billing_cycle"."status" in ('SCHEDULED', 'ACTIVE', 'OVERDUE', 'SUSPENDED', 'CLOSED') and "billing_cycle"."payment_status" in ('PENDING', 'COMPLETED')),
	CONSTRAINT "billing_cycle_order" CHECK ("billing_cycle"."expires_at" > "billing_cycle"."starts_at" and "billing_cycle"."grace_ends_at" >= "billing_cycle"."expires_at")
);
--> statement-breakpoint
CREATE TABLE "invoice" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"number" text NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"billing_cycle_id" text collate "C",
	"kind" text NOT NULL,
	"period_start" timestamptz(3) NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"lines" jsonb NOT NULL,
	"subtotal" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"amount_paid" bigint NOT NULL,
	"amount_refunded" bigint NOT NULL,
	"amount_due" bigint NOT NULL,
	"issued_at" timestamptz(3) NOT NULL,
	"due_at" timestamptz(3) NOT NULL,
	"paid_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "invoice_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "invoice_status_known" CHECK ("invoice"."status" in ('OPEN', 'PAID', 'VOID')),
	CONSTRAINT "invoice_adds_up" CHECK ("invoice"."subtotal" >= 0 and "invoice"."tax" >= 0 and "invoice"."total" = "invoice"."subtotal" + "invoice"."tax" and "invoice"."amount_paid" between 0 and "invoice"."total" and "invoice"."amount_refunded" >= 0),
	CONSTRAINT "invoice_paid_is_settled" CHECK ("invoice"."status" <> 'PAID' or "invoice"."amount_due" = 0)
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C",
	"charge_id" text collate "C",
	"installation_id" text collate "C",
	"invoice_id" text collate "C",
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"rail" text NOT NULL,
	"status" text NOT NULL,
	"reference" text NOT NULL,
	"failure_reason" text,
	"checkout_url" text,
	"expires_at" timestamptz(3),
	"completed_at" timestamptz(3),
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"refund_due" boolean DEFAULT false NOT NULL,
	"target" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "payment_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "payment_status_known" CHECK ("payment"."status" in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED')),
	CONSTRAINT "payment_amount" CHECK ("payment"."amount" > 0 and "payment"."refunded_amount" between 0 and "payment"."amount"),
	CONSTRAINT "payment_completed_when" CHECK (("payment"."status" = 'COMPLETED') = ("payment"."completed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "demarcation_point" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"street" text,
	"city" text,
	"region" text,
	"postal_code" text,
	"country" text,
	"latitude" double precision,
	"longitude" double precision,
	"access_type" text NOT NULL,
	"nas_identifier" text,
	"status" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "demarcation_point_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "demarcation_point_access_type" CHECK ("demarcation_point"."access_type" in ('FIBER', 'WIRELESS', 'COPPER', 'OTHER')),
	CONSTRAINT "demarcation_point_status" CHECK ("demarcation_point"."status" in ('AVAILABLE', 'RETIRED'))
);
--> statement-breakpoint
CREATE TABLE "list_anchor" (
	"provider_id" text collate "C" NOT NULL,
	"resource" text NOT NULL,
	"position" bigint NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"id" text collate "C" NOT NULL,
	CONSTRAINT "list_anchor_provider_id_resource_position_pk" PRIMARY KEY("provider_id","resource","position")
);
--> statement-breakpoint
CREATE TABLE "plan" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"plan_name" text NOT NULL,
	"plan_type" text NOT NULL,
	"download_speed_mbps" double precision NOT NULL,
	"upload_speed_mbps" double precision NOT NULL,
	"price_amount" bigint NOT NULL,
	"price_currency" text NOT NULL,
	"billing_cycle_days" integer NOT NULL,
	"data_cap_mb" bigint,
	"grace_days" integer NOT NULL,
	"status" text NOT NULL,
	"is_active" boolean NOT NULL,
	"disabled_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "plan_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "plan_status_known" CHECK ("plan"."status" in ('enabled', 'disabled', 'deleted')),
	CONSTRAINT "plan_status_shown" CHECK ("plan"."is_active" = ("plan"."status" <> 'deleted')),
	CONSTRAINT "plan_price" CHECK ("plan"."price_amount" >= 0),
	CONSTRAINT "plan_cycle" CHECK ("plan"."billing_cycle_days" between 1 and 366 and "plan"."grace_days" between 0 and 90)
);
--> statement-breakpoint
CREATE TABLE "access_credential" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"access_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"secret_last4" text NOT NULL,
	"label" text NOT NULL,
	"last_used_at" timestamptz(3),
	"expires_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" text collate "C" NOT NULL,
	"changes" text NOT NULL,
	"correlation_id" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "audit_entry_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
CREATE TABLE "event" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"type" text NOT NULL,
	"resource_id" text collate "C" NOT NULL,
	"body" text NOT NULL,
	"correlation_id" text NOT NULL,
	"occurred_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "event_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"provider_id" text collate "C" NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" bigint NOT NULL,
	"body" text NOT NULL,
	"correlation_id" text NOT NULL,
	"resource_id" text collate "C",
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "idempotency_key_provider_id_key_pk" PRIMARY KEY("provider_id","key")
);
--> statement-breakpoint
CREATE TABLE "organisation" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"organisation_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"livemode" boolean NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"tax_rate" numeric(7, 6) DEFAULT '0' NOT NULL,
	"clock_offset_ms" bigint DEFAULT 0 NOT NULL,
	"last_invoice_number" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "provider_organisation_livemode" UNIQUE("organisation_id","livemode"),
	CONSTRAINT "provider_live_has_no_offset" CHECK (not "provider"."livemode" or "provider"."clock_offset_ms" = 0),
	CONSTRAINT "provider_tax_rate" CHECK ("provider"."tax_rate" >= 0 and "provider"."tax_rate" < 1)
);
--> statement-breakpoint
CREATE TABLE "radius"."nas" (
	"id" serial PRIMARY KEY NOT NULL,
	"nasname" text NOT NULL,
	"shortname" text NOT NULL,
	"type" text DEFAULT 'other' NOT NULL,
	"ports" integer,
	"secret" text NOT NULL,
	"server" text,
	"community" text,
	"description" text
);
--> statement-breakpoint
CREATE TABLE "radius"."nasreload" (
	"nasipaddress" "inet" PRIMARY KEY NOT NULL,
	"reloadtime" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "radius"."radacct" (
	"radacctid" bigserial PRIMARY KEY NOT NULL,
	"acctsessionid" text NOT NULL,
	"acctuniqueid" text NOT NULL,
	"username" text,
	"groupname" text,
	"realm" text,
	"nasipaddress" "inet" NOT NULL,
	"nasportid" text,
	"nasporttype" text,
	"acctstarttime" timestamptz(3),
	"acctupdatetime" timestamptz(3),
	"acctstoptime" timestamptz(3),
	"acctinterval" bigint,
	"acctsessiontime" bigint,
	"acctauthentic" text,
	"connectinfo_start" text,
	"connectinfo_stop" text,
	"acctinputoctets" bigint,
	"acctoutputoctets" bigint,
	"calledstationid" text,
	"callingstationid" text,
	"acctterminatecause" text,
	"servicetype" text,
	"framedprotocol" text,
	"framedipaddress" "inet",
	"framedipv6address" "inet",
	"framedipv6prefix" "inet",
	"framedinterfaceid" text,
	"delegatedipv6prefix" "inet",
	"class" text
);
--> statement-breakpoint
CREATE TABLE "radius"."radcheck" (
	"id" serial PRIMARY KEY NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"attribute" text DEFAULT '' NOT NULL,
	"op" varchar(2) DEFAULT '==' NOT NULL,
	"value" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "radius"."radgroupcheck" (
	"id" serial PRIMARY KEY NOT NULL,
	"groupname" text DEFAULT '' NOT NULL,
	"attribute" text DEFAULT '' NOT NULL,
	"op" varchar(2) DEFAULT '==' NOT NULL,
	"value" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "radius"."radgroupreply" (
	"id" serial PRIMARY KEY NOT NULL,
	"groupname" text DEFAULT '' NOT NULL,
	"attribute" text DEFAULT '' NOT NULL,
	"op" varchar(2) DEFAULT '=' NOT NULL,
	"value" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "radius"."radpostauth" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"pass" text,
	"reply" text,
	"calledstationid" text,
	"callingstationid" text,
	"authdate" timestamptz(3) DEFAULT now() NOT NULL,
	"class" text
);
--> statement-breakpoint
CREATE TABLE "radius"."radreply" (
	"id" serial PRIMARY KEY NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"attribute" text DEFAULT '' NOT NULL,
	"op" varchar(2) DEFAULT '=' NOT NULL,
	"value" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "radius"."radusergroup" (
	"id" serial PRIMARY KEY NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"groupname" text DEFAULT '' NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule_d_row" (
	"plan_type" text NOT NULL,
	"currency" text NOT NULL,
	"min_speed_mbps" double precision NOT NULL,
	"max_speed_mbps" double precision NOT NULL,
	"floor_amount" bigint NOT NULL,
	"effective_from" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "schedule_d_row_plan_type_currency_min_speed_mbps_max_speed_mbps_effective_from_pk" PRIMARY KEY("plan_type","currency","min_speed_mbps","max_speed_mbps","effective_from"),
	CONSTRAINT "schedule_d_row_speeds" CHECK ("schedule_d_row"."min_speed_mbps" >= 0 and "schedule_d_row"."max_speed_mbps" > "schedule_d_row"."min_speed_mbps"),
	CONSTRAINT "schedule_d_row_floor" CHECK ("schedule_d_row"."floor_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "staff_account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_member" (
	"organisation_id" text collate "C" NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "staff_member_organisation_id_user_id_pk" PRIMARY KEY("organisation_id","user_id"),
	CONSTRAINT "staff_member_role" CHECK ("staff_member"."role" in ('owner', 'admin', 'billing', 'support', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"active_provider_id" text collate "C",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "staff_user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "staff_verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriber" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"external_user_id" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"street" text,
	"city" text,
	"region" text,
	"postal_code" text,
	"country" text,
	"status" text NOT NULL,
	"suspension_reason" text,
	"held_at" timestamptz(3),
	"deactivated_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "subscriber_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "subscriber_status_known" CHECK ("subscriber"."status" in ('active', 'suspended', 'terminated'))
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"plan_id" text collate "C" NOT NULL,
	"next_plan_id" text collate "C",
	"demarcation_point_id" text collate "C",
	"external_reference" text,
	"status" text NOT NULL,
	"inactive_reason" text,
	"is_external" boolean DEFAULT false NOT NULL,
	"started_at" timestamptz(3),
	"expires_at" timestamptz(3),
	"cancel_at" timestamptz(3),
	"archived_at" timestamptz(3),
	"currency" text NOT NULL,
	"price_override" bigint,
	"speed_override" jsonb,
	"duration_override" integer,
	"terms_price" bigint,
	"terms_speed" jsonb,
	"radius_username" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "subscription_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "subscription_status_known" CHECK ("subscription"."status" in ('PENDING', 'ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE', 'INACTIVE', 'CANCELLED', 'MIGRATED_OUT')),
	CONSTRAINT "subscription_price_override" CHECK ("subscription"."price_override" >= 0),
	CONSTRAINT "subscription_in_service_has_credentials" CHECK ("subscription"."status" not in ('ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE') or ("subscription"."radius_username" is not null and "subscription"."expires_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "billing_cycle" ADD CONSTRAINT "billing_cycle_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_cycle" ADD CONSTRAINT "billing_cycle_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_cycle" ADD CONSTRAINT "billing_cycle_provider_id_plan_id_plan_provider_id_id_fk" FOREIGN KEY ("provider_id","plan_id") REFERENCES "public"."plan"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_provider_id_billing_cycle_id_billing_cycle_provider_id_id_fk" FOREIGN KEY ("provider_id","billing_cycle_id") REFERENCES "public"."billing_cycle"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_id_invoice_id_invoice_provider_id_id_fk" FOREIGN KEY ("provider_id","invoice_id") REFERENCES "public"."invoice"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demarcation_point" ADD CONSTRAINT "demarcation_point_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan" ADD CONSTRAINT "plan_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_credential" ADD CONSTRAINT "access_credential_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider" ADD CONSTRAINT "provider_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_account" ADD CONSTRAINT "staff_account_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_provider_id_plan_id_plan_provider_id_id_fk" FOREIGN KEY ("provider_id","plan_id") REFERENCES "public"."plan"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_provider_id_next_plan_id_plan_provider_id_id_fk" FOREIGN KEY ("provider_id","next_plan_id") REFERENCES "public"."plan"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_provider_id_demarcation_point_id_demarcation_point_provider_id_id_fk" FOREIGN KEY ("provider_id","demarcation_point_id") REFERENCES "public"."demarcation_point"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_cycle_period" ON "billing_cycle" USING btree ("provider_id","subscription_id","starts_at");--> statement-breakpoint
CREATE INDEX "billing_cycle_due" ON "billing_cycle" USING btree ("provider_id","status","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_number" ON "invoice" USING btree ("provider_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_period" ON "invoice" USING btree ("provider_id","subscription_id","kind","period_start") WHERE "invoice"."status" <> 'VOID';--> statement-breakpoint
CREATE INDEX "invoice_created" ON "invoice" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invoice_owed" ON "invoice" USING btree ("provider_id","subscriber_id") WHERE "invoice"."status" = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reference" ON "payment" USING btree ("provider_id","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_target" ON "payment" USING btree ("provider_id","target") WHERE "payment"."status" in ('PENDING', 'PROCESSING', 'COMPLETED');--> statement-breakpoint
CREATE INDEX "payment_created" ON "payment" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_subscription" ON "payment" USING btree ("provider_id","subscription_id");--> statement-breakpoint
CREATE INDEX "payment_subscriber" ON "payment" USING btree ("provider_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "payment_due" ON "payment" USING btree ("provider_id","expires_at") WHERE "payment"."status" in ('PENDING', 'PROCESSING');--> statement-breakpoint
CREATE INDEX "demarcation_point_created" ON "demarcation_point" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_name" ON "plan" USING btree ("provider_id","plan_name") WHERE "plan"."status" <> 'deleted';--> statement-breakpoint
CREATE INDEX "plan_created" ON "plan" USING btree ("provider_id","created_at","id") WHERE "plan"."status" <> 'deleted';--> statement-breakpoint
CREATE UNIQUE INDEX "access_credential_access_id" ON "access_credential" USING btree ("access_id");--> statement-breakpoint
CREATE INDEX "access_credential_provider_id_index" ON "access_credential" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "audit_entry_resource" ON "audit_entry" USING btree ("provider_id","resource_id","id");--> statement-breakpoint
CREATE INDEX "audit_entry_correlation" ON "audit_entry" USING btree ("provider_id","correlation_id");--> statement-breakpoint
CREATE INDEX "event_created" ON "event" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_resource" ON "event" USING btree ("provider_id","resource_id","id");--> statement-breakpoint
CREATE INDEX "event_type" ON "event" USING btree ("provider_id","type","id");--> statement-breakpoint
CREATE INDEX "event_correlation" ON "event" USING btree ("provider_id","correlation_id");--> statement-breakpoint
CREATE INDEX "nas_nasname" ON "radius"."nas" USING btree ("nasname");--> statement-breakpoint
CREATE UNIQUE INDEX "radacct_acctuniqueid" ON "radius"."radacct" USING btree ("acctuniqueid");--> statement-breakpoint
CREATE INDEX "radcheck_username" ON "radius"."radcheck" USING btree ("username","attribute");--> statement-breakpoint
CREATE INDEX "radgroupcheck_groupname" ON "radius"."radgroupcheck" USING btree ("groupname","attribute");--> statement-breakpoint
CREATE INDEX "radgroupreply_groupname" ON "radius"."radgroupreply" USING btree ("groupname","attribute");--> statement-breakpoint
CREATE INDEX "radreply_username" ON "radius"."radreply" USING btree ("username","attribute");--> statement-breakpoint
CREATE INDEX "radusergroup_username" ON "radius"."radusergroup" USING btree ("username");--> statement-breakpoint
CREATE INDEX "staff_account_user" ON "staff_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_member_user" ON "staff_member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_session_user" ON "staff_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_verification_identifier" ON "staff_verification" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriber_email" ON "subscriber" USING btree ("provider_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriber_phone" ON "subscriber" USING btree ("provider_id","phone");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriber_external_user_id" ON "subscriber" USING btree ("provider_id","external_user_id");--> statement-breakpoint
CREATE INDEX "subscriber_created" ON "subscriber" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "subscriber_status" ON "subscriber" USING btree ("provider_id","status","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_radius_username" ON "subscription" USING btree ("radius_username");--> statement-breakpoint
CREATE INDEX "subscription_created" ON "subscription" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "subscription_subscriber" ON "subscription" USING btree ("provider_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "subscription_plan" ON "subscription" USING btree ("provider_id","plan_id");--> statement-breakpoint
CREATE INDEX "subscription_expires" ON "subscription" USING btree ("provider_id","expires_at");