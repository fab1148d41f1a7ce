import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { subscriberTag, tag } from '../../../drizzle/schema/note.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { subscriberTabs } from '../../contract/portal/list-tabs.ts';
import type { subscriberListAll } from '../../contract/portal/subscriber.ts';
import type {
  SubscriberSnapshot,
  subscriberId,
  subscriberList,
  subscriberPage,
} from '../../contract/subscriber.ts';
import { arrayParameter } from '../../db/statement.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { defineCounts } from '../list/counts.ts';
import { equals, foundBy, isAnyOf } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { withStoredPhone } from '../list/local-phone.ts';
import type { ListOptions } from '../list/options.ts';
import { subscriberResource, waysToSubscriber } from '../model/subscriber/resource.ts';

/** @throws NOT_FOUND */
export async function getSubscriber(
  scope: Scope,
  { id }: z.output<typeof subscriberId>,
): Promise<SubscriberSnapshot> {
  return presentOne(scope, subscriberResource, await find(scope, subscriberResource, id));
}

const options: ListOptions<z.output<typeof subscriberListAll>> = {
  counted: 'by status',
  filters: {
    status: equals(subscriber.status),
    statusIn: isAnyOf(subscriber.status),
    email: equals(subscriber.email),
    phone: equals(subscriber.phone),
    externalUserId: equals(subscriber.externalUserId),
    accountNumber: equals(subscriber.accountNumber),
    q: foundBy(waysToSubscriber),
    tags: {
      where: (names) => sql`${subscriber.id} in (
        select ${subscriberTag.subscriberId} from ${subscriberTag}
        join ${tag} on ${tag.providerId} = ${subscriberTag.providerId} and ${tag.id} = ${subscriberTag.tagId}
        where ${tag.providerId} = ${sql.placeholder('providerId')} and lower(${tag.name}) = any(${names}::text[]))`,
      value: (names) => arrayParameter(names.map((name) => name.trim().toLowerCase())),
    },
  },
  sortable: {
    firstName: { text: subscriber.firstName },
    lastName: { text: subscriber.lastName },
    email: { text: subscriber.email },
  },
};

const list = defineList<typeof subscriberResource, z.output<typeof subscriberListAll>>(
  subscriberResource,
  options,
);

/**
 * Subscribers of every status, with the portal's filters. Phone numbers are compared as E.164. Contract: Lists.
 * @throws VALIDATION_FAILED for a phone number that is none in the organisation's country
 */
export async function listAllSubscribers(
  scope: Scope,
  input: z.output<typeof subscriberListAll>,
): Promise<z.output<typeof subscriberPage>> {
  return list(scope, await withStoredPhone(scope, input));
}

/**
 * The same with the filters of the REST API. Contract: Lists.
 * @throws VALIDATION_FAILED as `listAllSubscribers`
 */
export async function listSubscribers(
  scope: Scope,
  input: z.output<typeof subscriberList>,
): Promise<z.output<typeof subscriberPage>> {
  return list(scope, await withStoredPhone(scope, input));
}
/** The number of subscribers of each tab. */
export const countSubscribers = defineCounts(subscriberResource, options, subscriberTabs);
