import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { provider } from '../../../../drizzle/schema/provider.ts';
import { type Refusal, refuse } from '../../../contract/errors.ts';
import { type RequiredStep, requiredSteps } from '../../../contract/portal/required-step.ts';
import { db } from '../../../db/client.ts';
import { isOneOf } from '../../../db/statement.ts';
import { KEEPS_CLOCK } from '../../../work/provider-clock.ts';

/** What the operator allows an account. Contract: Operator. */
export type AccountStatus = (typeof provider.$inferSelect)['status'];

/** What is left to do for a person whose selected account is not active. */
export const stepOfStatus = {
  ACTIVE: null,
  SUSPENDED: 'leaveSuspendedAccount',
  PAUSED: 'leavePausedAccount',
  MOVED: 'leavePausedAccount',
  CLOSED: 'leaveClosedAccount',
} as const satisfies Record<AccountStatus, RequiredStep | null>;

/**
 * Seconds after which a call may be repeated. A move by archive takes about a minute, one between cells has a pause of seconds. Contract:
 * Operator.
 */
const retryAfter: Partial<Record<AccountStatus, number>> = { PAUSED: 30, MOVED: 5 };

/** The refusal of every call to an account that is not active; null for an active one. Contract: Operator. */
export function accountRefusal(status: AccountStatus): Refusal | null {
  const step = stepOfStatus[status];
  if (!step) return null;
  const message = requiredSteps[step];
  const seconds = retryAfter[status];
  return seconds
    ? refuse('SERVICE_UNAVAILABLE', { message, retryAfter: seconds })
    : refuse('FORBIDDEN', { message });
}

/** The states in which an account has no reports, payments or background work. */
const stopped: AccountStatus[] = ['PAUSED', 'MOVED', 'CLOSED'];

/** Whether an account, a joined row of `provider`, is not closed. The addresses of a closed one are unknown. */
export const isKnownAccount = ne(provider.status, 'CLOSED');

/**
 * Checks that a report, a sender or a payer can reach an account now. Contract: Operator.
 * @throws SERVICE_UNAVAILABLE for an account that is paused or moved: it is repeated, also in another cell
 */
export function requireHere(status: AccountStatus): void {
  if (status === 'PAUSED' || status === 'MOVED') throw accountRefusal(status);
}

/** Whether a report can reach an account; false for an unknown and a closed one. @throws as `requireHere` */
export async function canReach(providerId: string): Promise<boolean> {
  const [found] = await db()
    .select({ status: provider.status })
    .from(provider)
    .where(and(eq(provider.id, providerId), isKnownAccount));
  if (found) requireHere(found.status);
  return found !== undefined;
}

/**
 * Whether background work of an account may begin: it is open, and its test clock is not being advanced. Contract: Operator, Time.
 * @param besideAdvance whether the work runs beside an advance
 */
export async function mayBeginWork(providerId: string, besideAdvance = false): Promise<boolean> {
  const isKept = sql<boolean>`${sql.raw(besideAdvance ? 'true' : KEEPS_CLOCK)}`;
  const [found] = await db()
    .select({ status: provider.status, isKept })
    .from(provider)
    .where(eq(provider.id, providerId));
  return !found || (found.isKept && !stopped.includes(found.status));
}

/** Those of some accounts that are open, in the given order. */
export async function openAccounts(providerIds: string[]): Promise<string[]> {
  if (providerIds.length === 0) return [];
  const found = await db()
    .select({ id: provider.id })
    .from(provider)
    .where(and(isOneOf(provider.id, providerIds), inArray(provider.status, stopped)));
  const ids = new Set(found.map(({ id }) => id));
  return providerIds.filter((id) => !ids.has(id));
}
