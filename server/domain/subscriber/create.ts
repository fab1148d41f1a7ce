import type { SubscriberCreate, SubscriberSnapshot } from '../../contract/subscriber.ts';
import { create } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { storedMetadata } from '../model/metadata.ts';
import { newAccountNumber } from '../model/subscriber/account-number.ts';
import { everyChannel } from '../model/subscriber/every-channel.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { mapUniqueViolations } from '../model/unique-violations.ts';
import { takenFields } from './taken.ts';

/**
 * Creates a subscriber. Contract: Subscriber.
 * @throws Email already in use…, Phone already in use…; CONFLICT for an externalUserId in use; all of them as one
 */
export async function createSubscriber(
  scope: WriteScope,
  input: SubscriberCreate,
): Promise<SubscriberSnapshot> {
  const row = await mapUniqueViolations(
    scope,
    () =>
      create(
        scope,
        subscriberResource,
        {
          ...input,
          // A default of the database would have to be read back, and the insert could not be collected.
          contactPreferences: input.contactPreferences ?? everyChannel,
          metadata: storedMetadata(input.metadata),
          accountNumber: newAccountNumber(),
          status: 'active',
        },
        { emits: 'subscriber.created' },
      ),
    () => takenFields(scope, input),
  );
  return presentOne(scope, subscriberResource, row);
}
