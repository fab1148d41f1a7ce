CREATE TABLE "balance_transaction" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"subscriber_id" text collate "C" NOT NULL,
	"type" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"ending_balance" bigint NOT NULL,
	"subscription_id" text collate "C",
	"payment_id" text collate "C",
	"refund_id" text collate "C",
	"invoice_id" text collate "C",
	"charge_id" text collate "C",
	"note" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "balance_transaction_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "balance_transaction_amount" CHECK ("balance_transaction"."amount" <> 0 and "balance_transaction"."ending_balance" >= 0),
	CONSTRAINT "balance_transaction_type_known" CHECK ("balance_transaction"."type" in ('PAYMENT', 'SETTLEMENT', 'REFUND', 'ADJUSTMENT'))
);
--> statement-breakpoint
CREATE TABLE "credit" (
	"subscriber_id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"currency" text NOT NULL,
	"balance" bigint NOT NULL,
	"settle_at" timestamptz(3),
	CONSTRAINT "credit_provider_id_subscriber_id_currency_pk" PRIMARY KEY("provider_id","subscriber_id","currency"),
	CONSTRAINT "credit_not_negative" CHECK ("credit"."balance" >= 0)
);
--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "credited_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "credit_part" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "requested_amount" bigint;--> statement-breakpoint
ALTER TABLE "balance_transaction" ADD CONSTRAINT "balance_transaction_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_transaction" ADD CONSTRAINT "balance_transaction_provider_id_subscription_id_subscription_provider_id_id_fk" FOREIGN KEY ("provider_id","subscription_id") REFERENCES "public"."subscription"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_transaction" ADD CONSTRAINT "balance_transaction_provider_id_payment_id_payment_provider_id_id_fk" FOREIGN KEY ("provider_id","payment_id") REFERENCES "public"."payment"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_transaction" ADD CONSTRAINT "balance_transaction_provider_id_refund_id_refund_provider_id_id_fk" FOREIGN KEY ("provider_id","refund_id") REFERENCES "public"."refund"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_transaction" ADD CONSTRAINT "balance_transaction_provider_id_invoice_id_invoice_provider_id_id_fk" FOREIGN KEY ("provider_id","invoice_id") REFERENCES "public"."invoice"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_transaction" ADD CONSTRAINT "balance_transaction_provider_id_charge_id_charge_provider_id_id_fk" FOREIGN KEY ("provider_id","charge_id") REFERENCES "public"."charge"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit" ADD CONSTRAINT "credit_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_transaction_subscriber" ON "balance_transaction" USING btree ("provider_id","subscriber_id","created_at","id");--> statement-breakpoint
CREATE INDEX "credit_left" ON "credit" USING btree ("provider_id","subscriber_id") WHERE "credit"."balance" > 0;--> statement-breakpoint
CREATE INDEX "credit_settle" ON "credit" USING btree ("provider_id","settle_at") WHERE "credit"."settle_at" is not null;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_credited" CHECK ("payment"."credited_amount" between 0 and "payment"."amount" and "payment"."credit_part" >= 0);