DROP FUNCTION IF EXISTS webhook_wants(text[], text);--> statement-breakpoint
DROP FUNCTION IF EXISTS account_session(radius.radacct), start_session(radius.radacct), end_session(radius.radacct),
  note_session_fact(network_session, radius.radacct);
