import { and, eq, ne, sql } from 'drizzle-orm';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import type { Scope } from '../../work/scope.ts';

/** Subscribers to whom an announcement goes: those given, each once and in the order given, without the terminated ones. */
export function readReaders(scope: Scope, subscriberIds: readonly string[]) {
  const ids = sql`${sql.param([...new Set(subscriberIds)])}::text[]`;
  return scope.db
    .select({
      id: subscriber.id,
      firstName: subscriber.firstName,
      lastName: subscriber.lastName,
      accountNumber: subscriber.accountNumber,
      contactPreferences: subscriber.contactPreferences,
    })
    .from(subscriber)
    .where(
      and(
        eq(subscriber.providerId, scope.providerId),
        sql`${subscriber.id} = any(${ids})`,
        ne(subscriber.status, 'terminated'),
      ),
    )
    .orderBy(sql`array_position(${ids}, ${subscriber.id})`);
}

export type AnnouncementReader = Awaited<ReturnType<typeof readReaders>>[number];
