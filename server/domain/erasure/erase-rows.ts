import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { installation } from '../../../drizzle/schema/installation.ts';
import { externalService } from '../../../drizzle/schema/integration.ts';
import { mail } from '../../../drizzle/schema/mail.ts';
import { note, subscriberTag, tag } from '../../../drizzle/schema/note.ts';
import { savedView } from '../../../drizzle/schema/saved-view.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { WriteScope } from '../../db/scope.ts';
import { isOneOf } from '../../db/statement.ts';
import { owned } from '../../state/resource.ts';
import { transitionAll } from '../../state/transition.ts';
import { emailResource } from '../model/email/resource.ts';
import type { Eraser } from './eraser.ts';
import type { Owned } from './owned.ts';
import { rewrite } from './rewrite.ts';

/**
 * Erases personal data in the rows of a subscriber. Notes and tags are deleted. Texts of money records lose the person's names
 * and stay otherwise; other free text goes.
 */
export async function eraseRows(
  scope: WriteScope,
  subscriberId: string,
  { subscriptions, payments }: Owned,
  eraser: Eraser,
): Promise<void> {
  const { db, providerId } = scope;
  await db.delete(note).where(and(eq(note.providerId, providerId), eq(note.subscriberId, subscriberId)));
  await db
    .delete(subscriberTag)
    .where(and(eq(subscriberTag.providerId, providerId), eq(subscriberTag.subscriberId, subscriberId)));
  const ofSubscription = (column: PgColumn) => isOneOf(column, subscriptions);
  await db
    .update(subscription)
    .set({ externalReference: null })
    .where(and(eq(subscription.providerId, providerId), eq(subscription.subscriberId, subscriberId)));
  await db
    .update(installation)
    .set({ notes: null })
    .where(and(eq(installation.providerId, providerId), ofSubscription(installation.subscriptionId)));
  await db
    .update(externalService)
    .set({ customerId: null, login: null })
    .where(and(eq(externalService.providerId, providerId), ofSubscription(externalService.subscriptionId)));
  await eraseMoneyTexts(scope, subscriberId, payments, eraser);
  await eraseEmails(scope, subscriberId, eraser);
}

/** Amounts, numbers, dates and the rest of each text stay, because accounting needs them. */
async function eraseMoneyTexts(
  scope: WriteScope,
  subscriberId: string,
  payments: string[],
  { text }: Eraser,
): Promise<void> {
  const ofSubscriber = sql`subscriber_id = ${subscriberId}`;
  const ofPayment = sql`payment_id = any(${sql.param(payments)})`;
  await rewrite(scope, { table: 'charge', key: 'id', column: 'description', where: ofSubscriber }, text);
  await rewrite(scope, { table: 'charge', key: 'id', column: 'reason', where: ofSubscriber }, text);
  await rewrite(scope, { table: 'refund', key: 'id', column: 'note', where: ofSubscriber }, text);
  await rewrite(
    scope,
    { table: 'checkout', key: 'payment_id', column: 'description', where: ofPayment },
    text,
  );
  await rewrite(scope, { table: 'gateway_refund', key: 'id', column: 'failure', where: ofPayment }, text);
  await rewrite(
    scope,
    { table: 'payment', key: 'id', column: 'reference', where: ofSubscriber },
    // References are unique, and two could be equal without the names.
    (reference, id) => (text(reference) === reference ? reference : id),
  );
}

/** Emails that wait are dropped. The others stay without the address that they were sent to. */
async function eraseEmails(scope: WriteScope, subscriberId: string, { text, json }: Eraser): Promise<void> {
  const own = and(owned(scope, emailResource), eq(mail.subscriberId, subscriberId));
  const queued = await scope.db
    .select()
    .from(mail)
    .where(and(own, eq(mail.status, 'QUEUED')))
    .for('no key update');
  await transitionAll(scope, emailResource, queued, 'drop', {
    nextAttemptAt: null,
    error: 'The subscriber is erased.',
  });
  await scope.db.update(mail).set({ sentTo: null }).where(own);
  const ofSubscriber = sql`subscriber_id = ${subscriberId}`;
  await rewrite(scope, { table: 'mail', key: 'id', column: 'error', where: ofSubscriber }, text);
  await rewrite(
    scope,
    { table: 'mail', key: 'id', column: 'facts', isJson: true, where: ofSubscriber },
    json,
  );
}

/** Deletes the saved views that name the person, and the tags that do and are on no other subscriber. */
export async function eraseLabels(
  { db, providerId }: WriteScope,
  namesPerson: (text: string) => boolean,
): Promise<void> {
  const views = await db
    .select({ id: savedView.id, name: savedView.name, query: savedView.query })
    .from(savedView)
    .where(eq(savedView.providerId, providerId));
  const telling = views.filter(({ name, query }) =>
    [name, ...new URLSearchParams(query).values()].some(namesPerson),
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
        isOneOf(tag.id, idsOf(tags.filter(({ name }) => namesPerson(name)))),
        sql`not exists (select from subscriber_tag on_it where on_it.provider_id = ${providerId} and on_it.tag_id = ${tag.id})`,
      ),
    );
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
