CREATE TABLE "gateway_account" (
	"provider_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"gateway" text NOT NULL,
	"token" text NOT NULL,
	"sealed_credentials" text,
	"key_last4" text,
	"pay_to" text,
	"is_till" boolean DEFAULT false NOT NULL,
	"can_refund" boolean DEFAULT true NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3),
	"registered_at" timestamptz(3),
	"registration_failure" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "gateway_account_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "gateway_account_gateway_known" CHECK ("gateway_account"."gateway" in ('stripe', 'paystack', 'mpesa'))
);
--> statement-breakpoint
CREATE TABLE "prompt" (
	"provider_id" text collate "C" NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"token" text NOT NULL,
	"phone" text NOT NULL,
	"reference" text NOT NULL,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"request_id" text,
	"transaction_id" text,
	"result_code" text,
	"result_text" text,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz(3),
	"failure" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "prompt_provider_id_payment_id_pk" PRIMARY KEY("provider_id","payment_id"),
	CONSTRAINT "prompt_status_known" CHECK ("prompt"."status" in ('WAITING', 'SENT', 'OVER')),
	CONSTRAINT "prompt_over" CHECK (("prompt"."status" = 'OVER') = ("prompt"."next_attempt_at" is null))
);
--> statement-breakpoint
ALTER TABLE "checkout" ADD COLUMN "account_id" text collate "C";--> statement-breakpoint
ALTER TABLE "gateway_account" ADD CONSTRAINT "gateway_account_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt" ADD CONSTRAINT "prompt_provider_id_payment_id_payment_provider_id_id_fk" FOREIGN KEY ("provider_id","payment_id") REFERENCES "public"."payment"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt" ADD CONSTRAINT "prompt_account_fk" FOREIGN KEY ("provider_id","account_id") REFERENCES "public"."gateway_account"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_account_gateway" ON "gateway_account" USING btree ("provider_id","gateway");--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_account_token" ON "gateway_account" USING btree ("token");--> statement-breakpoint
CREATE INDEX "gateway_account_due" ON "gateway_account" USING btree ("provider_id","next_attempt_at") WHERE "gateway_account"."next_attempt_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "prompt_token" ON "prompt" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "prompt_reference" ON "prompt" USING btree ("provider_id","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "prompt_transaction" ON "prompt" USING btree ("provider_id","account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "prompt_due" ON "prompt" USING btree ("provider_id","next_attempt_at") WHERE "prompt"."next_attempt_at" is not null;--> statement-breakpoint
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_account_fk" FOREIGN KEY ("provider_id","account_id") REFERENCES "public"."gateway_account"("provider_id","id") ON DELETE no action ON UPDATE no action;