import { z } from 'zod';
import { subscriptionStatuses } from '../enums.ts';
import { listInput, listOutput, pageAndOrder } from '../paging.ts';
import { instantInput, moneyOutput } from '../primitives.ts';
import { filters, sortable, subscriptionWithBalance } from '../subscription.ts';
import { anyOf, countsOutput } from './list-parts.ts';
import { subscriptionTabs } from './list-tabs.ts';

/** The list of the portal, which also searches. */
export const subscriptionListAll = listInput(sortable, {
  ...filters,
  statusIn: anyOf(subscriptionStatuses).optional(),
  expiresAfter: instantInput.optional(),
  /** Whether it is in service and past its paid period. */
  overdue: z.boolean().optional(),
  /** Whether an amount is due on it. */
  owing: z.boolean().optional(),
  /** Whether it is in service until a cancellation or a plan removal takes effect. */
  ending: z.boolean().optional(),
  /** The end of grace of its overdue cycle. */
  graceEndsAfter: instantInput.optional(),
  graceEndsBefore: instantInput.optional(),
  /** Whether the grace of its overdue cycle was extended. */
  promised: z.boolean().optional(),
});

export const subscriptionWithBalancePage = listOutput(subscriptionWithBalance);

export const subscriptionCounts = countsOutput(subscriptionTabs);

/** The amounts due on subscriptions that match, by currency. */
export const subscriptionTotals = z.array(
  z.object({ currency: z.string(), balanceDue: moneyOutput('currency') }),
);

export const subscriptionFilters = subscriptionListAll.omit(pageAndOrder);
