import { and, eq, ne } from 'drizzle-orm';
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
  CLOSED: 'leaveClosedAccount',
} as const satisfies Record<AccountStatus, RequiredStep | null>;

/** The refusal of every call to an account that is not active; null for an active one. Contract: Operator. */
export function accountRefusal(status: AccountStatus): Refusal | null {
  const step = stepOfStatus[status];
  return step && refuse('FORBIDDEN', { message: requiredSteps[step] });
}

/** Whether an account, a joined row of `provider`, is open: a closed one has no reports, payments or background work. */
export const isOpenAccount = ne(provider.status, 'CLOSED');

/** Those of some accounts that are open, in the given order. */
export async function openAccounts(providerIds: string[]): Promise<string[]> {
  if (providerIds.length === 0) return [];
  const closed = await db()
    .select({ id: provider.id })
    .from(provider)
    .where(and(isOneOf(provider.id, providerIds), eq(provider.status, 'CLOSED')));
  const ids = new Set(closed.map(({ id }) => id));
  return providerIds.filter((id) => !ids.has(id));
}
