import type { z } from 'zod';
import {
  type SubscriberCreate,
  type SubscriberSnapshot,
  type subscriberPatch,
  subscriberUpdate,
} from '../../contract/subscriber.ts';
import { change, shown } from '../../state/record.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { storedMetadata } from '../model/metadata.ts';
import { patched } from '../model/patched.ts';
import { replacing } from '../model/replacing.ts';
import { requireNotErased } from '../model/subscriber/erased.ts';
import { everyChannel } from '../model/subscriber/every-channel.ts';
import { type SubscriberRow, subscriberResource } from '../model/subscriber/resource.ts';
import { mapUniqueViolations } from '../model/unique-violations.ts';
import { takenFields } from './taken.ts';

/** The fields that a replacement clears when it omits them. */
const cleared = {
  companyName: null,
  taxId: null,
  externalUserId: null,
  street: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  language: null,
  contactPreferences: everyChannel,
  metadata: null,
};

/**
 * Replaces a subscriber's writable fields. Contract: Subscriber.
 * @throws NOT_FOUND; IMMUTABLE once erased; Email already in use…, Phone already in use…; CONFLICT for an externalUserId in
 *   use; all of them as one
 */
export async function updateSubscriber(
  scope: WriteScope,
  input: z.output<typeof subscriberUpdate>,
): Promise<SubscriberSnapshot> {
  return replace(scope, await lockWritable(scope, input.id), input);
}

/**
 * Changes the given fields, as the replacement with the others as they are. Contract: Changing part of a resource.
 * @throws as `updateSubscriber`
 */
export async function patchSubscriber(
  scope: WriteScope,
  given: z.output<typeof subscriberPatch>,
): Promise<SubscriberSnapshot> {
  const before = await lockWritable(scope, given.id);
  return replace(scope, before, patched(subscriberUpdate, shown(subscriberResource, before), given));
}

/** @throws NOT_FOUND; IMMUTABLE once erased */
async function lockWritable(scope: WriteScope, id: string): Promise<SubscriberRow> {
  const row = await findForUpdate(scope, subscriberResource, id);
  requireNotErased(row);
  return row;
}

async function replace(
  scope: WriteScope,
  before: SubscriberRow,
  { id: _, ...input }: z.output<typeof subscriberUpdate>,
): Promise<SubscriberSnapshot> {
  const fields = replacing({ ...input, metadata: storedMetadata(input.metadata) }, cleared);
  return presentOne(scope, subscriberResource, await write(scope, before, fields));
}

/**
 * Changes the given valid fields of a locked row, and no other: a field that a rule of today would refuse stays as it is.
 * @throws as `updateSubscriber`, but NOT_FOUND
 */
export async function changeFields(
  scope: WriteScope,
  before: SubscriberRow,
  { metadata, ...given }: Partial<SubscriberCreate>,
): Promise<void> {
  requireNotErased(before);
  await write(scope, before, { ...given, metadata: storedMetadata(metadata) });
}

function write(
  scope: WriteScope,
  before: SubscriberRow,
  fields: Parameters<typeof change<typeof subscriberResource>>[3],
): Promise<SubscriberRow> {
  return mapUniqueViolations(
    scope,
    () => change(scope, subscriberResource, before, fields, { emits: 'subscriber.updated' }),
    () => takenFields(scope, { ...before, ...fields }, before.id),
  );
}
