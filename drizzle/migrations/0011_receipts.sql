CREATE TABLE "receipt" (
	"id" text collate "C" NOT NULL,
	"provider_id" text collate "C" NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"transaction_id" text NOT NULL,
	"rail" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"account_number" text,
	"payer" text,
	"payer_name" text,
	"paid_at" timestamptz(3) NOT NULL,
	"status" text NOT NULL,
	"subscriber_id" text collate "C",
	"payment_id" text collate "C",
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "receipt_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "receipt_amount" CHECK ("receipt"."amount" > 0),
	CONSTRAINT "receipt_matched" CHECK ("receipt"."status" in ('UNMATCHED', 'MATCHED') and ("receipt"."status" = 'MATCHED') = ("receipt"."payment_id" is not null) and ("receipt"."payment_id" is null) = ("receipt"."subscriber_id" is null))
);
--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_provider_id_account_id_gateway_account_provider_id_id_fk" FOREIGN KEY ("provider_id","account_id") REFERENCES "public"."gateway_account"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_provider_id_subscriber_id_subscriber_provider_id_id_fk" FOREIGN KEY ("provider_id","subscriber_id") REFERENCES "public"."subscriber"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_provider_id_payment_id_payment_provider_id_id_fk" FOREIGN KEY ("provider_id","payment_id") REFERENCES "public"."payment"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_transaction" ON "receipt" USING btree ("provider_id","account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "receipt_created" ON "receipt" USING btree ("provider_id","created_at","id");--> statement-breakpoint
CREATE INDEX "receipt_subscriber" ON "receipt" USING btree ("provider_id","subscriber_id") WHERE "receipt"."subscriber_id" is not null;--> statement-breakpoint
CREATE INDEX "receipt_unmatched" ON "receipt" USING btree ("provider_id","paid_at") WHERE "receipt"."status" = 'UNMATCHED';