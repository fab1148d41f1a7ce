import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { parsePhone } from '../../contract/primitives.ts';
import type { SubscriberSnapshot, subscriberId, subscriberList } from '../../contract/subscriber.ts';
import type { Scope } from '../../db/scope.ts';
import { find, presentOne } from '../../state/resource.ts';
import { contains, defineList, equals } from '../list/list.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

/** @throws NOT_FOUND */
export async function getSubscriber(
  scope: Scope,
  { id }: z.output<typeof subscriberId>,
): Promise<SubscriberSnapshot> {
  return presentOne(scope, subscriberResource, await find(scope, subscriberResource, id));
}

/** The expression of the index `subscriber_search`. PostgreSQL uses the index only for the identical text. */
const searched = sql.raw(
  `("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "phone" || ' ' || coalesce("external_user_id", ''))`,
);

/** Subscribers of every status. Phone numbers are compared as E.164. Contract: Lists. */
export const listSubscribers = defineList<typeof subscriberResource, z.output<typeof subscriberList>>(
  subscriberResource,
  {
    counted: true,
    filters: {
      status: equals(subscriber.status),
      email: equals(subscriber.email),
      phone: equals(subscriber.phone, (given) => parsePhone(given) ?? given),
      externalUserId: equals(subscriber.externalUserId),
      q: contains(searched),
    },
    sortable: { firstName: subscriber.firstName, lastName: subscriber.lastName, email: subscriber.email },
  },
);
