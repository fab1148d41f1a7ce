import { and, eq, type SQL, sql } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { charge } from '../../../drizzle/schema/charge.ts';
import { customerPage } from '../../../drizzle/schema/customer-page.ts';
import { departure } from '../../../drizzle/schema/departure.ts';
import { prompt } from '../../../drizzle/schema/gateway.ts';
import { installation } from '../../../drizzle/schema/installation.ts';
import { externalService } from '../../../drizzle/schema/integration.ts';
import { mail } from '../../../drizzle/schema/mail.ts';
import { note, subscriberTag, tag } from '../../../drizzle/schema/note.ts';
import { receipt } from '../../../drizzle/schema/receipt.ts';
import { savedView } from '../../../drizzle/schema/saved-view.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { isOneOf } from '../../db/statement.ts';
import { transitionAll } from '../../state/transition.ts';
import { mapInTurns } from '../../work/map-in-turns.ts';
import type { WriteScope } from '../../work/scope.ts';
import { emailResource } from '../model/email/resource.ts';
import { NO_PAYER } from '../model/receipt/resource.ts';
import { ERASED, type Eraser } from './eraser.ts';
import { searchIn } from './names.ts';
import { type Person, rowsAbout } from './personal-data.ts';
import { rewrite } from './rewrite.ts';

/**
 * Erases personal data in the rows of a subscriber. Notes and tags are deleted. Texts of money records lose the person's names
 * and stay otherwise; other free text goes.
 */
export async function eraseRows(scope: WriteScope, person: Person, eraser: Eraser): Promise<void> {
  const { db } = scope;
  const about = (table: string) => rowsAbout(person, table);
  await db.delete(note).where(about('note'));
  await db.delete(customerPage).where(about('customer_page'));
  await db.delete(subscriberTag).where(about('subscriber_tag'));
  await db.update(subscription).set({ externalReference: null, metadata: null }).where(about('subscription'));
  await db
    .update(installation)
    .set({ notes: null, serialNumber: null, macAddress: null, metadata: null })
    .where(about('installation'));
  await db.update(departure).set({ note: null }).where(about('departure'));
  await db.update(charge).set({ metadata: null }).where(about('charge'));
  await db.update(payment).set({ metadata: null }).where(about('payment'));
  await db.update(externalService).set({ customerId: null, login: null }).where(about('external_service'));
  await db.update(prompt).set({ phone: '' }).where(about('prompt'));
  await db.update(receipt).set(NO_PAYER).where(about('receipt'));
  await eraseMoneyTexts(scope, person, eraser);
  await eraseEmails(scope, person, eraser);
}

/** Amounts, numbers, dates and the rest of each text stay, because accounting needs them. */
async function eraseMoneyTexts(scope: WriteScope, person: Person, { text }: Eraser): Promise<void> {
  const erase = (
    table: string,
    key: string,
    column: string,
    edit: (text: string, id: string) => string = text,
  ) => rewrite(scope, { table, key, column, where: rowsAbout(person, table) }, edit);
  await erase('charge', 'id', 'description');
  await erase('charge', 'id', 'reason');
  await erase('refund', 'id', 'note');
  await erase('balance_transaction', 'id', 'note');
  await erase('checkout', 'payment_id', 'description');
  await erase('gateway_refund', 'id', 'failure');
  await erase('prompt', 'payment_id', 'result_text');
  await erase('prompt', 'payment_id', 'failure');
  // References are unique, and two could be equal without the names.
  await erase('payment', 'id', 'reference', (reference, id) =>
    text(reference) === reference ? reference : id,
  );
}

/** Emails that wait are dropped. The others stay without the address that they were sent to. */
async function eraseEmails(scope: WriteScope, person: Person, { text, json }: Eraser): Promise<void> {
  const where = rowsAbout(person, 'mail');
  const queued = await scope.db
    .select()
    .from(mail)
    .where(and(where, eq(mail.status, 'QUEUED')))
    .for('no key update');
  await transitionAll(scope, emailResource, queued, 'drop', {
    nextAttemptAt: null,
    error: 'The subscriber is erased.',
  });
  await scope.db.update(mail).set({ sentTo: null }).where(where);
  await eraseNotices(scope, person);
  await rewrite(scope, { table: 'mail', key: 'id', column: 'error', where }, text);
  await rewrite(scope, { table: 'mail', key: 'id', column: 'facts', isJson: true, where }, json);
}

/** The texts of notices to this person alone. Those to several people lose the name with the logs. */
async function eraseNotices({ db }: WriteScope, person: Person): Promise<void> {
  const isToOthers = (announcement: SQL) => sql`exists (
    select from announcement_reader r
    where r.provider_id = ${person.providerId} and r.announcement_id = ${announcement} and r.subscriber_id <> ${person.subscriberId})`;
  await db.execute(sql`
    update message_text t set subject = null, body = ${ERASED}
    where ${rowsAbout(person, 'message_text')} and t.kind = 'NOTICE'
      and not exists (
        select from mail m where m.provider_id = t.provider_id and m.text_id = t.id and m.subscriber_id <> ${person.subscriberId})
      and not exists (
        select from announcement a
        where a.provider_id = t.provider_id and t.id in (a.email_text_id, a.sms_text_id) and ${isToOthers(sql`a.id`)})`);
  await db.execute(sql`
    update announcement a set page_text = ${ERASED}
    where ${rowsAbout(person, 'announcement')} and page_text is not null and not ${isToOthers(sql`a.id`)}`);
}

/** Deletes the saved views that name the person or search for the person, and the tags that do and are on no other subscriber. */
export async function eraseLabels(
  { db, providerId }: WriteScope,
  namesPerson: (text: string) => boolean,
  isForPerson: (search: string) => boolean,
): Promise<void> {
  const views = await db
    .select({ id: savedView.id, name: savedView.name, query: savedView.query })
    .from(savedView)
    .where(eq(savedView.providerId, providerId));
  const telling = await inTurns(
    views,
    ({ name, query }) =>
      [name, ...new URLSearchParams(query).values()].some(namesPerson) || searchIn(query).some(isForPerson),
  );
  const tags = await db
    .select({ id: tag.id, name: tag.name })
    .from(tag)
    .where(eq(tag.providerId, providerId));
  await db
    .delete(savedView)
    .where(and(eq(savedView.providerId, providerId), isOneOf(savedView.id, idsOf(telling))));
  await db
    .delete(tag)
    .where(
      and(
        eq(tag.providerId, providerId),
        isOneOf(tag.id, idsOf(await inTurns(tags, ({ name }) => namesPerson(name)))),
        sql`not exists (select from subscriber_tag on_it where on_it.provider_id = ${providerId} and on_it.tag_id = ${tag.id})`,
      ),
    );
}

/** As `filter`, with turns for other requests. */
async function inTurns<T>(rows: readonly T[], isWanted: (row: T) => boolean): Promise<T[]> {
  return (await mapInTurns(rows, (row) => (isWanted(row) ? [row] : []))).flat();
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
