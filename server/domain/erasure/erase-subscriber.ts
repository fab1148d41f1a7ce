import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import { fullNameOf } from '../../contract/full-name.ts';
import { openPaymentStatuses } from '../../contract/payment-rules.ts';
import type { subscriberErase } from '../../contract/portal/subscriber.ts';
import type { SubscriberSnapshot } from '../../contract/subscriber.ts';
import { isErased, isTerminated } from '../../contract/subscriber-rules.ts';
import { literals } from '../../db/statement.ts';
import { instantOfChange } from '../../state/record.ts';
import { find, findForUpdate, presentOne } from '../../state/resource.ts';
import { updateRows } from '../../state/write-rows.ts';
import { audit } from '../../work/audit.ts';
import { emit } from '../../work/emit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { type SubscriberRow, subscriberResource } from '../model/subscriber/resource.ts';
import { eraseHistory, readAuditedChanges } from './erase-history.ts';
import { eraseInboundEvents } from './erase-inbound.ts';
import { enqueueLogErasure } from './erase-logs.ts';
import { eraseLabels, eraseRows } from './erase-rows.ts';
import { ERASED_NAME, eraserOf } from './eraser.ts';
import { distinctive, knownOf, searchesFor, wordsOf } from './names.ts';
import { readPerson } from './personal-data.ts';

/**
 * Erases the personal data of a terminated subscriber, for good. Money records keep their amounts, numbers and dates, under a
 * placeholder name. The request log and other logs without an index by subscriber follow within minutes. Portal only. Contract:
 * Subscriber.
 * @throws NOT_FOUND; CONFIRMATION_MISMATCH unless `confirm` is the subscriber's name; CONFLICT once erased; PRECONDITION while
 *   the subscriber is not terminated or money is on its way
 */
export async function eraseSubscriber(
  scope: WriteScope,
  { id, confirm }: z.output<typeof subscriberErase>,
): Promise<SubscriberSnapshot> {
  const row = await findForUpdate(scope, subscriberResource, id);
  if (isErased(row)) throw refuse('CONFLICT', { field: 'id', message: 'The subscriber is already erased.' });
  if (!isTerminated(row)) {
    throw refuse('PRECONDITION', { field: 'id', message: 'Terminate the subscriber first.' });
  }
  requireName(row, confirm);
  await requireNoMoneyOnItsWay(scope, id);

  const known = knownOf(row, await readAuditedChanges(scope, id));
  const names = { distinctive: distinctive(known), words: wordsOf(known) };
  const eraser = eraserOf(names.words);
  const distinctiveEraser = eraserOf(names.distinctive);
  const person = await readPerson(scope, id, known.externalUserId);
  await eraseRows(scope, person, eraser);
  await eraseInboundEvents(scope, person.inbound);
  await eraseLabels(scope, (text) => distinctiveEraser.text(text) !== text, searchesFor(names.words));
  const at = await erasePerson(scope, row);
  await eraseHistory(scope, person, eraser);
  await enqueueLogErasure(scope, id, names);

  audit({ ...scope, now: at }, 'subscriber.erase', { type: 'subscriber', id });
  emit({ ...scope, now: at }, 'subscriber.deleted', {
    current: { id, deactivatedAt: row.deactivatedAt?.toISOString() ?? null },
  });
  return presentOne(scope, subscriberResource, await find(scope, subscriberResource, id));
}

function requireName(subscriber: SubscriberRow, confirm: string): void {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
  if (plain(confirm) === plain(fullNameOf(subscriber))) return;
  throw refuse('CONFIRMATION_MISMATCH', {
    message: 'The confirmation does not match the name of the subscriber.',
  });
}

/** Payments and refunds need the name of the person until they are final. */
async function requireNoMoneyOnItsWay({ db, providerId }: WriteScope, subscriberId: string): Promise<void> {
  const [open] = await db.execute(sql`
    select 1 from payment p
    where p.provider_id = ${providerId} and p.subscriber_id = ${subscriberId}
      and (p.status in (${literals(openPaymentStatuses)}) or p.refund_due or exists (
        select from gateway_refund g
        where g.provider_id = p.provider_id and g.payment_id = p.id and g.submitted_at is null))
    limit 1`);
  if (!open) return;
  throw refuse('PRECONDITION', {
    field: 'id',
    message: 'A payment or a refund is not over yet. Settle it, or wait until it expires.',
  });
}

/**
 * Writes the placeholders. Email and phone are unique and not null, so both have the id.
 * @returns the instant of the change, which is not before that of an edit for whose end the erasure waited
 */
async function erasePerson(scope: WriteScope, row: SubscriberRow): Promise<Date> {
  const { id } = row;
  const at = instantOfChange(scope, { row });
  await updateRows(scope, subscriberResource, [
    {
      ...{ id, ...ERASED_NAME, email: `${id}@erased.invalid`, phone: id, externalUserId: null },
      ...{ companyName: null, taxId: null },
      ...{ street: null, city: null, region: null, postalCode: null, country: null, metadata: null },
      ...{ erasedAt: at, updatedAt: at },
    },
  ]);
  return at;
}
