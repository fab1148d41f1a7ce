-- Made by drizzle-kit from drizzle/schema, with what drizzle cannot express added by hand: the extensions here, PARTITION BY
-- of four tables, and everything from "By hand" on. Functions and triggers are in drizzle/functions.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE SCHEMA "radius";
--> statement-breakpoint
CREATE TABLE "api_request" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"caller_type" text NOT NULL,
	"caller_id" text collate "C" NOT NULL,
	"caller_name" text NOT NULL,
	"method" text NOT NULL,
	"route" text,
	"path" text NOT NULL,
	"query" text,
	"status" integer NOT NULL,
	"error" text,
	"duration_ms" real NOT NULL,
	"address" text NOT NULL,
	"user_agent" text,
	"correlation_id" text NOT NULL,
	"idempotency_key" text,
	"replayed" boolean NOT NULL,
	"dry_run" boolean NOT NULL,
	"authenticated" boolean DEFAULT true NOT NULL,
	"request_body" text,
	"response_body" text,
	"recorded_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "api_request_provider_id_id_recorded_at_pk" PRIMARY KEY("provider_id","id","recorded_at")
) PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
CREATE TABLE "billing_cycle" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"plan_id" text collate "C" NOT NULL,
	"status" text NOT NULL,
	"payment_status" text NOT NULL,
	"starts_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"grace_ends_at" timestamptz(3) NOT NULL,
	"terms_price" bigint NOT NULL,
	"terms_speed" jsonb NOT NULL,
	"terms_data_cap_mb" bigint,
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
	"number" text,
	"subscriber_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"billing_cycle_id" text collate "C",
	"kind" text NOT NULL,
	"period_start" timestamptz(3) NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"lines" jsonb NOT NULL,
	"subtotal" bigint NOT NULL,
	"tax_rate" numeric(7, 6) NOT NULL,
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
CREATE TABLE "renewal_window" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"opens_at" timestamptz(3) NOT NULL,
	CONSTRAINT "renewal_window_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
