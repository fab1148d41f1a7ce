import type { ApiContext } from '../api/context.ts';
import { read } from '../api/work.ts';
import type { Scope } from '../db/scope.ts';
import { demarcationPointResource } from '../domain/demarcation-point/resource.ts';
import { eventResource } from '../domain/event/read.ts';
import { invoiceResource } from '../domain/invoice/resource.ts';
import { paymentResource } from '../domain/payment/resource.ts';
import { planResource } from '../domain/plan/resource.ts';
import { subscriberResource } from '../domain/subscriber/resource.ts';
import { subscriptionResource } from '../domain/subscription/resource.ts';
import { look, type Resource } from '../state/resource.ts';

/** The resource whose id stands behind each collection of the paths. */
const collections: Record<string, Resource> = {
  'demarcation-points': demarcationPointResource,
  events: eventResource,
  invoices: invoiceResource,
  payments: paymentResource,
  plans: planResource,
  subscribers: subscriberResource,
  subscriptions: subscriptionResource,
};

/**
 * Whether the resource a path names is there for the caller. Asked only when the rest of the request is wrong: an
 * id that is not there is reported before what is wrong with the body.
 */
export async function pathExists(ctx: ApiContext, path: string, id: string): Promise<boolean> {
  const resource = collections[path.split('/')[2] ?? ''];
  if (!resource) return true;
  const find = read(async (scope: Scope, wanted: string) => look(scope, resource, wanted));
  const row = await find({ ctx, input: id.replace(/^subr_/, 'sub_') });
  return row !== undefined && row.status !== 'deleted';
}
