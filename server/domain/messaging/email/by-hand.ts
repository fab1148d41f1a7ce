import { sql } from 'drizzle-orm';
import { DAY_MS } from '../../../contract/days.ts';
import type { MessageChannel } from '../../../contract/enums.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { requireAttemptLeft } from '../../model/attempts.ts';
import type { SubscriberRow } from '../../model/subscriber/resource.ts';

/** Messages by hand to one number or address within a day. A landlord may have the address of each of the tenants. */
const MAX_TO_ONE = 200;

/** Messages by hand of an account within a day: more than twenty to each subscriber, and enough for an account that begins. */
const MAX_OF_SUBSCRIBER = 20;
const MAX_OF_SMALL = 1_000;

type Reader = Pick<SubscriberRow, 'email' | 'phone'>;

/** The number or address that a subscriber has on a channel. */
export function recipientOn({ email, phone }: Reader, channel: MessageChannel): string {
  return channel === 'EMAIL' ? email : phone;
}

/**
 * Counts a message that a person or a program sends by hand to a number or an address, which staff can change to that of a stranger.
 * Contract: Messages.
 * @throws RATE_LIMITED
 */
export async function requireFewTo({ db, providerId }: WriteScope, recipient: string): Promise<void> {
  await requireAttemptLeft(
    db,
    ['by-hand', 'to', providerId, recipient],
    { max: MAX_TO_ONE, withinMs: DAY_MS },
    { message: `At most ${MAX_TO_ONE} messages by hand go to one number or address within a day.` },
  );
}

/**
 * Counts messages by hand of an account. To be called last, because other messages of the account wait for the transaction then.
 * Contract: Messages.
 * @throws RATE_LIMITED
 */
export async function requireFewOfAccount({ db, providerId }: WriteScope, messages: number): Promise<void> {
  const [kept] = await db.execute<{ n: number }>(sql`
    select coalesce(sum(n), 0)::int as n from row_count where provider_id = ${providerId} and resource = 'subscriber'`);
  const max = MAX_OF_SMALL + MAX_OF_SUBSCRIBER * (kept?.n ?? 0);
  await requireAttemptLeft(
    db,
    ['by-hand', 'account', providerId],
    { max, withinMs: DAY_MS },
    { count: messages, message: `This account sends at most ${max} messages by hand within a day.` },
  );
}

/**
 * Counts one message by hand, for its reader and for the account.
 * @throws RATE_LIMITED
 */
export async function requireFewByHand(scope: WriteScope, recipient: string): Promise<void> {
  await requireFewTo(scope, recipient);
  await requireFewOfAccount(scope, 1);
}
