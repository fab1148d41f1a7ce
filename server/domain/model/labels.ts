import { and, type SQL, sql } from 'drizzle-orm';
import { invoice, payment } from '../../../drizzle/schema/billing.ts';
import { charge } from '../../../drizzle/schema/charge.ts';
import { demarcationPoint } from '../../../drizzle/schema/demarcation-point.ts';
import { installation } from '../../../drizzle/schema/installation.ts';
import { integration } from '../../../drizzle/schema/integration.ts';
import { plan } from '../../../drizzle/schema/plan.ts';
import { refund } from '../../../drizzle/schema/refund.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { webhook } from '../../../drizzle/schema/webhook.ts';
import type { Labels } from '../../contract/labels.ts';
import { prefixes } from '../../contract/resource-names.ts';
import type { Scope } from '../../db/scope.ts';
import { isOneOf } from '../../db/statement.ts';
import { column, owned, type Resource } from '../../state/resource.ts';
import { chargeResource } from './charge/resource.ts';
import { demarcationPointResource } from './demarcation-point/resource.ts';
import { installationResource } from './installation/resource.ts';
import { integrationResource } from './integration/resource.ts';
import { invoiceResource } from './invoice/resource.ts';
import { paymentResource } from './payment/resource.ts';
import { planResource } from './plan/resource.ts';
import { refundResource } from './refund/resource.ts';
import { subscriberResource } from './subscriber/resource.ts';
import { subscriptionResource } from './subscription/resource.ts';
import { webhookResource } from './webhook/resource.ts';

/** A column of the row of another table that belongs to the subscription of the statement. */
const ofSubscription = (table: 'plan' | 'subscriber', label: SQL) => sql`(
  select ${label} from ${sql.identifier(table)}
  where provider_id = ${column('subscription', 'provider_id')} and id = ${column('subscription', `${table}_id`)})`;

type Lookup = { resource: Resource; label: SQL<string> };

/** The labels of resources with a name. Deleted ones have one too, because other rows still refer to them. */
const named: Record<string, Lookup> = {
  [prefixes.subscriber]: {
    resource: subscriberResource,
    label: sql`${subscriber.firstName} || ' ' || ${subscriber.lastName}`,
  },
  [prefixes.subscription]: {
    resource: subscriptionResource,
    label: sql`${ofSubscription('plan', sql`plan_name`)} || ' of ' || ${ofSubscription('subscriber', sql`first_name || ' ' || last_name`)}`,
  },
  [prefixes.plan]: { resource: planResource, label: sql`${plan.planName}` },
  [prefixes.invoice]: { resource: invoiceResource, label: sql`${invoice.number}` },
  [prefixes.payment]: { resource: paymentResource, label: sql`${payment.reference}` },
  [prefixes.charge]: { resource: chargeResource, label: sql`${charge.description}` },
  [prefixes.demarcationPoint]: { resource: demarcationPointResource, label: sql`${demarcationPoint.name}` },
  [prefixes.integration]: { resource: integrationResource, label: sql`${integration.name}` },
  [prefixes.webhook]: { resource: webhookResource, label: sql`${webhook.url}` },
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
