import { and, eq, isNotNull } from 'drizzle-orm';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { hasEnded, isInService } from '../../contract/subscription-rules.ts';
import { isOneOf } from '../../db/statement.ts';
import { applyRadius, readPasswords } from '../../radius/apply.ts';
import { newPassword } from '../../radius/credentials.ts';
import { type DesiredUser, type Speed, throttled } from '../../radius/desired.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import type { SubscriberRow } from '../model/subscriber/resource.ts';
import type { SubscriptionRow } from '../model/subscription/resource.ts';
import { enqueueSessionChanges } from './enqueue-session-changes.ts';
import { readThrottles } from './read-throttles.ts';

/** A subscription with credentials. */
type NetworkUserRow = SubscriptionRow & { radiusUsername: string };

/** Whether a subscription has credentials. They stay when it ends, without rows for FreeRADIUS. */
export function hasUsername(row: SubscriptionRow): row is NetworkUserRow {
  return row.radiusUsername !== null;
}

/**
 * Brings the RADIUS rows of subscriptions in line with their states. Session changes are enqueued for the sessions whose
 * speed or access changed. Subscriptions without credentials are skipped; an existing password is kept.
 * @param held ids of subscribers with a manual hold
 */
export async function syncRadius(
  scope: WriteScope,
  rows: SubscriptionRow[],
  held: ReadonlySet<string>,
): Promise<void> {
  const users = rows.filter(hasUsername);
  if (users.length === 0) return;
  const passwords = await readPasswords(
    scope,
    users.map((row) => row.radiusUsername),
  );
  const throttles = await readThrottles(scope, users);
  const changed = await applyRadius(
    scope,
    users.map((row) => desiredUser(row, held.has(row.subscriberId), passwords, throttles.get(row.id))),
  );
  await enqueueSessionChanges(
    scope,
    // A new user has no sessions.
    users.filter(({ radiusUsername: name }) => passwords.has(name) && changed.has(name)).map(({ id }) => id),
  );
}

/** As `syncRadius`, for all subscriptions of these subscribers. The rows show which of them are under a manual hold. */
export async function syncRadiusOfSubscribers(
  scope: WriteScope,
  subscribers: SubscriberRow[],
): Promise<void> {
  const rows = await scope.db
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.providerId, scope.providerId),
        isOneOf(
          subscription.subscriberId,
          subscribers.map((row) => row.id),
        ),
        isNotNull(subscription.radiusUsername),
      ),
    );
  const held = subscribers.filter((row) => row.heldAt !== null).map((row) => row.id);
  await syncRadius(scope, rows, new Set(held));
}

/**
 * Replaces the password of a network user; access and speed stay the same.
 * @returns the password in clear text. Never log it.
 */
export async function replaceNetworkPassword(scope: WriteScope, row: NetworkUserRow): Promise<string> {
  const password = newPassword();
  const held = await subscribersOnHold(scope, [row]);
  const passwords = new Map([[row.radiusUsername, password]]);
  const throttle = (await readThrottles(scope, [row])).get(row.id);
  await applyRadius(scope, [desiredUser(row, held.has(row.subscriberId), passwords, throttle)]);
  return password;
}

/** The ids of the subscribers of these subscriptions who are under a manual hold. */
export async function subscribersOnHold(scope: Scope, rows: SubscriptionRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const held = await scope.db
    .select({ id: subscriber.id })
    .from(subscriber)
    .where(
      and(
        eq(subscriber.providerId, scope.providerId),
        isOneOf(
          subscriber.id,
          rows.map((row) => row.subscriberId),
        ),
        isNotNull(subscriber.heldAt),
      ),
    );
  return new Set(held.map((row) => row.id));
}

/**
 * The desired RADIUS state of a subscription with credentials.
 * @param passwords the stored passwords by user name; a user without one gets a new password
 * @param throttle the throttle rate in Mbps, if the subscription is past its data cap
 */
export function desiredUser(
  row: NetworkUserRow,
  isHeld: boolean,
  passwords: ReadonlyMap<string, string>,
  throttle?: Speed,
): DesiredUser {
  const username = row.radiusUsername;
  const speed = row.termsSpeed;
  if (hasEnded(row)) return { username, access: 'removed' };
  if (!speed) throw new Error(`${row.id} has credentials but never had a cycle`);
  return {
    username,
    password: passwords.get(username) ?? newPassword(),
    access: isInService(row.status) && !isHeld ? 'in_service' : 'suspended',
    speed: throttle ? throttled(speed, throttle) : speed,
    ipv4: row.ipv4 ?? { mode: 'none' },
  };
}
