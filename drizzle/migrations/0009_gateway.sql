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
	"next_attempt_at" timestamptz(3),
	"passed_at" timestamptz(3),
	"gateway_id" text,
	"failure" text,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "gateway_refund_provider_id_id_pk" PRIMARY KEY("provider_id","id"),
	CONSTRAINT "gateway_refund_amount" CHECK ("gateway_refund"."amount" > 0),
	CONSTRAINT "gateway_refund_over" CHECK ("gateway_refund"."passed_at" is null or "gateway_refund"."next_attempt_at" is null)
);
--> statement-breakpoint
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_provider_id_payment_id_payment_provider_id_id_fk" FOREIGN KEY ("provider_id","payment_id") REFERENCES "public"."payment"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_refund" ADD CONSTRAINT "gateway_refund_provider_id_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."provider"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_refund" ADD CONSTRAINT "gateway_refund_provider_id_payment_id_payment_provider_id_id_fk" FOREIGN KEY ("provider_id","payment_id") REFERENCES "public"."payment"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_refund" ADD CONSTRAINT "gateway_refund_provider_id_refund_id_refund_provider_id_id_fk" FOREIGN KEY ("provider_id","refund_id") REFERENCES "public"."refund"("provider_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_token" ON "checkout" USING btree ("token");--> statement-breakpoint
CREATE INDEX "checkout_open" ON "checkout" USING btree ("provider_id") WHERE "checkout"."page_id" is not null and "checkout"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "gateway_refund_due" ON "gateway_refund" USING btree ("provider_id","next_attempt_at") WHERE "gateway_refund"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "gateway_refund_payment" ON "gateway_refund" USING btree ("provider_id","payment_id");