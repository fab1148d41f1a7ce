import { and, eq } from 'drizzle-orm';

import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { type SubscriberCreate, subscriberCreate } from '../../contract/subscriber.ts';
import type { Scope, WriteScope } from '../../db/scope.ts';
import type { ExternalCustomer } from '../../integrations/command.ts';
import { findOrNull, owned } from '../../state/resource.ts';
import { type SubscriberRow, subscriberResource } from '../model/subscriber/resource.ts';
import { createSubscriber } from '../subscriber/create.ts';
import { updateSubscriber } from '../subscriber/update.ts';

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
  const complete = subscriberCreate.safeParse(subscriberFields(customer));
  if (customer.externalId === null || !complete.success) return null;
  return (await createSubscriber(scope, complete.data)).id;
}

/**
 * Updates the subscriber of a customer with the fields of the event; absent fields stay. An unknown customer becomes a new
 * subscriber if the event has all required fields. Contract: Inbound.
 * @throws the refusals of `createSubscriber` and `updateSubscriber`
 */
export async function putCustomer(
  scope: WriteScope,
  { isTrusted }: Cause,
  { customer }: { customer: ExternalCustomer },
): Promise<InboundOutcome> {
  const known = await findSubscriber(scope, customer);
  if (!known) {
    const complete = subscriberCreate.safeParse(subscriberFields(customer));
    if (!complete.success) return failed('CUSTOMER_UNKNOWN');
    await createSubscriber(scope, complete.data);
    return done;
  }
  // Only the event's fields are checked: stored ones were valid under the rules of their time.
  const parsed = subscriberCreate.partial().safeParse(subscriberFields(customer));
  if (!parsed.success) return failed('CUSTOMER_INVALID');
  const isSame = Object.entries(parsed.data).every(
    ([key, value]) => known[key as keyof typeof known] === value,
  );
  if (isSame) return ignored('UNCHANGED');
  // Emails go to the new address, so an unsigned event must not change it.
  if (!isTrusted) return failed('SIGNATURE_REQUIRED');
  await updateSubscriber(scope, { ...writableFields(known), ...parsed.data, id: known.id });
  return done;
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

/** The fields of an external customer, by Demarc's names. */
function subscriberFields({ externalId, ...fields }: ExternalCustomer) {
  return { externalUserId: externalId ?? undefined, ...defined(fields) };
}

/** The writable fields of a subscriber. */
function writableFields(row: SubscriberRow): SubscriberCreate {
  const { firstName, lastName, email, phone } = row;
  return {
    ...{ firstName, lastName, email, phone },
    externalUserId: row.externalUserId ?? undefined,
    street: row.street ?? undefined,
    city: row.city ?? undefined,
    region: row.region ?? undefined,
    postalCode: row.postalCode ?? undefined,
    country: row.country ?? undefined,
  };
}

function defined(fields: Record<string, string | null | undefined>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}
