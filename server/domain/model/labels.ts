import { and, type SQL, sql } from 'drizzle-orm';
import { invoice, payment } from '../../../drizzle/schema/billing.ts';
import { charge } from '../../../drizzle/schema/charge.ts';
import { demarcationPoint } from '../../../drizzle/schema/demarcation-point.ts';
import { installation } from '../../../drizzle/schema/installation.ts';
import { inboundEvent, integration } from '../../../drizzle/schema/integration.ts';
import { job } from '../../../drizzle/schema/job.ts';
import { networkSession } from '../../../drizzle/schema/network.ts';
import { plan } from '../../../drizzle/schema/plan.ts';
import { refund } from '../../../drizzle/schema/refund.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { Labels } from '../../contract/portal/labels.ts';
import { prefixes } from '../../contract/resource-names.ts';
import { isOneOf } from '../../db/statement.ts';
import { column, owned, type Resource } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { billingCycleResource } from './billing-cycle/resource.ts';
import { chargeResource } from './charge/resource.ts';
import { demarcationPointResource } from './demarcation-point/resource.ts';
import { inboundEventResource } from './inbound-event/resource.ts';
import { installationResource } from './installation/resource.ts';
import { integrationResource } from './integration/resource.ts';
import { invoiceResource } from './invoice/resource.ts';
import { jobResource } from './job/resource.ts';
import { networkSessionResource } from './network-session/resource.ts';
import { paymentResource } from './payment/resource.ts';
import { planResource } from './plan/resource.ts';
import { refundResource } from './refund/resource.ts';
import { subscriberName } from './subscriber/name.ts';
import { subscriberResource } from './subscriber/resource.ts';
import { subscriptionResource } from './subscription/resource.ts';
import { publicUrl, webhookResource } from './webhook/resource.ts';

/** A column of the row of another table that belongs to the subscription of the statement. */
const ofSubscription = (table: 'plan' | 'subscriber', label: SQL) => sql`(
  select ${label} from ${sql.identifier(table)}
  where provider_id = ${column('subscription', 'provider_id')} and id = ${column('subscription', `${table}_id`)})`;

type Lookup = { resource: Resource; label: SQL<string> };

/** The labels of resources with a name. Deleted ones have one too, because other rows still refer to them. */
const named: Record<string, Lookup> = {
  [prefixes.subscriber]: {
    resource: subscriberResource,
    label: subscriberName,
  },
  [prefixes.subscription]: {
    resource: subscriptionResource,
    label: sql`${ofSubscription('plan', sql`plan_name`)} || ' of ' || ${ofSubscription('subscriber', subscriberName)}`,
  },
  [prefixes.plan]: { resource: planResource, label: sql`${plan.planName}` },
  [prefixes.invoice]: { resource: invoiceResource, label: sql`${invoice.number}` },
  [prefixes.payment]: { resource: paymentResource, label: sql`${payment.reference}` },
  [prefixes.charge]: { resource: chargeResource, label: sql`${charge.description}` },
  [prefixes.demarcationPoint]: { resource: demarcationPointResource, label: sql`${demarcationPoint.name}` },
  [prefixes.integration]: { resource: integrationResource, label: sql`${integration.name}` },
  [prefixes.webhook]: { resource: webhookResource, label: publicUrl },
};

/** The name of the subscriber of the statement's subscription, which a column of the row names. */
const subscriberOf = (table: string) => sql`(
  select ${subscriberName} from subscriber s join subscription sbn on sbn.provider_id = s.provider_id
    and sbn.subscriber_id = s.id
  where sbn.provider_id = ${column(table, 'provider_id')} and sbn.id = ${column(table, 'subscription_id')})`;

/** The labels of resources without a name of their own: what they belong to. */
const described: Record<string, Lookup> = {
  [prefixes.installation]: {
    resource: installationResource,
    label: sql`'installation for ' || ${subscriberOf('installation')}`,
  },
  [prefixes.billingCycle]: {
    resource: billingCycleResource,
    label: sql`'billing cycle of ' || ${subscriberOf('billing_cycle')}`,
  },
  [prefixes.refund]: {
    resource: refundResource,
    label: sql`'refund of payment ' || (select reference from payment p
      where p.provider_id = ${column('refund', 'provider_id')} and p.id = ${column('refund', 'payment_id')})`,
  },
  [prefixes.inboundEvent]: {
    resource: inboundEventResource,
    label: sql`'event ' || ${inboundEvent.event} || ' from ' || (select name from integration i
      where i.provider_id = ${column('inbound_event', 'provider_id')} and i.id = ${column('inbound_event', 'integration_id')})`,
  },
  [prefixes.networkSession]: {
    resource: networkSessionResource,
    label: sql`'session of ' || ${networkSession.username}`,
  },
  [prefixes.job]: {
    resource: jobResource,
    label: sql`case ${job.kind} when 'import' then 'import of ' || (${job.source} ->> 'fileName')
      else 'bulk action on ' || lower(regexp_replace(split_part(${job.action}, '.', 1), '([A-Z])', ' \\1', 'g')) end`,
  },
};

/** The currency columns of resources with amounts. */
const priced: Record<string, Lookup> = {
  [prefixes.plan]: { resource: planResource, label: sql`${plan.priceCurrency}` },
  [prefixes.subscription]: { resource: subscriptionResource, label: sql`${subscription.currency}` },
  [prefixes.invoice]: { resource: invoiceResource, label: sql`${invoice.currency}` },
  [prefixes.payment]: { resource: paymentResource, label: sql`${payment.currency}` },
  [prefixes.refund]: { resource: refundResource, label: sql`${refund.currency}` },
  [prefixes.charge]: { resource: chargeResource, label: sql`${charge.currency}` },
  [prefixes.installation]: { resource: installationResource, label: sql`${installation.currency}` },
};

/** The labels of ids, with one query for each kind of resource. Unknown ids are missing. */
export function labelsOf(scope: Scope, { ids }: { ids: readonly string[] }): Promise<Labels> {
  return lookUp(scope, named, ids);
}

/** As `labelsOf`, also for resources without a name, as `installation for Ada Lovelace`. */
export function descriptionsOf(scope: Scope, { ids }: { ids: readonly string[] }): Promise<Labels> {
  return lookUp(scope, { ...named, ...described }, ids);
}

/** The currencies of the amounts of resources, by id, with one query for each kind. Resources without amounts are missing. */
export function currenciesOf(scope: Scope, ids: readonly string[]): Promise<Labels> {
  return lookUp(scope, priced, ids);
}

async function lookUp(scope: Scope, known: Record<string, Lookup>, ids: readonly string[]): Promise<Labels> {
  const wanted = Object.entries(known).map(([prefix, { resource, label }]) => {
    const own = [...new Set(ids.filter((id) => id.startsWith(`${prefix}_`)))];
    if (own.length === 0) return [];
    return scope.db
      .select({ id: sql<string>`${resource.table.id}`, label })
      .from(resource.table)
      .where(and(owned(scope, resource), isOneOf(resource.table.id, own)));
  });
  const found = (await Promise.all(wanted)).flat();
  return Object.fromEntries(found.map(({ id, label }) => [id, label]));
}
