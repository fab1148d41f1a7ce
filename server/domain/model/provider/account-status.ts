import { and, inArray, notInArray } from 'drizzle-orm';
import { provider } from '../../../../drizzle/schema/provider.ts';
import { type Refusal, refuse } from '../../../contract/errors.ts';
import { type RequiredStep, requiredSteps } from '../../../contract/portal/required-step.ts';
import { db } from '../../../db/client.ts';
import { isOneOf } from '../../../db/statement.ts';

/** What the operator allows an account. Contract: Operator. */
export type AccountStatus = (typeof provider.$inferSelect)['status'];

/** What is left to do for a person whose selected account is not active. */
export const stepOfStatus = {
  ACTIVE: null,
  SUSPENDED: 'leaveSuspendedAccount',
  PAUSED: 'leavePausedAccount',
  CLOSED: 'leaveClosedAccount',
} as const satisfies Record<AccountStatus, RequiredStep | null>;

/** Seconds after which a call to a paused account may be repeated. A move takes about a minute. */
const RETRY_AFTER = 30;

/** The refusal of every call to an account that is not active; null for an active one. Contract: Operator. */
export function accountRefusal(status: AccountStatus): Refusal | null {
  const step = stepOfStatus[status];
  if (!step) return null;
  const message = requiredSteps[step];
  return status === 'PAUSED'
    ? refuse('SERVICE_UNAVAILABLE', { message, retryAfter: RETRY_AFTER })
    : refuse('FORBIDDEN', { message });
}

/** The states in which an account has no reports, payments or background work. */
const stopped: AccountStatus[] = ['PAUSED', 'CLOSED'];

/** Whether an account, a joined row of `provider`, is open: neither paused nor closed. */
export const isOpenAccount = notInArray(provider.status, stopped);

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
