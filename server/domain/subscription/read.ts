import { and, inArray, isNotNull, or, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { billingCycle } from '../../../drizzle/schema/billing.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { subscriptionCycleList } from '../../contract/billing-cycle.ts';
import type { Page } from '../../contract/paging.ts';
import { subscriptionTabs } from '../../contract/portal/list-tabs.ts';
import type { subscriptionListAll } from '../../contract/portal/subscription.ts';
import { subscriptionTotals } from '../../contract/portal/subscription.ts';
import type {
  SubscriptionSnapshot,
  SubscriptionWithBalance,
  subscriptionId,
  subscriptionList,
} from '../../contract/subscription.ts';
import { inService } from '../../contract/subscription-rules.ts';
import { arrayParameter } from '../../db/statement.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { keptTotal } from '../list/conditions.ts';
import { defineCounts } from '../list/counts.ts';
import { before, equals, foundBy, from, isAnyOf } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import type { Filters, ListOptions } from '../list/options.ts';
import { defineTotals } from '../list/totals.ts';
import { billingCycleResource } from '../model/billing-cycle/resource.ts';
import { dueAmounts } from '../model/due-amounts.ts';
import { subscribersLike } from '../model/subscriber/resource.ts';
import { isPromised } from '../model/subscription/promised.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';
import { covers } from '../model/subscription/service-periods.ts';
import { balancesOf } from './balance.ts';

/** @throws NOT_FOUND */
export async function getSubscription(
  scope: Scope,
  { id }: z.output<typeof subscriptionId>,
): Promise<SubscriptionSnapshot> {
  return presentOne(scope, subscriptionResource, await find(scope, subscriptionResource, id));
}

/** Whether a subscription was in service at an instant. */
const wasInService = (at: SQLWrapper) => sql`exists (
  select from service_period p
  where p.provider_id = ${subscription.providerId} and p.subscription_id = ${subscription.id}
    and ${covers('p', sql`${at}::timestamptz`)})`;

/** Rows of one currency, or of all. */
const ofCurrency = (currency?: SQLWrapper) => sql`
  provider_id = ${sql.placeholder('providerId')}${currency ? sql` and currency = ${currency}` : sql``}`;

const inServiceNow = (currency?: SQLWrapper) => sql`
  select coalesce(sum(in_service), 0) from service_total where ${ofCurrency(currency)}`;

/**
 * In service now, less each service that began since the instant, plus each that ended since. It reads what changed since then, and
 * not the periods of all subscriptions.
 */
const inServiceTotal = (at: SQLWrapper, currency?: SQLWrapper) => sql`
  select (${inServiceNow(currency)})
    - (select count(*) from service_period where ${ofCurrency(currency)} and begins and starts_at >= ${at}::timestamptz)
    + (select count(*) from service_period where ${ofCurrency(currency)} and ends and ends_at >= ${at}::timestamptz)`;

const isInService = inArray(subscription.status, [...inService]);

const idIn = (rows: SQL) => sql`${subscription.id} in (${rows})`;

/** Subscriptions in grace, of those overdue cycles that meet a condition. */
const inGrace = (condition: SQL) =>
  idIn(sql`
    select c.subscription_id from billing_cycle c
    where c.provider_id = ${sql.placeholder('providerId')} and c.status = 'OVERDUE' and ${condition}`);

/** In service, but past the paid period: its current cycle is overdue. */
const isOverdue = and(isInService, inGrace(sql`true`));

const promised = inGrace(isPromised(sql`c.provider_id`, sql`c.subscription_id`, sql`c.expires_at`));

const allDue = dueAmounts(
  sql`provider_id = ${sql.placeholder('providerId')}`,
  sql`subscription_id, currency`,
);

const owesMoney = idIn(sql`
  select due.subscription_id from (${allDue}) due where due.amount > 0 and due.subscription_id is not null`);

const isEnding = and(
  isInService,
  or(isNotNull(subscription.cancelAt), isNotNull(subscription.planRemovalAt)),
);

/** Whether the condition is as the filter demands. */
const holds = (condition: SQL | undefined) => ({
  where: (given: Placeholder) => sql`(${condition}) = ${given}`,
  whenTrue: condition,
});

type AllInput = z.output<typeof subscriptionListAll>;

/** Filters that stand for several of the request. */
type Combined = {
  /** Subscriptions whose service began after an earlier instant without it, or ended before a later one without it. */
  serviceChanged?: [at: string, notAt: string];
  /** In service now, of a currency. */
  inServiceIn?: string;
  /** In service at an instant, of a currency. */
  inServiceAtIn?: [at: string, currency: string];
};

type Listed = AllInput & Combined;

/**
 * In service at one instant and not at another: what changed between the two are few rows, and each match is among them. In
 * service, of one currency: the total of both is known, and those of each are not enough.
 */
function narrowed<I extends Filters<AllInput>>(input: I): I & Combined {
  const { inService, inServiceAt, outOfServiceAt, currency } = input;
  const at = inServiceAt?.toISOString() ?? (inService === true ? 'infinity' : undefined);
  const notAt = outOfServiceAt?.toISOString() ?? (inService === false ? 'infinity' : undefined);
  if (at && notAt) return { ...input, serviceChanged: [at, notAt] };
  if (currency === undefined) return input;
  const others = { ...input, currency: undefined };
  if (inServiceAt)
    return { ...others, inServiceAt: undefined, inServiceAtIn: [inServiceAt.toISOString(), currency] };
  return inService === true ? { ...others, inService: undefined, inServiceIn: currency } : input;
}

/** The elements of an array parameter. */
const pairOf = (value: SQLWrapper) => [sql`(${value}::text[])[1]`, sql`(${value}::text[])[2]`] as const;

const options: ListOptions<Listed> = {
  counted: 'by status',
  filters: {
    subscriberId: equals(subscription.subscriberId),
    planId: equals(subscription.planId),
    demarcationPointId: equals(subscription.demarcationPointId),
    status: equals(subscription.status),
    statusIn: isAnyOf(subscription.status),
    isExternal: equals(subscription.isExternal),
    externalReference: equals(subscription.externalReference),
    currency: equals(subscription.currency),
    expiresAfter: from(subscription.expiresAt),
    expiresBefore: before(subscription.expiresAt),
    startedAfter: from(subscription.startedAt),
    startedBefore: before(subscription.startedAt),
    inService: { ...holds(isInService), total: () => inServiceNow() },
    inServiceIn: {
      where: (currency) => sql`${isInService} and ${subscription.currency} = ${currency}`,
      total: inServiceNow,
    },
    inServiceAt: { where: (at) => wasInService(at), total: (at) => inServiceTotal(at) },
    inServiceAtIn: {
      where: (given) => {
        const [at, currency] = pairOf(given);
        return sql`${wasInService(at)} and ${subscription.currency} = ${currency}`;
      },
      total: (given) => inServiceTotal(...pairOf(given)),
      value: arrayParameter,
    },
    outOfServiceAt: {
      where: (at) => sql`not ${wasInService(at)}`,
      total: (at) => sql`select (${keptTotal(sql`'subscription'`)}) - (${inServiceTotal(at)})`,
    },
    serviceChanged: {
      where: (instants) => {
        const [at, notAt] = pairOf(instants).map((instant) => sql`${instant}::timestamptz`);
        return idIn(sql`
          select p.subscription_id from service_period p
          where p.provider_id = ${sql.placeholder('providerId')} and p.begins and p.starts_at >= ${notAt} and p.starts_at < ${at}
          union all
          select p.subscription_id from service_period p
          where p.provider_id = ${sql.placeholder('providerId')} and p.ends and p.ends_at >= ${at} and p.ends_at < ${notAt}`);
      },
      value: arrayParameter,
    },
    overdue: holds(isOverdue),
    owing: {
      ...holds(owesMoney),
      // Not as a join: many rows owe money, and the newest of them are found soon.
      whenTrue: sql`(${owesMoney}) is true`,
      total: () => sql`
        select count(distinct due.subscription_id) from (${allDue}) due where due.amount > 0`,
    },
    ending: holds(isEnding),
    graceEndsAfter: { where: (at) => inGrace(sql`c.grace_ends_at >= ${at}`) },
    graceEndsBefore: { where: (at) => inGrace(sql`c.grace_ends_at < ${at}`) },
    promised: holds(promised),
    q: {
      ...foundBy((pattern) => [
        sql`(${subscription.externalReference} ilike ${pattern} or ${subscription.radiusUsername} ilike ${pattern})`,
        sql`${subscription.subscriberId} in (${subscribersLike(pattern)})`,
      ]),
      isFoundWhole: true,
    },
  },
  sortable: { expiresAt: subscription.expiresAt, startedAt: subscription.startedAt },
};

const list = defineList<typeof subscriptionResource, Listed>(subscriptionResource, options);

/** Subscriptions of every status. Contract: Lists. */
export function listSubscriptions(
  scope: Scope,
  input: z.output<typeof subscriptionList>,
): Promise<Page<SubscriptionSnapshot>> {
  return list(scope, narrowed(input));
}

/** The list of the portal: with a search, and what is due on each subscription. */
export async function listAllSubscriptions(
  scope: Scope,
  input: AllInput,
): Promise<Page<SubscriptionWithBalance>> {
  const { data, meta } = await list(scope, narrowed(input));
  const balances = await balancesOf(scope, data);
  return { data: data.map((row) => ({ ...row, balanceDue: balances.get(row.id) ?? [] })), meta };
}

/** The number of subscriptions of each tab. */
export const countSubscriptions = defineCounts(subscriptionResource, options, subscriptionTabs);

const listCycles = defineList<typeof billingCycleResource, z.output<typeof subscriptionCycleList>>(
  billingCycleResource,
  {
    filters: { id: equals(billingCycle.subscriptionId) },
    sortable: { startsAt: billingCycle.startsAt, expiresAt: billingCycle.expiresAt },
  },
);

/**
 * The billing cycles of one subscription.
 * @throws NOT_FOUND when the provider has no such subscription
 */
export async function listSubscriptionCycles(scope: Scope, input: z.output<typeof subscriptionCycleList>) {
  await find(scope, subscriptionResource, input.id);
  return listCycles(scope, input);
}

const sum = defineTotals(subscriptionResource, options, subscriptionTotals, {
  from: (matching) => sql`(${allDue}) due where due.subscription_id in (${matching})`,
  currency: sql`due.currency`,
  fields: { balanceDue: sql`sum(due.amount)` },
});

/** What is due on the subscriptions that match. */
export function sumSubscriptions(scope: Scope, input: Filters<AllInput>): ReturnType<typeof sum> {
  return sum(scope, narrowed(input));
}
