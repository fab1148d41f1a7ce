import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { isInService } from '../../contract/subscription-rules.ts';
import type { Scope, WriteScope } from '../../db/scope.ts';
import { applyRadius, readPasswords } from '../../radius/apply.ts';
import { newPassword } from '../../radius/credentials.ts';
import { type DesiredUser, type Speed, throttled } from '../../radius/desired.ts';
import type { SubscriberRow } from '../model/subscriber/resource.ts';
import { subscriptionMachine } from '../model/subscription/machine.ts';
import type { SubscriptionRow } from '../model/subscription/resource.ts';
import { adjustSessionsLater } from './enqueue-session-change.ts';
import { throttlesOf } from './throttles.ts';

/**
 * Makes the RADIUS rows say what the subscriptions' states mean, and has sessions online follow where they have to.
 * Those that never had credentials have no rows; a password is made once and kept.
 * @param held ids of subscribers with a manual hold
 */
export async function syncNetwork(
  scope: WriteScope,
  rows: SubscriptionRow[],
  held: ReadonlySet<string>,
): Promise<void> {
  const known = rows.filter((row) => row.radiusUsername !== null);
  if (known.length === 0) return;
  const passwords = await readPasswords(
    scope,
    known.map((row) => row.radiusUsername as string),
  );
  const throttles = await throttlesOf(scope, known);
  const changed = await applyRadius(
    scope,
    known.map((row) => desiredUser(row, held.has(row.subscriberId), passwords, throttles.get(row.id))),
  );
  await adjustSessionsLater(
    scope,
    // Nobody is online by a name that the network did not know before.
    known.flatMap(({ id, radiusUsername: name }) =>
      name !== null && passwords.has(name) && changed.has(name) ? [id] : [],
    ),
  );
}

/** The same for everything these subscribers have; their own state is in the rows given. */
export async function syncNetworkOf(scope: WriteScope, subscribers: SubscriberRow[]): Promise<void> {
  const rows = await scope.db
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.providerId, scope.providerId),
        sql`${subscription.subscriberId} = any(${sql.param(subscribers.map((row) => row.id))})`,
        isNotNull(subscription.radiusUsername),
      ),
    );
  const held = subscribers.filter((row) => row.heldAt !== null).map((row) => row.id);
  await syncNetwork(scope, rows, new Set(held));
}

/**
 * Gives a network user another password; what they may do stays the same.
 * @returns the password, in clear. Never log it.
 */
export async function replacePassword(scope: WriteScope, row: SubscriptionRow): Promise<string> {
  const password = newPassword();
  const held = await heldAmong(scope, [row]);
  const passwords = new Map([[row.radiusUsername as string, password]]);
  const throttle = (await throttlesOf(scope, [row])).get(row.id);
  await applyRadius(scope, [desiredUser(row, held.has(row.subscriberId), passwords, throttle)]);
  return password;
}

/** Which of these subscriptions' subscribers are under a manual hold. */
export async function heldAmong(scope: Scope, rows: SubscriptionRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const held = await scope.db
    .select({ id: subscriber.id })
    .from(subscriber)
    .where(
      and(
        eq(subscriber.providerId, scope.providerId),
        sql`${subscriber.id} = any(${sql.param(rows.map((row) => row.subscriberId))})`,
        isNotNull(subscriber.heldAt),
      ),
    );
  return new Set(held.map((row) => row.id));
}

/**
 * What the network is to know of a subscription that has credentials, by the passwords it knows already.
 * @param throttle the speed it is down to, in Mbps, once its data cap is used up
 */
export function desiredUser(
  row: SubscriptionRow,
  isHeld: boolean,
  passwords: ReadonlyMap<string, string>,
  throttle?: Speed,
): DesiredUser {
  const username = row.radiusUsername as string;
  const speed = row.termsSpeed;
  if (row.archivedAt !== null || subscriptionMachine.terminal.includes(row.status))
    return { username, access: 'gone' };
  if (!speed) throw new Error(`${row.id} has credentials but never had a cycle`);
  return {
    username,
    password: passwords.get(username) ?? newPassword(),
    access: isInService(row.status) && !isHeld ? 'in_service' : 'suspended',
    speed: throttle ? throttled(speed, throttle) : speed,
    ipv4: row.ipv4 ?? { mode: 'none' },
  };
}
