import { and, eq } from 'drizzle-orm';

import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import type { SubscriberCreate } from '../../contract/subscriber.ts';
import type { ExternalCustomer } from '../../integrations/command.ts';
import { findOrNull, owned } from '../../state/resource.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { type SubscriberRow, subscriberResource } from '../model/subscriber/resource.ts';
import { createSubscriber } from '../subscriber/create.ts';
import { takenFields } from '../subscriber/taken.ts';
import { changeFields } from '../subscriber/update.ts';
import { changedFields, completeFields, customerFields } from './customer-fields.ts';
import { type Cause, done, failed, type InboundOutcome, ignored } from './outcome.ts';

/**
 * The subscriber whose `externalUserId` is the customer's id. A new one is created if the event has all required fields.
 * Contract: Inbound.
 * @returns the subscriber's id; null if there is none and the fields do not suffice
 * @throws the refusals of `createSubscriber`
 */
export async function findOrCreateSubscriber(
  scope: WriteScope,
  customer: ExternalCustomer,
): Promise<string | null> {
  const known = await findSubscriber(scope, customer);
  if (known) return known.id;
  if (customer.externalId === null) return null;
  const complete = completeFields(await customerFields(scope, customer));
  return complete && (await createSubscriber(scope, complete)).id;
}

/**
 * Updates the subscriber of a customer with the fields of the event; absent fields stay. A field that is invalid, or that
 * another subscriber has, fails the event, and the others are still written. An unknown customer becomes a new subscriber if the
 * event has all required fields. Contract: Inbound.
 * @throws the refusals of `createSubscriber` and `changeFields`
 */
export async function putCustomer(
  scope: WriteScope,
  { isTrusted }: Cause,
  { customer }: { customer: ExternalCustomer },
): Promise<InboundOutcome> {
  const fields = await customerFields(scope, customer);
  const { faults } = fields;
  const known = await findSubscriber(scope, customer);
  if (!known) {
    const complete = completeFields(fields);
    if (!complete) return failed(faults.length > 0 ? 'CUSTOMER_INVALID' : 'CUSTOMER_UNKNOWN', faults);
    await createSubscriber(scope, complete);
    return done;
  }
  const changed = changedFields(known, fields, customer.name !== undefined);
  const isSame = Object.keys(changed).length === 0;
  if (isSame) return faults.length > 0 ? failed('CUSTOMER_INVALID', faults) : ignored('UNCHANGED');
  // Emails go to the new address, so an unsigned event must not change it.
  if (!isTrusted) return failed('SIGNATURE_REQUIRED');
  const taken = await takenOf(scope, known, changed);
  const wanted = without(changed, taken?.body.rejectionReasons.map(({ field }) => field) ?? []);
  if (Object.keys(wanted).length > 0) {
    await changeFields(scope, known, wanted);
  }
  if (taken) return failed(taken.key, [...taken.body.rejectionReasons, ...faults]);
  return faults.length > 0 ? failed('CUSTOMER_INVALID', faults) : done;
}

/** The refusal of the changed fields that another subscriber has. */
function takenOf(scope: WriteScope, { id, email, phone }: SubscriberRow, changed: Partial<SubscriberCreate>) {
  if (changed.email === undefined && changed.phone === undefined) return undefined;
  return takenFields(scope, { email: changed.email ?? email, phone: changed.phone ?? phone }, id);
}

function without(fields: Partial<SubscriberCreate>, names: string[]): Partial<SubscriberCreate> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Whether a subscriber has the customer's id as `externalUserId`. */
export async function isKnownCustomer(scope: Scope, externalId: string): Promise<boolean> {
  return (await idOf(scope, externalId)) !== undefined;
}

async function findSubscriber(
  scope: WriteScope,
  { externalId }: ExternalCustomer,
): Promise<SubscriberRow | null> {
  const id = externalId === null ? undefined : await idOf(scope, externalId);
  return id === undefined ? null : findOrNull(scope, subscriberResource, id, 'update');
}

async function idOf(scope: Scope, externalId: string): Promise<string | undefined> {
  const [row] = await scope.db
    .select({ id: subscriber.id })
    .from(subscriber)
    .where(and(owned(scope, subscriberResource), eq(subscriber.externalUserId, externalId)));
  return row?.id;
}
