DROP INDEX "mail_created";--> statement-breakpoint
DROP INDEX "event_created";