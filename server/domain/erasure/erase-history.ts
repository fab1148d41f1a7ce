import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { auditEntry } from '../../../drizzle/schema/provider.ts';
import type { Changes } from '../../work/audit.ts';
import { mapInTurns } from '../../work/map-in-turns.ts';
import type { WriteScope } from '../../work/scope.ts';
import { ERASED, type Eraser, eraseNotice, eraseReceipt } from './eraser.ts';
import { type Person, rowsAbout } from './personal-data.ts';
import { rewrite } from './rewrite.ts';

/** The changes in the audit entries of a subscriber, the latest first. */
export async function readAuditedChanges(
  { db, providerId }: WriteScope,
  subscriberId: string,
): Promise<Changes[]> {
  const rows = await db
    .select({ changes: auditEntry.changes })
    .from(auditEntry)
    .where(and(eq(auditEntry.providerId, providerId), eq(auditEntry.resourceId, subscriberId)))
    .orderBy(desc(auditEntry.id));
  return mapInTurns(rows, ({ changes }) => JSON.parse(changes) as Changes);
}

/** Erases personal data in the events and audit entries about a person. Who did what and when stays. */
export async function eraseHistory(scope: WriteScope, person: Person, eraser: Eraser): Promise<void> {
  await eraseEntries(scope, person.subscriberId, rowsAbout(person, 'audit_entry'), eraser);
  // Their texts are erased already.
  const notices = sql`resource_id in (
    select id from message_text where ${rowsAbout(person, 'message_text')} and body = ${ERASED}
    union all select id from announcement where ${rowsAbout(person, 'announcement')} and page_text = ${ERASED})`;
  await eraseEntries(scope, person.subscriberId, notices, eraseNotice);
  const receipts = sql`resource_id in (select id from receipt where ${rowsAbout(person, 'receipt')})`;
  await eraseEntries(scope, person.subscriberId, receipts, eraseReceipt);
  const where = rowsAbout(person, 'event');
  await rewrite(scope, { table: 'event', key: 'id', column: 'body', where }, eraser.json);
}

/**
 * Erases personal data in audit entries. They are final: the database admits this change alone, and only while the subscriber is
 * marked as erased (`drizzle/functions/audit.sql`).
 */
export async function eraseEntries(
  scope: WriteScope,
  subscriberId: string,
  where: SQL,
  { json }: Pick<Eraser, 'json'>,
): Promise<void> {
  const allow = (id: string) =>
    scope.db.execute(sql`select set_config('demarc.erased_subscriber', ${id}, true)`);
  await allow(subscriberId);
  await rewrite(scope, { table: 'audit_entry', key: 'id', column: 'changes', where }, json);
  await allow('');
}
