import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { event } from '../../../drizzle/schema/provider.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { EventEnvelope } from '../../contract/events.ts';
import type { Page } from '../../contract/paging.ts';
import type { ClockEvent, clockEventList } from '../../contract/portal/test-clock.ts';
import { isOneOf } from '../../db/statement.ts';
import { parseBodies } from '../../work/parse-bodies.ts';
import type { Scope } from '../../work/scope.ts';
import { equals } from '../list/filters.ts';
import { defineRowList } from '../list/list.ts';
import { eventResource } from '../model/event/resource.ts';
import { subscriberName } from '../model/subscriber/name.ts';
import { requireSandbox } from './sandbox.ts';

const listRows = defineRowList<typeof eventResource, z.output<typeof clockEventList>>(eventResource, {
  timeById: true,
  filters: {
    correlationId: equals(event.correlationId),
    type: equals(event.type),
    // Some snapshots have no `subscriberId`; those of a subscription contain its id in the body.
    subscriberId: {
      where: (id) => sql`(${event.resourceId} = ${id} or strpos(${event.body}, ${id}::text) > 0 or exists (
        select from ${subscription} where ${subscription.providerId} = ${event.providerId}
          and ${subscription.subscriberId} = ${id} and strpos(${event.body}, ${subscription.id}) > 0))`,
    },
  },
  sortable: { occurredAt: event.occurredAt },
});

/**
 * The events of an advance of the clock, each with its subscriber.
 * @throws FORBIDDEN for a live provider
 */
export async function listCaused(
  scope: Scope,
  input: z.output<typeof clockEventList>,
): Promise<Page<ClockEvent>> {
  requireSandbox(scope);
  const { rows, meta } = await listRows(scope, input);
  const events = await parseBodies(rows);
  const subscriptions = events.map(subscriptionOf);
  const owners = await ownersOf(scope, events.map(subscriberOf), subscriptions);
  const data = events.map((each, i) => {
    const subscriptionId = subscriptions[i] ?? null;
    const owner = owners.get(subscriberOf(each)) ?? owners.get(subscriptionId ?? null) ?? null;
    return { event: each, subscriptionId, subscriber: owner };
  });
  return { data, meta };
}

function subscriptionOf({ data: { object, current } }: EventEnvelope): string | null {
  const id = object === 'subscription' ? current.id : current.subscriptionId;
  return typeof id === 'string' ? id : null;
}

function subscriberOf({ data: { object, current } }: EventEnvelope): string | null {
  const id = object === 'subscriber' ? current.id : current.subscriberId;
  return typeof id === 'string' ? id : null;
}

type Owner = { id: string; name: string };

/** The subscribers, by their own ids and by the ids of their subscriptions. */
async function ownersOf(
  scope: Scope,
  subscriberIds: (string | null)[],
  subscriptionIds: (string | null)[],
): Promise<Map<string | null, Owner>> {
  const owner = { id: subscriber.id, name: subscriberName };
  const own = scope.db
    .select(owner)
    .from(subscriber)
    .where(and(eq(subscriber.providerId, scope.providerId), isOneOf(subscriber.id, present(subscriberIds))));
  const ofSubscriptions = scope.db
    .select({ ...owner, subscriptionId: subscription.id })
    .from(subscription)
    .innerJoin(
      subscriber,
      and(eq(subscriber.providerId, subscription.providerId), eq(subscriber.id, subscription.subscriberId)),
    )
    .where(
      and(eq(subscription.providerId, scope.providerId), isOneOf(subscription.id, present(subscriptionIds))),
    );
  const [named, served] = await Promise.all([own, ofSubscriptions]);
  return new Map<string | null, Owner>([
    ...named.map((each) => [each.id, each] as const),
    ...served.map(({ subscriptionId, ...each }) => [subscriptionId, each] as const),
  ]);
}

function present(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