CREATE TABLE "charge" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C",
	"installation_id" text collate "C",
	"description" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"expires_at" timestamptz(3),
	"paid_at" timestamptz(3),
	"waived_at" timestamptz(3),
	"cancelled_at" timestamptz(3),
	"refunded_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "charge_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "charge_status_known" CHECK ("charge"."status" in ('PENDING', 'PAID', 'WAIVED', 'REFUNDED', 'CANCELLED')),
	CONSTRAINT "charge_amount" CHECK ("charge"."amount" > 0),
	CONSTRAINT "charge_ended_when" CHECK (("charge"."status" in ('PAID', 'REFUNDED')) = ("charge"."paid_at" is not null) and ("charge"."status" = 'REFUNDED') = ("charge"."refunded_at" is not null) and ("charge"."status" = 'WAIVED') = ("charge"."waived_at" is not null) and ("charge"."status" = 'CANCELLED') = ("charge"."cancelled_at" is not null))
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
CREATE TABLE "erasure" (
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"sealed_names" text NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "erasure_provider_id_subscriber_id_pk" PRIMARY KEY("provider_id","subscriber_id")
);
--> statement-breakpoint
CREATE TABLE "checkout" (
	"provider_id" text collate "C" NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"token" text NOT NULL,
	"description" text NOT NULL,
	"page_id" text,
	"page_url" text,
	"closed_at" timestamptz(3),
	"money_id" text,
	"decline_reason" text,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "checkout_provider_id_payment_id_pk" PRIMARY KEY("provider_id","payment_id"),
	CONSTRAINT "checkout_page" CHECK (("checkout"."page_id" is null) = ("checkout"."page_url" is null))
);
--> statement-breakpoint
CREATE TABLE "gateway_refund" (
	"provider_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"refund_id" text collate "C",
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"round" bigint DEFAULT 1 NOT NULL,
	"next_attempt_at" timestamptz(3),
	"submitted_at" timestamptz(3),
	"gateway_id" text,
	"failure" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "gateway_refund_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "gateway_refund_amount" CHECK ("gateway_refund"."amount" > 0),
	CONSTRAINT "gateway_refund_over" CHECK ("gateway_refund"."submitted_at" is null or "gateway_refund"."next_attempt_at" is null)
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"demarcation_point_id" text collate "C" NOT NULL,
	"free" boolean NOT NULL,
	"fee_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"charge_id" text collate "C",
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"scheduled_at" timestamptz(3),
	"window_ends_at" timestamptz(3) NOT NULL,
	"installed_at" timestamptz(3),
	"technician" text,
	"notes" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "installation_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "installation_status_known" CHECK ("installation"."status" in ('PENDING_PAYMENT', 'AWAITING_INSTALLATION', 'ACTIVATED', 'COMPLETED', 'CANCELLED', 'ABANDONED', 'ARCHIVED')),
	CONSTRAINT "installation_kind_known" CHECK ("installation"."kind" in ('INITIAL', 'REPLACEMENT', 'RELOCATION')),
	CONSTRAINT "installation_fee" CHECK ("installation"."fee_amount" >= 0 and ("installation"."fee_amount" > 0 or "installation"."free")),
	CONSTRAINT "installation_fee_is_charged" CHECK ("installation"."free" or "installation"."charge_id" is not null),
	CONSTRAINT "installation_waits_for_a_fee" CHECK ("installation"."status" <> 'PENDING_PAYMENT' or not "installation"."free"),
	CONSTRAINT "installation_activated_when" CHECK ("installation"."status" <> 'ACTIVATED' or "installation"."installed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "external_service" (
	"provider_id" text collate "C" NOT NULL,
	"integration_id" text collate "C" NOT NULL,
	"external_service_id" text NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"customer_id" text,
	"login" text,
	"tariff_id" text,
	"rejection" jsonb,
	"ended_at" timestamptz(3),
	"replaced_by" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "external_service_provider_id_integration_id_external_service_id_pk" PRIMARY KEY("provider_id","integration_id","external_service_id")
);
--> statement-breakpoint
CREATE TABLE "inbound_body" (
	"provider_id" text collate "C" NOT NULL,
	"inbound_event_id" text collate "C" NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "inbound_body_provider_id_inbound_event_id_pk" PRIMARY KEY("provider_id","inbound_event_id")
);
--> statement-breakpoint
CREATE TABLE "inbound_event" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"integration_id" text collate "C" NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inbound_event_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trust" text NOT NULL,
	"event" text NOT NULL,
	"external_event_id" text,
	"external_service_id" text,
	"order_key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"commands" jsonb,
	"correlation_id" text NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3),
	"received_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "inbound_event_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "inbound_event_trust" CHECK ("inbound_event"."trust" in ('SIGNED', 'CREDENTIALS', 'UNSIGNED')),
	CONSTRAINT "inbound_event_status" CHECK ("inbound_event"."status" in ('QUEUED', 'PROCESSING', 'PROCESSED', 'IGNORED', 'FAILED')),
	CONSTRAINT "inbound_event_due_while_open" CHECK (("inbound_event"."next_attempt_at" is not null) = ("inbound_event"."status" in ('QUEUED', 'PROCESSING'))),
	CONSTRAINT "inbound_event_failed_why" CHECK ("inbound_event"."status" <> 'FAILED' or "inbound_event"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "integration" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"adapter" text NOT NULL,
	"external_partner_id" text,
	"signing" text NOT NULL,
	"free_immediate_upgrade" boolean NOT NULL,
	"tariff_map" jsonb NOT NULL,
	"pool_map" jsonb NOT NULL,
	"default_demarcation_point_id" text collate "C",
	"status" text NOT NULL,
	"sealed_secret" text,
	"secret_last4" text,
	"sealed_previous_secret" text,
	"previous_secret_until" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "integration_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "integration_id" UNIQUE("id"),
	CONSTRAINT "integration_adapter" CHECK ("integration"."adapter" in ('splynx', 'native')),
	CONSTRAINT "integration_signing" CHECK ("integration"."signing" in ('hmac', 'none')),
	CONSTRAINT "integration_status" CHECK ("integration"."status" in ('ACTIVE', 'DISABLED', 'deleted')),
	CONSTRAINT "integration_unsigned" CHECK ("integration"."signing" = 'hmac' or "integration"."sealed_secret" is null),
	CONSTRAINT "integration_secret" CHECK (("integration"."sealed_secret" is null) = ("integration"."secret_last4" is null)),
	CONSTRAINT "integration_previous_secret" CHECK (("integration"."sealed_previous_secret" is null) = ("integration"."previous_secret_until" is null))
);
--> statement-breakpoint
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
CREATE TABLE "job_tick" (
	"function_id" text PRIMARY KEY NOT NULL,
	"minute" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"source" jsonb NOT NULL,
	"status" text NOT NULL,
	"staff_user_id" text NOT NULL,
	"staff_name" text NOT NULL,
	"staff_email" text,
	"creator_name" text,
	"creator_email" text,
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
	"keys" text[],
	"outcome" text,
	"reasons" jsonb,
	"attempts" bigint NOT NULL,
	"due_at" timestamptz(3),
	CONSTRAINT "job_row_provider_id_job_id_position_pk" PRIMARY KEY("provider_id","job_id","position"),
	CONSTRAINT "job_row_outcome_known" CHECK ("job_row"."outcome" in ('DONE', 'UNCHANGED', 'REFUSED')),
	CONSTRAINT "job_row_settled" CHECK ("job_row"."outcome" is null or "job_row"."due_at" is null)
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
CREATE TABLE "row_count" (
	"provider_id" text collate "C" NOT NULL,
	"resource" text NOT NULL,
	"shard" integer NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "row_count_provider_id_resource_shard_pk" PRIMARY KEY("provider_id","resource","shard")
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C",
	"staff_user_id" text,
	"access_email" text,
	"kind" text NOT NULL,
	"fact_id" text collate "C" NOT NULL,
	"facts" jsonb NOT NULL,
	"status" text NOT NULL,
	"attempts" bigint NOT NULL,
	"next_attempt_at" timestamptz(3),
	"sent_at" timestamptz(3),
	"sent_to" text,
	"error" text,
	"correlation_id" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "mail_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "mail_one_reader" CHECK (num_nonnulls("mail"."subscriber_id", "mail"."staff_user_id", "mail"."access_email") = 1),
	CONSTRAINT "mail_status_known" CHECK ("mail"."status" in ('QUEUED', 'SENT', 'FAILED', 'HELD', 'DROPPED')),
	CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT', 'WEBHOOK_FAILING', 'WEBHOOK_DISABLED', 'NOTIFICATIONS', 'INVITATION', 'PASSWORD_RESET', 'EMAIL_CONFIRMATION', 'EMAIL_CHANGE_REQUESTED', 'EMAIL_CHANGED')),
	CONSTRAINT "mail_queued_is_due" CHECK (("mail"."status" = 'QUEUED') = ("mail"."next_attempt_at" is not null)),
	CONSTRAINT "mail_sent_when" CHECK ("mail"."status" <> 'SENT' or "mail"."sent_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "month_figures" (
	"provider_id" text collate "C" NOT NULL,
	"starts_at" timestamptz(3) NOT NULL,
	"ends_at" timestamptz(3) NOT NULL,
	"figures" jsonb NOT NULL,
	CONSTRAINT "month_figures_provider_id_ends_at_starts_at_pk" PRIMARY KEY("provider_id","ends_at","starts_at"),
	CONSTRAINT "month_figures_order" CHECK ("month_figures"."ends_at" > "month_figures"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "service_period" (
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"starts_at" timestamptz(3) NOT NULL,
	"ends_at" timestamptz(3),
	"currency" text NOT NULL,
	"mrr" bigint NOT NULL,
	"begins" boolean NOT NULL,
	"is_first" boolean DEFAULT false NOT NULL,
	"ends" boolean DEFAULT false NOT NULL,
	CONSTRAINT "service_period_provider_id_subscription_id_starts_at_pk" PRIMARY KEY("provider_id","subscription_id","starts_at"),
	CONSTRAINT "service_period_order" CHECK ("service_period"."ends_at" >= "service_period"."starts_at" and "service_period"."mrr" >= 0),
	CONSTRAINT "service_period_ended_when" CHECK (not "service_period"."ends" or "service_period"."ends_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "service_total" (
	"provider_id" text collate "C" NOT NULL,
	"currency" text NOT NULL,
	"shard" integer NOT NULL,
	"in_service" bigint NOT NULL,
	"mrr" bigint NOT NULL,
	CONSTRAINT "service_total_provider_id_currency_shard_pk" PRIMARY KEY("provider_id","currency","shard")
);
--> statement-breakpoint
CREATE TABLE "traffic" (
	"provider_id" text collate "C" NOT NULL,
	"starts_at" timestamptz(3) NOT NULL,
	"download" bigint NOT NULL,
	"upload" bigint NOT NULL,
	CONSTRAINT "traffic_provider_id_starts_at_pk" PRIMARY KEY("provider_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "accounting_fault" (
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"acct_unique_id" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"first_at" timestamptz(3) DEFAULT now() NOT NULL,
	"last_at" timestamptz(3) DEFAULT now() NOT NULL,
	"logged_at" timestamptz(3),
	CONSTRAINT "accounting_fault_address_kind_acct_unique_id_pk" PRIMARY KEY("address","kind","acct_unique_id")
);
--> statement-breakpoint
CREATE TABLE "forged_accounting" (
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"address" text NOT NULL,
	"server_provider_id" text collate "C" NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"first_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "forged_accounting_provider_id_subscription_id_address_pk" PRIMARY KEY("provider_id","subscription_id","address")
);
--> statement-breakpoint
CREATE TABLE "former_network_server" (
	"address" text PRIMARY KEY NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"removed_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_listening" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamptz(3) NOT NULL,
	"swept_at" timestamptz(3) NOT NULL,
	"counted_at" timestamptz(3),
	CONSTRAINT "network_listening_only" CHECK ("network_listening"."is_only")
);
--> statement-breakpoint
CREATE TABLE "network_server" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"nas_id" integer NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"coa_port" integer NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "network_server_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "network_server_port" CHECK ("network_server"."coa_port" between 1 and 65535)
);
--> statement-breakpoint
CREATE TABLE "network_session" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"username" text NOT NULL,
	"acct_unique_id" text NOT NULL,
	"is_superseded" boolean DEFAULT false NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"ended_at" timestamptz(3),
	"reason" text,
	"ended_by" text,
	"opened_at" timestamptz(3),
	"heard_at" timestamptz(3),
	"row_version" bigint,
	"awaits_row" boolean DEFAULT false NOT NULL,
	"input_octets" bigint,
	"output_octets" bigint,
	"seen_input" bigint,
	"seen_output" bigint,
	"seen_time" bigint,
	"former_input" bigint,
	"former_output" bigint,
	"former_time" bigint,
	"nas_ip_address" "inet",
	"framed_ip_address" "inet",
	"framed_ipv6_address" "inet",
	"framed_ipv6_prefix" "inet",
	"delegated_ipv6_prefix" "inet",
	"calling_station_id" text,
	"throttled" boolean DEFAULT false NOT NULL,
	"follows_change_at" timestamptz(3),
	"applied_at" timestamptz(3),
	"counted_octets" bigint DEFAULT 0 NOT NULL,
	"counted_upload" bigint DEFAULT 0 NOT NULL,
	"is_counted" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "network_session_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
CREATE TABLE "network_session_fact" (
	"provider_id" text collate "C" NOT NULL,
	"id" bigserial NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"ended_at" timestamptz(3),
	"reason" text,
	"throttled" boolean NOT NULL,
	"ip_address" text,
	"nas_ip_address" text NOT NULL,
	"input_octets" bigint NOT NULL,
	"output_octets" bigint NOT NULL,
	CONSTRAINT "network_session_fact_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
CREATE TABLE "network_usage" (
	"provider_id" text collate "C" NOT NULL,
	"billing_cycle_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"plan_id" text collate "C" NOT NULL,
	"cap_octets" bigint,
	"octets" bigint NOT NULL,
	"passed_cap_at" timestamptz(3),
	"throttled_at" timestamptz(3),
	"throttled_to" jsonb,
	"is_outpaced" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "network_usage_provider_id_billing_cycle_id_pk" PRIMARY KEY("provider_id","billing_cycle_id"),
	CONSTRAINT "network_usage_throttled" CHECK (("network_usage"."throttled_at" is null) = ("network_usage"."throttled_to" is null)),
	CONSTRAINT "network_usage_counts_up" CHECK ("network_usage"."octets" >= 0 and "network_usage"."cap_octets" > 0)
);
--> statement-breakpoint
CREATE TABLE "network_usage_day" (
	"provider_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"download" bigint NOT NULL,
	"upload" bigint NOT NULL,
	CONSTRAINT "network_usage_day_provider_id_subscription_id_day_pk" PRIMARY KEY("provider_id","subscription_id","day"),
	CONSTRAINT "network_usage_day_counts_up" CHECK ("network_usage_day"."download" >= 0 and "network_usage_day"."upload" >= 0)
);
--> statement-breakpoint
CREATE TABLE "pending_accounting" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	"kind" text DEFAULT 'start' NOT NULL,
	"acct_unique_id" text NOT NULL,
	"username" text,
	"nas_ip_address" "inet" NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"reported_at" timestamptz(3),
	"stopped_at" timestamptz(3),
	"terminate_cause" text,
	"session_time" bigint,
	"input_octets" bigint,
	"output_octets" bigint,
	"framed_ip_address" "inet",
	"framed_ipv6_address" "inet",
	"framed_ipv6_prefix" "inet",
	"delegated_ipv6_prefix" "inet",
	"calling_station_id" text,
	"previous_time" bigint,
	"previous_input" bigint,
	"previous_output" bigint
);
--> statement-breakpoint
CREATE TABLE "network_command" (
	"provider_id" text collate "C" NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamptz(3) NOT NULL,
	"failure" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "network_command_provider_id_session_id_pk" PRIMARY KEY("provider_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "unclaimed_accounting" (
	"acct_unique_id" text PRIMARY KEY NOT NULL,
	"row_version" bigint NOT NULL,
	"heard_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "note" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"text" text NOT NULL,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"edited_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "note_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscriber_tag" (
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"tag_id" text collate "C" NOT NULL,
	"tagged_by" text NOT NULL,
	"tagged_at" timestamptz(3) NOT NULL,
	CONSTRAINT "subscriber_tag_provider_id_subscriber_id_tag_id_pk" PRIMARY KEY("provider_id","subscriber_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "tag" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "tag_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
CREATE TABLE "notification_digest" (
	"provider_id" text collate "C" NOT NULL,
	"staff_user_id" text NOT NULL,
	"done_on" date NOT NULL,
	CONSTRAINT "notification_digest_provider_id_staff_user_id_pk" PRIMARY KEY("provider_id","staff_user_id")
);
--> statement-breakpoint
CREATE TABLE "notification_read" (
	"provider_id" text collate "C" NOT NULL,
	"staff_user_id" text NOT NULL,
	"cause" text NOT NULL,
	"version" text NOT NULL,
	"read_at" timestamptz(3) NOT NULL,
	CONSTRAINT "notification_read_provider_id_staff_user_id_cause_pk" PRIMARY KEY("provider_id","staff_user_id","cause")
);
--> statement-breakpoint
CREATE TABLE "outward_key" (
	"id" text PRIMARY KEY NOT NULL,
	"last_nonce" bigint DEFAULT 0 NOT NULL,
	"leased_until" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "mirror" (
	"provider_id" text collate "C" NOT NULL,
	"integration_id" text collate "C" NOT NULL,
	"base_url" text NOT NULL,
	"sealed_api_key" text NOT NULL,
	"api_key_last4" text NOT NULL,
	"sealed_api_secret" text NOT NULL,
	"key_id" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "mirror_provider_id_integration_id_pk" PRIMARY KEY("provider_id","integration_id")
);
--> statement-breakpoint
CREATE TABLE "mirrored_service" (
	"provider_id" text collate "C" NOT NULL,
	"integration_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"changes" bigint DEFAULT 1 NOT NULL,
	"customer_id" text,
	"login" text,
	"external_service_id" text,
	"sent" jsonb,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"failures" bigint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3),
	"leased_until" timestamptz(3),
	"failure" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "mirrored_service_provider_id_integration_id_subscription_id_pk" PRIMARY KEY("provider_id","integration_id","subscription_id"),
	CONSTRAINT "mirrored_service_sent" CHECK ("mirrored_service"."sent" is null or "mirrored_service"."external_service_id" is not null)
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
	"actor_email" text,
	"action" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" text collate "C" NOT NULL,
	"changes" text NOT NULL,
	"affected" text,
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
	"recorded_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "event_provider_id_id_recorded_at_pk" PRIMARY KEY("provider_id","id","recorded_at")
) PARTITION BY RANGE ("recorded_at");
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
	"legal_name" text,
	"tax_id" text,
	"street" text,
	"city" text,
	"region" text,
	"postal_code" text,
	"country" text,
	"email" text,
	"phone" text,
	"website" text,
	"payment_instructions" text,
	"requires_second_factor" boolean DEFAULT false NOT NULL,
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
	"throttle_speed" jsonb DEFAULT '{"downloadSpeedMbps":1,"uploadSpeedMbps":1}'::jsonb NOT NULL,
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
CREATE TABLE "refund" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C",
	"charge_id" text collate "C",
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"status" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "refund_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "refund_amount" CHECK ("refund"."amount" > 0),
	CONSTRAINT "refund_reason_known" CHECK ("refund"."reason" in ('REQUESTED', 'DUPLICATE', 'FRAUD', 'SERVICE_FAULT', 'CHANGE_REJECTED')),
	CONSTRAINT "refund_status_known" CHECK ("refund"."status" = 'SUCCEEDED')
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"staff_user_id" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "saved_view_provider_id_id_pk" PRIMARY KEY("provider_id","id")
);
--> statement-breakpoint
CREATE TABLE "schedule_d_row" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"plan_type" text NOT NULL,
	"currency" text NOT NULL,
	"min_speed_mbps" double precision NOT NULL,
	"max_speed_mbps" double precision NOT NULL,
	"floor_amount" bigint NOT NULL,
	"effective_from" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "schedule_d_row_tier" UNIQUE("plan_type","currency","min_speed_mbps","max_speed_mbps","effective_from"),
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
	"generated_password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_invitation" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"organisation_id" text collate "C" NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" text NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "staff_invitation_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "staff_invitation_email" UNIQUE("organisation_id","email"),
	CONSTRAINT "staff_invitation_role" CHECK ("staff_invitation"."role" in ('owner', 'admin', 'billing', 'support', 'viewer'))
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
CREATE TABLE "staff_two_factor" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"last_step" bigint,
	"used_codes" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "staff_two_factor_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "staff_user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"last_sign_in_at" timestamp with time zone,
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
	"held_at" timestamptz(3),
	"hold_reason" text,
	"deactivated_at" timestamptz(3),
	"erased_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "subscriber_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "subscriber_status_known" CHECK ("subscriber"."status" in ('active', 'suspended', 'terminated')),
	CONSTRAINT "subscriber_held_is_suspended" CHECK (case when "subscriber"."held_at" is null then "subscriber"."hold_reason" is null else "subscriber"."status" = 'suspended' end),
	CONSTRAINT "subscriber_erased_is_terminated" CHECK ("subscriber"."erased_at" is null or "subscriber"."status" = 'terminated')
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"plan_id" text collate "C" NOT NULL,
	"next_plan_id" text collate "C",
	"next_plan_at" timestamptz(3),
	"demarcation_point_id" text collate "C",
	"external_reference" text,
	"status" text NOT NULL,
	"inactive_reason" text,
	"is_external" boolean DEFAULT false NOT NULL,
	"started_at" timestamptz(3),
	"expires_at" timestamptz(3),
	"cancel_at" timestamptz(3),
	"plan_removal_at" timestamptz(3),
	"pending_until" timestamptz(3),
	"archived_at" timestamptz(3),
	"currency" text NOT NULL,
	"price_override" bigint,
	"speed_override" jsonb,
	"duration_override" integer,
	"pending_overrides" jsonb,
	"pending_overrides_at" timestamptz(3),
	"terms_price" bigint,
	"terms_days" integer,
	"terms_speed" jsonb,
	"upgrade_plan_id" text collate "C",
	"upgrade_expires_at" timestamptz(3),
	"upgrade_amount" bigint,
	"upgrade_price" bigint,
	"radius_username" text,
	"network_changed_at" timestamptz(3) DEFAULT 'epoch' NOT NULL,
	"ipv4" jsonb,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "subscription_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "subscription_upgrade_is_held" CHECK (("subscription"."status" = 'AWAITING_PAYMENT_FOR_UPGRADE') = ("subscription"."upgrade_plan_id" is not null) and num_nonnulls("subscription"."upgrade_plan_id", "subscription"."upgrade_expires_at", "subscription"."upgrade_amount", "subscription"."upgrade_price") in (0, 4)),
	CONSTRAINT "subscription_status_known" CHECK ("subscription"."status" in ('PENDING', 'ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE', 'INACTIVE', 'CANCELLED', 'MIGRATED_OUT')),
	CONSTRAINT "subscription_pending_has_its_time" CHECK (("subscription"."next_plan_id" is null) = ("subscription"."next_plan_at" is null) and ("subscription"."pending_overrides" is null) = ("subscription"."pending_overrides_at" is null)),
	CONSTRAINT "subscription_price_override" CHECK ("subscription"."price_override" >= 0),
	CONSTRAINT "subscription_in_service_has_credentials" CHECK ("subscription"."status" not in ('ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE') or ("subscription"."radius_username" is not null and "subscription"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"webhook_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"event_type" text NOT NULL,
	"recorded_at" timestamptz(3) NOT NULL,
	"api_version" text NOT NULL,
	"test_body" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3),
	"delivered_at" timestamptz(3),
	"leased_until" timestamptz(3),
	"attempt_id" text collate "C",
	"attempted_at" timestamptz(3),
	"status" text GENERATED ALWAYS AS (case when next_attempt_at is not null then 'PENDING' when delivered_at is not null then 'DELIVERED' else 'FAILED' end) STORED NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "delivery_provider_id_id_recorded_at_pk" PRIMARY KEY("provider_id","id","recorded_at"),
	CONSTRAINT "delivery_pending_or_delivered" CHECK ("delivery"."next_attempt_at" is null or "delivery"."delivered_at" is null),
	CONSTRAINT "delivery_lease" CHECK (("delivery"."leased_until" is null) = ("delivery"."attempt_id" is null))
) PARTITION BY RANGE ("recorded_at");
--> statement-breakpoint
CREATE TABLE "delivery_attempt" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"delivery_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"response_status" integer,
	"latency_ms" integer,
	"response_excerpt" text,
	"error" text,
	CONSTRAINT "delivery_attempt_provider_id_delivery_id_number_at_pk" PRIMARY KEY("provider_id","delivery_id","number","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"sealed_headers" text NOT NULL,
	"api_version" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"secret_last4" text NOT NULL,
	"sealed_previous_secret" text,
	"previous_secret_until" timestamptz(3),
	"failing_since" timestamptz(3),
	"warnings" smallint DEFAULT 0 NOT NULL,
	"disabled_reason" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "webhook_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "webhook_api_version" CHECK ("webhook"."api_version" in ('2025-06-01', '2026-01-15')),
	CONSTRAINT "webhook_status" CHECK ("webhook"."status" in ('ACTIVE', 'DISABLED', 'deleted')),
	CONSTRAINT "webhook_disabled_reason" CHECK ("webhook"."disabled_reason" in ('REQUESTED', 'GONE', 'FAILING')),
	CONSTRAINT "webhook_disabled_why" CHECK ("webhook"."status" <> 'DISABLED' or "webhook"."disabled_reason" is not null),
	CONSTRAINT "webhook_events" CHECK (cardinality("webhook"."events") > 0),
	CONSTRAINT "webhook_previous_secret" CHECK (("webhook"."sealed_previous_secret" is null) = ("webhook"."previous_secret_until" is null))
);
--> statement-breakpoint
ALTER TABLE "billing_cycle" ADD CONSTRAINT "billing_cycle_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_cycle" ADD CONSTRAINT "billing_cycle_provider_id_plan_id_plan_provider_id_id_fk" FOREIGN KEY ("provider_id","plan_id") REFERENCES "public"."plan"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_provider_id_billing_cycle_id_billing_cycle_provider_id_id_fk" FOREIGN KEY ("provider_id","billing_cycle_id") REFERENCES "public"."billing_cycle"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_id_invoice_id_invoice_provider_id_id_fk" FOREIGN KEY ("provider_id","invoice_id") REFERENCES "public"."invoice"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_id_charge_id_charge_provider_id_id_fk" FOREIGN KEY ("provider_id","charge_id") REFERENCES "public"."charge"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_id_installation_id_installation_provider_id_id_fk" FOREIGN KEY ("provider_id","installation_id") REFERENCES "public"."installation"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_window" ADD CONSTRAINT "renewal_window_provider_id_id_billing_cycle_provider_id_id_fk" FOREIGN KEY ("provider_id","id") REFERENCES "public"."billing_cycle"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_provider_id_installation_id_installation_provider_id_id_fk" FOREIGN KEY ("provider_id","installation_id") REFERENCES "public"."installation"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demarcation_point" ADD CONSTRAINT "demarcation_point_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure" ADD CONSTRAINT "erasure_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_provider_id_payment_id_payment_provider_id_id_fk" FOREIGN KEY ("provider_id","payment_id") REFERENCES "public"."payment"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_refund" ADD CONSTRAINT "gateway_refund_provider_id_payment_id_payment_provider_id_id_fk" FOREIGN KEY ("provider_id","payment_id") REFERENCES "public"."payment"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_refund" ADD CONSTRAINT "gateway_refund_provider_id_refund_id_refund_provider_id_id_fk" FOREIGN KEY ("provider_id","refund_id") REFERENCES "public"."refund"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_provider_id_demarcation_point_id_demarcation_point_provider_id_id_fk" FOREIGN KEY ("provider_id","demarcation_point_id") REFERENCES "public"."demarcation_point"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_service" ADD CONSTRAINT "external_service_provider_id_integration_id_integration_provider_id_id_fk" FOREIGN KEY ("provider_id","integration_id") REFERENCES "public"."integration"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_service" ADD CONSTRAINT "external_service_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_event" ADD CONSTRAINT "inbound_event_provider_id_integration_id_integration_provider_id_id_fk" FOREIGN KEY ("provider_id","integration_id") REFERENCES "public"."integration"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration" ADD CONSTRAINT "integration_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration" ADD CONSTRAINT "integration_provider_id_default_demarcation_point_id_demarcation_point_provider_id_id_fk" FOREIGN KEY ("provider_id","default_demarcation_point_id") REFERENCES "public"."demarcation_point"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_contact" ADD CONSTRAINT "integration_contact_provider_id_integration_id_integration_provider_id_id_fk" FOREIGN KEY ("provider_id","integration_id") REFERENCES "public"."integration"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_row" ADD CONSTRAINT "job_row_provider_id_job_id_job_provider_id_id_fk" FOREIGN KEY ("provider_id","job_id") REFERENCES "public"."job"("provider_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_count" ADD CONSTRAINT "row_count_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_staff_user_id_staff_user_id_fk" FOREIGN KEY ("staff_user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_figures" ADD CONSTRAINT "month_figures_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_period" ADD CONSTRAINT "service_period_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_total" ADD CONSTRAINT "service_total_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traffic" ADD CONSTRAINT "traffic_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forged_accounting" ADD CONSTRAINT "forged_accounting_server_provider_id_provider_id_fk" FOREIGN KEY ("server_provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forged_accounting" ADD CONSTRAINT "forged_accounting_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_network_server" ADD CONSTRAINT "former_network_server_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_server" ADD CONSTRAINT "network_server_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_server" ADD CONSTRAINT "network_server_nas_id_nas_id_fk" FOREIGN KEY ("nas_id") REFERENCES "radius"."nas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_session" ADD CONSTRAINT "network_session_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_usage" ADD CONSTRAINT "network_usage_provider_id_billing_cycle_id_billing_cycle_provider_id_id_fk" FOREIGN KEY ("provider_id","billing_cycle_id") REFERENCES "public"."billing_cycle"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_usage_day" ADD CONSTRAINT "network_usage_day_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_command" ADD CONSTRAINT "network_command_provider_id_session_id_network_session_provider_id_id_fk" FOREIGN KEY ("provider_id","session_id") REFERENCES "public"."network_session"("provider_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note" ADD CONSTRAINT "note_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_tag" ADD CONSTRAINT "subscriber_tag_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_tag" ADD CONSTRAINT "subscriber_tag_provider_id_tag_id_tag_provider_id_id_fk" FOREIGN KEY ("provider_id","tag_id") REFERENCES "public"."tag"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_digest" ADD CONSTRAINT "notification_digest_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_digest" ADD CONSTRAINT "notification_digest_staff_user_id_staff_user_id_fk" FOREIGN KEY ("staff_user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_read" ADD CONSTRAINT "notification_read_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_read" ADD CONSTRAINT "notification_read_staff_user_id_staff_user_id_fk" FOREIGN KEY ("staff_user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror" ADD CONSTRAINT "mirror_key_id_outward_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."outward_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror" ADD CONSTRAINT "mirror_provider_id_integration_id_integration_provider_id_id_fk" FOREIGN KEY ("provider_id","integration_id") REFERENCES "public"."integration"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirrored_service" ADD CONSTRAINT "mirrored_service_provider_id_integration_id_integration_provider_id_id_fk" FOREIGN KEY ("provider_id","integration_id") REFERENCES "public"."integration"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirrored_service" ADD CONSTRAINT "mirrored_service_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan" ADD CONSTRAINT "plan_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_credential" ADD CONSTRAINT "access_credential_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider" ADD CONSTRAINT "provider_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_payment_id_payment_provider_id_id_fk" FOREIGN KEY ("provider_id","payment_id") REFERENCES "public"."payment"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_charge_id_charge_provider_id_id_fk" FOREIGN KEY ("provider_id","charge_id") REFERENCES "public"."charge"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_staff_user_id_staff_user_id_fk" FOREIGN KEY ("staff_user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_account" ADD CONSTRAINT "staff_account_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_two_factor" ADD CONSTRAINT "staff_two_factor_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_provider_id_plan_id_plan_provider_id_id_fk" FOREIGN KEY ("provider_id","plan_id") REFERENCES "public"."plan"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_provider_id_next_plan_id_plan_provider_id_id_fk" FOREIGN KEY ("provider_id","next_plan_id") REFERENCES "public"."plan"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_provider_id_upgrade_plan_id_plan_provider_id_id_fk" FOREIGN KEY ("provider_id","upgrade_plan_id") REFERENCES "public"."plan"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_provider_id_demarcation_point_id_demarcation_point_provider_id_id_fk" FOREIGN KEY ("provider_id","demarcation_point_id") REFERENCES "public"."demarcation_point"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_provider_id_webhook_id_webhook_provider_id_id_fk" FOREIGN KEY ("provider_id","webhook_id") REFERENCES "public"."webhook"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_request_correlation" ON "api_request" USING btree ("provider_id","correlation_id");--> statement-breakpoint
CREATE INDEX "api_request_unauthenticated" ON "api_request" USING btree ("provider_id","recorded_at") WHERE not authenticated;--> statement-breakpoint
CREATE INDEX "api_request_refused" ON "api_request" USING btree ("provider_id","id") WHERE status >= 400;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_cycle_period" ON "billing_cycle" USING btree ("provider_id","subscription_id","starts_at");--> statement-breakpoint
CREATE INDEX "billing_cycle_expires" ON "billing_cycle" USING btree ("provider_id","expires_at") WHERE "billing_cycle"."status" = 'ACTIVE';--> statement-breakpoint
CREATE INDEX "billing_cycle_grace" ON "billing_cycle" USING btree ("provider_id","grace_ends_at") WHERE "billing_cycle"."status" = 'OVERDUE';--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_number" ON "invoice" USING btree ("provider_id",length("number"),"number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_period" ON "invoice" USING btree ("provider_id","subscription_id","kind","period_start") WHERE "invoice"."status" <> 'VOID';--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_upgrade" ON "invoice" USING btree ("provider_id","subscription_id") WHERE "invoice"."kind" = 'UPGRADE' and "invoice"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "invoice_created" ON "invoice" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invoice_unnumbered" ON "invoice" USING btree ("provider_id") WHERE "invoice"."number" is null;--> statement-breakpoint
CREATE INDEX "invoice_owed" ON "invoice" USING btree ("provider_id","subscriber_id","due_at","currency","amount_due") WHERE "invoice"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "invoice_void" ON "invoice" USING btree ("provider_id","subscription_id") WHERE "invoice"."status" = 'VOID';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reference" ON "payment" USING btree ("provider_id","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_target" ON "payment" USING btree ("provider_id","target") WHERE "payment"."status" in ('PENDING', 'PROCESSING', 'COMPLETED');--> statement-breakpoint
CREATE INDEX "payment_created" ON "payment" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_completed" ON "payment" USING btree ("provider_id","completed_at","currency","amount") WHERE "payment"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_subscription" ON "payment" USING btree ("provider_id","subscription_id");--> statement-breakpoint
CREATE INDEX "payment_subscriber" ON "payment" USING btree ("provider_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "payment_charge" ON "payment" USING btree ("provider_id","charge_id") WHERE "payment"."charge_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_invoice" ON "payment" USING btree ("provider_id","invoice_id") WHERE "payment"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_refund_due" ON "payment" USING btree ("provider_id","created_at") WHERE "payment"."refund_due";--> statement-breakpoint
CREATE INDEX "payment_due" ON "payment" USING btree ("provider_id","expires_at") WHERE "payment"."status" in ('PENDING', 'PROCESSING');--> statement-breakpoint
CREATE INDEX "renewal_window_opens" ON "renewal_window" USING btree ("provider_id","opens_at");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_installation" ON "charge" USING btree ("provider_id","installation_id") WHERE "charge"."installation_id" is not null;--> statement-breakpoint
CREATE INDEX "charge_created" ON "charge" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "charge_subscriber" ON "charge" USING btree ("provider_id","subscriber_id","created_at","id");--> statement-breakpoint
CREATE INDEX "charge_owed" ON "charge" USING btree ("provider_id","subscriber_id") WHERE "charge"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "charge_due" ON "charge" USING btree ("provider_id","expires_at") WHERE "charge"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "demarcation_point_created" ON "demarcation_point" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "erasure_due" ON "erasure" USING btree ("provider_id","next_attempt_at");--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_token" ON "checkout" USING btree ("token");--> statement-breakpoint
CREATE INDEX "checkout_open" ON "checkout" USING btree ("provider_id") WHERE "checkout"."page_id" is not null and "checkout"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "gateway_refund_due" ON "gateway_refund" USING btree ("provider_id","next_attempt_at") WHERE "gateway_refund"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "gateway_refund_failed" ON "gateway_refund" USING btree ("provider_id","updated_at") WHERE "gateway_refund"."submitted_at" is null and "gateway_refund"."next_attempt_at" is null;--> statement-breakpoint
CREATE INDEX "gateway_refund_payment" ON "gateway_refund" USING btree ("provider_id","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "installation_open" ON "installation" USING btree ("provider_id","subscription_id") WHERE "installation"."status" in ('PENDING_PAYMENT', 'AWAITING_INSTALLATION');--> statement-breakpoint
CREATE INDEX "installation_created" ON "installation" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "installation_subscription" ON "installation" USING btree ("provider_id","subscription_id");--> statement-breakpoint
CREATE INDEX "installation_status" ON "installation" USING btree ("provider_id","status","created_at");--> statement-breakpoint
CREATE INDEX "installation_scheduled" ON "installation" USING btree ("provider_id","scheduled_at") WHERE "installation"."scheduled_at" is not null;--> statement-breakpoint
CREATE INDEX "installation_due" ON "installation" USING btree ("provider_id","window_ends_at") WHERE "installation"."status" in ('PENDING_PAYMENT', 'AWAITING_INSTALLATION');--> statement-breakpoint
CREATE INDEX "external_service_subscription" ON "external_service" USING btree ("provider_id","subscription_id");--> statement-breakpoint
CREATE INDEX "external_service_login" ON "external_service" USING btree ("provider_id","integration_id","customer_id","login") WHERE "external_service"."replaced_by" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_event_external" ON "inbound_event" USING btree ("provider_id","integration_id","trust","external_event_id") WHERE "inbound_event"."external_event_id" is not null;--> statement-breakpoint
CREATE INDEX "inbound_event_order" ON "inbound_event" USING btree ("integration_id","order_key","position");--> statement-breakpoint
CREATE INDEX "inbound_event_created" ON "inbound_event" USING btree ("provider_id","integration_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inbound_event_open" ON "inbound_event" USING btree ("provider_id","integration_id","order_key","position") WHERE "inbound_event"."status" in ('QUEUED', 'PROCESSING');--> statement-breakpoint
CREATE INDEX "inbound_event_failed" ON "inbound_event" USING btree ("provider_id","integration_id","received_at") WHERE "inbound_event"."status" = 'FAILED';--> statement-breakpoint
CREATE INDEX "inbound_event_due" ON "inbound_event" USING btree ("provider_id","next_attempt_at") WHERE "inbound_event"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "integration_created" ON "integration" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "job_created" ON "job" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "job_unfinished" ON "job" USING btree ("provider_id") WHERE "job"."status" in ('CHECKING', 'RUNNING');--> statement-breakpoint
CREATE INDEX "job_expires" ON "job" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "job_row_due" ON "job_row" USING btree ("provider_id","due_at","position") WHERE "job_row"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "job_row_outcome" ON "job_row" USING btree ("provider_id","job_id","outcome","position");--> statement-breakpoint
CREATE INDEX "job_row_keys" ON "job_row" USING gin ("keys") WITH (fastupdate=false) WHERE "job_row"."keys" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_fact" ON "mail" USING btree ("provider_id","kind","fact_id") WHERE "mail"."subscriber_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_staff_user" ON "mail" USING btree ("staff_user_id") WHERE "mail"."staff_user_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_failed" ON "mail" USING btree ("provider_id","updated_at") WHERE "mail"."status" = 'FAILED';--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("provider_id","next_attempt_at") WHERE "mail"."status" = 'QUEUED';--> statement-breakpoint
CREATE INDEX "mail_subscriber" ON "mail" USING btree ("provider_id","subscriber_id","id");--> statement-breakpoint
CREATE INDEX "mail_correlation" ON "mail" USING btree ("provider_id","correlation_id");--> statement-breakpoint
CREATE INDEX "service_period_begins" ON "service_period" USING btree ("provider_id","starts_at") WHERE "service_period"."begins";--> statement-breakpoint
CREATE INDEX "service_period_ends" ON "service_period" USING btree ("provider_id","ends_at") WHERE "service_period"."ends";--> statement-breakpoint
CREATE UNIQUE INDEX "network_server_nas" ON "network_server" USING btree ("nas_id");--> statement-breakpoint
CREATE UNIQUE INDEX "network_server_address" ON "network_server" USING btree ("address");--> statement-breakpoint
CREATE INDEX "network_server_created" ON "network_server" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "network_session_accounted" ON "network_session" USING btree ("acct_unique_id") WHERE not "network_session"."is_superseded";--> statement-breakpoint
CREATE INDEX "network_session_superseded" ON "network_session" USING btree ("acct_unique_id") WHERE "network_session"."is_superseded";--> statement-breakpoint
CREATE INDEX "network_session_created" ON "network_session" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "network_session_subscription" ON "network_session" USING btree ("provider_id","subscription_id","created_at","id");--> statement-breakpoint
CREATE INDEX "network_session_uncounted" ON "network_session" USING btree ("provider_id","created_at","id") WHERE not "network_session"."is_counted";--> statement-breakpoint
CREATE INDEX "network_session_uncounted_line" ON "network_session" USING btree ("provider_id","subscription_id") WHERE not "network_session"."is_counted";--> statement-breakpoint
CREATE INDEX "network_usage_to_throttle" ON "network_usage" USING btree ("provider_id","billing_cycle_id") WHERE "network_usage"."passed_cap_at" is not null and ("network_usage"."throttled_at" is null or "network_usage"."is_outpaced");--> statement-breakpoint
CREATE INDEX "network_usage_day_day" ON "network_usage_day" USING btree ("day");--> statement-breakpoint
CREATE INDEX "network_command_due" ON "network_command" USING btree ("provider_id","due_at");--> statement-breakpoint
CREATE INDEX "note_subscriber" ON "note" USING btree ("provider_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "subscriber_tag_tag" ON "subscriber_tag" USING btree ("provider_id","tag_id","subscriber_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tag_name" ON "tag" USING btree ("provider_id",lower("name"));--> statement-breakpoint
CREATE INDEX "mirrored_service_due" ON "mirrored_service" USING btree ("provider_id","next_attempt_at") WHERE "mirrored_service"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "mirrored_service_failed" ON "mirrored_service" USING btree ("provider_id","integration_id") WHERE "mirrored_service"."failure" is not null;--> statement-breakpoint
CREATE INDEX "mirrored_service_blocked" ON "mirrored_service" USING btree ("provider_id","integration_id","updated_at") WHERE "mirrored_service"."failure" is not null and "mirrored_service"."next_attempt_at" is null;--> statement-breakpoint
CREATE INDEX "mirrored_service_subscription" ON "mirrored_service" USING btree ("provider_id","subscription_id");--> statement-breakpoint
CREATE INDEX "mirrored_service_external" ON "mirrored_service" USING btree ("provider_id","integration_id","external_service_id");--> statement-breakpoint
CREATE INDEX "mirrored_service_login" ON "mirrored_service" USING btree ("provider_id","integration_id","customer_id","login");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_name" ON "plan" USING btree ("provider_id","plan_name") WHERE "plan"."status" <> 'deleted';--> statement-breakpoint
CREATE INDEX "plan_created" ON "plan" USING btree ("provider_id","created_at","id") WHERE "plan"."status" <> 'deleted';--> statement-breakpoint
CREATE UNIQUE INDEX "access_credential_access_id" ON "access_credential" USING btree ("access_id");--> statement-breakpoint
CREATE INDEX "access_credential_provider_id_index" ON "access_credential" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "audit_entry_resource" ON "audit_entry" USING btree ("provider_id","resource_id","id");--> statement-breakpoint
CREATE INDEX "audit_entry_correlation" ON "audit_entry" USING btree ("provider_id","correlation_id");--> statement-breakpoint
CREATE INDEX "audit_entry_staff" ON "audit_entry" USING btree ("provider_id","id") WHERE actor_type = 'staff';--> statement-breakpoint
CREATE INDEX "event_resource" ON "event" USING btree ("provider_id","resource_id","id");--> statement-breakpoint
CREATE INDEX "event_type" ON "event" USING btree ("provider_id","type","id");--> statement-breakpoint
CREATE INDEX "event_correlation" ON "event" USING btree ("provider_id","correlation_id");--> statement-breakpoint
CREATE INDEX "nas_nasname" ON "radius"."nas" USING btree ("nasname");--> statement-breakpoint
CREATE UNIQUE INDEX "radacct_acctuniqueid" ON "radius"."radacct" USING btree ("acctuniqueid");--> statement-breakpoint
CREATE INDEX "radacct_open" ON "radius"."radacct" USING btree ("radacctid") WHERE "radius"."radacct"."acctstoptime" is null or not isfinite("radius"."radacct"."acctstoptime");--> statement-breakpoint
CREATE INDEX "radcheck_username" ON "radius"."radcheck" USING btree ("username","attribute");--> statement-breakpoint
CREATE INDEX "radgroupcheck_groupname" ON "radius"."radgroupcheck" USING btree ("groupname","attribute");--> statement-breakpoint
CREATE INDEX "radgroupreply_groupname" ON "radius"."radgroupreply" USING btree ("groupname","attribute");--> statement-breakpoint
CREATE INDEX "radreply_username" ON "radius"."radreply" USING btree ("username","attribute");--> statement-breakpoint
CREATE INDEX "radusergroup_username" ON "radius"."radusergroup" USING btree ("username");--> statement-breakpoint
CREATE INDEX "refund_created" ON "refund" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("provider_id","payment_id");--> statement-breakpoint
CREATE INDEX "refund_subscriber" ON "refund" USING btree ("provider_id","subscriber_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" USING btree ("provider_id","list","staff_user_id","name");--> statement-breakpoint
CREATE INDEX "staff_account_user" ON "staff_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_invitation_of_email" ON "staff_invitation" USING btree ("email");--> statement-breakpoint
CREATE INDEX "staff_member_user" ON "staff_member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_session_user" ON "staff_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_verification_identifier" ON "staff_verification" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriber_email" ON "subscriber" USING btree ("provider_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriber_phone" ON "subscriber" USING btree ("provider_id","phone");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriber_external_user_id" ON "subscriber" USING btree ("provider_id","external_user_id");--> statement-breakpoint
CREATE INDEX "subscriber_created" ON "subscriber" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "subscriber_first_name" ON "subscriber" USING btree ("provider_id","first_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "subscriber_last_name" ON "subscriber" USING btree ("provider_id","last_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "subscriber_status" ON "subscriber" USING btree ("provider_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "subscriber_search" ON "subscriber" USING gin (("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "phone" || ' ' || coalesce("external_user_id", '')) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_radius_username" ON "subscription" USING btree ("radius_username");--> statement-breakpoint
CREATE INDEX "subscription_created" ON "subscription" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "subscription_subscriber" ON "subscription" USING btree ("provider_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "subscription_plan" ON "subscription" USING btree ("provider_id","plan_id");--> statement-breakpoint
CREATE INDEX "subscription_demarcation_point" ON "subscription" USING btree ("provider_id","demarcation_point_id");--> statement-breakpoint
CREATE INDEX "subscription_expires" ON "subscription" USING btree ("provider_id","expires_at");--> statement-breakpoint
CREATE INDEX "subscription_pending" ON "subscription" USING btree ("provider_id","pending_until") WHERE "subscription"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "subscription_static_address" ON "subscription" USING btree ("provider_id",("ipv4" ->> 'address')) WHERE "subscription"."ipv4" is not null;--> statement-breakpoint
CREATE INDEX "subscription_ending" ON "subscription" USING btree ("provider_id") WHERE "subscription"."cancel_at" is not null or "subscription"."plan_removal_at" is not null;--> statement-breakpoint
CREATE INDEX "subscription_upgrade" ON "subscription" USING btree ("provider_id","upgrade_expires_at") WHERE "subscription"."status" = 'AWAITING_PAYMENT_FOR_UPGRADE';--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_event_webhook" ON "delivery" USING btree ("provider_id","event_id","webhook_id","recorded_at");--> statement-breakpoint
CREATE INDEX "delivery_created" ON "delivery" USING btree ("provider_id","webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "delivery_failed" ON "delivery" USING btree ("provider_id","webhook_id","created_at","id") WHERE next_attempt_at is null and delivered_at is null;--> statement-breakpoint
CREATE INDEX "delivery_due" ON "delivery" USING btree ("provider_id","webhook_id","event_id") WHERE "delivery"."next_attempt_at" is not null and "delivery"."failures" = 0;--> statement-breakpoint
CREATE INDEX "delivery_retry" ON "delivery" USING btree ("provider_id","webhook_id","next_attempt_at") WHERE "delivery"."next_attempt_at" is not null and "delivery"."failures" > 0;--> statement-breakpoint
CREATE INDEX "delivery_retry_time" ON "delivery" USING btree ("next_attempt_at","provider_id") WHERE "delivery"."next_attempt_at" is not null and "delivery"."failures" > 0;--> statement-breakpoint
CREATE INDEX "webhook_created" ON "webhook" USING btree ("provider_id","created_at","id");--> statement-breakpoint
-- By hand.
-- Events, deliveries and attempts are partitioned by month of real time. The server creates months ahead; a row without a
-- month goes to the default partition and moves when its month is created.
CREATE TABLE "event_default" PARTITION OF "event" DEFAULT;
--> statement-breakpoint
CREATE TABLE "delivery_default" PARTITION OF "delivery" DEFAULT;
--> statement-breakpoint
CREATE TABLE "delivery_attempt_default" PARTITION OF "delivery_attempt" DEFAULT;
--> statement-breakpoint
-- Requests are partitioned by day, in the same way.
CREATE TABLE "api_request_default" PARTITION OF "api_request" DEFAULT;
--> statement-breakpoint
-- Rows that are updated in place find room on their page.
ALTER TABLE "row_count" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "radius"."radacct" SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE "network_session" SET (fillfactor = 80);
--> statement-breakpoint
-- An installation and its charge name each other, so one of the keys is checked at the commit.
ALTER TABLE "installation" ADD CONSTRAINT "installation_charge" FOREIGN KEY ("provider_id","charge_id") REFERENCES "public"."charge"("provider_id","id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
-- No two cycles of a subscription overlap, except those that suspension or cancellation overtook. The hash comes first: ids of
-- the same months begin alike, and a tree of such texts leads every search into most of its branches. The ids beside it keep
-- the rule exact for equal hashes; they are one expression, so that the planner uses this index for nothing else.
ALTER TABLE "billing_cycle" ADD CONSTRAINT "billing_cycle_no_overlap" EXCLUDE USING gist (
	hashtextextended("subscription_id", hashtextextended("provider_id", 0)) WITH =,
	("provider_id" || ' ' || "subscription_id") WITH =,
	tstzrange("starts_at", "expires_at") WITH &&
) WHERE ("status" IN ('SCHEDULED', 'ACTIVE', 'OVERDUE'));
--> statement-breakpoint
-- FreeRADIUS refuses members of this group, whatever their own rows say.
INSERT INTO "radius"."radgroupcheck" (groupname, attribute, op, value) VALUES ('suspended', 'Auth-Type', ':=', 'Reject');
