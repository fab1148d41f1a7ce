import { and, eq } from 'drizzle-orm';

import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import { type SubscriberCreate, subscriberCreate } from '../../../contract/subscriber.ts';
import type { Scope, WriteScope } from '../../../db/scope.ts';
import type { ExternalCustomer } from '../../../integrations/command.ts';
import { findOrNull, owned } from '../../../state/resource.ts';
import { type SubscriberRow, subscriberResource } from '../../model/subscriber/resource.ts';
import { createSubscriber } from '../../subscriber/create.ts';
import { updateSubscriber } from '../../subscriber/update.ts';

import { type Cause, done, failed, ignored, type Outcome } from './outcome.ts';

/**
 * The subscriber that a service's customer is: the one with its id as `externalUserId`, or a new one where the event tells
 * all that is needed. Contract: Inbound.
 * @returns the subscriber's id; null for a customer who is not known
 * @throws what `createSubscriber` refuses
 */
export async function customerOf(scope: WriteScope, customer: ExternalCustomer): Promise<string | null> {
  const known = await findCustomer(scope, customer);
  if (known) return known.id;
  const whole = subscriberCreate.safeParse(told(customer));
  if (customer.externalId === null || !whole.success) return null;
  return (await createSubscriber(scope, whole.data)).id;
}

/**
 * A customer is as the event says: what it tells of a subscriber is taken over, what it does not tell stays. One that is
 * not known is taken in, if it is told whole. Contract: Inbound.
 * @throws Email already in use…, Phone already in use…
 */
export async function putCustomer(
  scope: WriteScope,
  { isTrusted }: Cause,
  { customer }: { customer: ExternalCustomer },
): Promise<Outcome> {
  const known = await findCustomer(scope, customer);
  if (!known) {
    const whole = subscriberCreate.safeParse(told(customer));
    if (!whole.success) return failed('CUSTOMER_UNKNOWN');
    await createSubscriber(scope, whole.data);
    return done;
  }
  // What is kept was valid when it came: rules that are stricter by now concern what is told alone.
  const parsed = subscriberCreate.partial().safeParse(told(customer));
  if (!parsed.success) return failed('CUSTOMER_INVALID');
  const isSame = Object.entries(parsed.data).every(
    ([key, value]) => known[key as keyof typeof known] === value,
  );
  if (isSame) return ignored('UNCHANGED');
  // Emails go to this address. Whoever can change it can read them.
  if (!isTrusted) return failed('SIGNATURE_REQUIRED');
  await updateSubscriber(scope, { ...writableOf(known), ...parsed.data, id: known.id });
  return done;
}

/** Whether somebody has the id of an external system's customer. */
export async function isKnown(scope: Scope, externalId: string): Promise<boolean> {
  return (await idOf(scope, externalId)) !== undefined;
}

async function findCustomer(
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

/** What an event tells of a customer, by our names. */
function told({ externalId, ...fields }: ExternalCustomer) {
  return { externalUserId: externalId ?? undefined, ...defined(fields) };
}

/** What can be written of a subscriber, as it is. */
function writableOf(row: SubscriberRow): SubscriberCreate {
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
