import type { ApiContext } from '../api/context.ts';
import { read } from '../api/handlers.ts';
import type { Refusal } from '../contract/errors.ts';
import { storedId } from '../contract/primitives.ts';
import { requestResource } from '../domain/api-request/read.ts';
import { chargeResource } from '../domain/model/charge/resource.ts';
import { deliveryResource } from '../domain/model/delivery/resource.ts';
import { demarcationPointResource } from '../domain/model/demarcation-point/resource.ts';
import { emailResource } from '../domain/model/email/resource.ts';
import { eventResource } from '../domain/model/event/resource.ts';
import { inboundEventResource } from '../domain/model/inbound-event/resource.ts';
import { installationResource } from '../domain/model/installation/resource.ts';
import { integrationResource } from '../domain/model/integration/resource.ts';
import { invoiceResource } from '../domain/model/invoice/resource.ts';
import { networkSessionResource } from '../domain/model/network-session/resource.ts';
import { paymentResource } from '../domain/model/payment/resource.ts';
import { planResource } from '../domain/model/plan/resource.ts';
import { receiptResource } from '../domain/model/receipt/resource.ts';
import { refundResource } from '../domain/model/refund/resource.ts';
import { subscriberResource } from '../domain/model/subscriber/resource.ts';
import { subscriptionResource } from '../domain/model/subscription/resource.ts';
import { webhookResource } from '../domain/model/webhook/resource.ts';
import { findOrNull, type Resource } from '../state/resource.ts';
import type { Scope } from '../work/scope.ts';
import { notFound } from './not-found.ts';
import type { Route } from './routes.ts';

type Collection = {
  resource: Resource;
  /** The column that names the row one level up in the path, for a nested collection. */
  owner?: string;
};

/** The resource of each collection in a path. */
const collections: Record<string, Collection> = {
  charges: { resource: chargeResource, owner: 'subscriberId' },
  deliveries: { resource: deliveryResource, owner: 'webhookId' },
  'demarcation-points': { resource: demarcationPointResource },
  events: { resource: eventResource },
  'inbound-events': { resource: inboundEventResource, owner: 'integrationId' },
  installations: { resource: installationResource },
  integrations: { resource: integrationResource },
  invoices: { resource: invoiceResource },
  messages: { resource: emailResource },
  'network-sessions': { resource: networkSessionResource },
  payments: { resource: paymentResource },
  plans: { resource: planResource },
  receipts: { resource: receiptResource },
  refunds: { resource: refundResource },
  requests: { resource: requestResource },
  subscribers: { resource: subscriberResource },
  subscriptions: { resource: subscriptionResource },
  webhooks: { resource: webhookResource },
};

type Params = Record<string, string | undefined>;

/**
 * The refusal for the first id in the path that is unknown to the caller, or null. Only an invalid request needs this
 * look-up: an unknown id is reported before faults of the body. Contract: Order of answers, Tenancy.
 */
export async function missingInPath(ctx: ApiContext, route: Route, params: Params): Promise<Refusal | null> {
  let ownerId: string | undefined;
  for (const { name, id, collection } of idsOf(route, params)) {
    const find = read(async (scope: Scope, wanted: string) => findOrNull(scope, collection.resource, wanted));
    const row: Record<string, unknown> | null | undefined = await find({ ctx, input: id });
    const belongs = collection.owner === undefined || row?.[collection.owner] === ownerId;
    if (!row || row.status === 'deleted' || !belongs) return notFound(route, name);
    ownerId = id;
  }
  return null;
}

/** The resource that a route is about, the innermost of its path; null for a route without an id. */
export function resourceOfRoute(route: Route, params: Params): { resource: Resource; id: string } | null {
  const last = idsOf(route, params).at(-1);
  return last ? { resource: last.collection.resource, id: last.id } : null;
}

/** The ids in a path, outermost first, each with its collection. */
function idsOf({ path }: Route, params: Params): { name: string; id: string; collection: Collection }[] {
  const found: { name: string; id: string; collection: Collection }[] = [];
  let collection: Collection | undefined;
  for (const segment of path.split('/')) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name && collection) found.push({ name, id: storedId(params[name] ?? ''), collection });
    else collection = collections[segment] ?? collection;
  }
  return found;
}
