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
ALTER TABLE "charge" ADD CONSTRAINT "charge_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_provider_id_installation_id_installation_provider_id_id_fk" FOREIGN KEY ("provider_id","installation_id") REFERENCES "public"."installation"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_provider_id_demarcation_point_id_demarcation_point_provider_id_id_fk" FOREIGN KEY ("provider_id","demarcation_point_id") REFERENCES "public"."demarcation_point"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_payment_id_payment_provider_id_id_fk" FOREIGN KEY ("provider_id","payment_id") REFERENCES "public"."payment"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_id_charge_id_charge_provider_id_id_fk" FOREIGN KEY ("provider_id","charge_id") REFERENCES "public"."charge"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "charge_installation" ON "charge" USING btree ("provider_id","installation_id") WHERE "charge"."installation_id" is not null;--> statement-breakpoint
CREATE INDEX "charge_created" ON "charge" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "charge_subscriber" ON "charge" USING btree ("provider_id","subscriber_id","created_at","id");--> statement-breakpoint
CREATE INDEX "charge_owed" ON "charge" USING btree ("provider_id","subscriber_id") WHERE "charge"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "charge_due" ON "charge" USING btree ("provider_id","expires_at") WHERE "charge"."status" = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "installation_open" ON "installation" USING btree ("provider_id","subscription_id") WHERE "installation"."status" in ('PENDING_PAYMENT', 'AWAITING_INSTALLATION');--> statement-breakpoint
CREATE INDEX "installation_created" ON "installation" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "installation_subscription" ON "installation" USING btree ("provider_id","subscription_id");--> statement-breakpoint
CREATE INDEX "installation_due" ON "installation" USING btree ("provider_id","window_ends_at") WHERE "installation"."status" in ('PENDING_PAYMENT', 'AWAITING_INSTALLATION');--> statement-breakpoint
CREATE INDEX "refund_created" ON "refund" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("provider_id","payment_id");--> statement-breakpoint
CREATE INDEX "refund_subscriber" ON "refund" USING btree ("provider_id","subscriber_id");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_id_charge_id_charge_provider_id_id_fk" FOREIGN KEY ("provider_id","charge_id") REFERENCES "public"."charge"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_provider_id_installation_id_installation_provider_id_id_fk" FOREIGN KEY ("provider_id","installation_id") REFERENCES "public"."installation"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_charge" ON "payment" USING btree ("provider_id","charge_id") WHERE "payment"."charge_id" is not null;--> statement-breakpoint
-- What drizzle's schema cannot say: an installation and its charge name each other, so one key waits for the commit.
ALTER TABLE "installation" ADD CONSTRAINT "installation_charge" FOREIGN KEY ("provider_id","charge_id") REFERENCES "public"."charge"("provider_id","id") DEFERRABLE INITIALLY DEFERRED;
