ALTER TABLE "invoice" ADD COLUMN "tax_rate" numeric(7, 6);--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "legal_name" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "tax_id" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "street" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "postal_code" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "website" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "payment_instructions" text;