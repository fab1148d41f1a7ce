import type { z } from 'zod';
import { demarcationPointList } from '../contract/demarcation-point.ts';
import type { Page } from '../contract/paging.ts';
import { planList } from '../contract/plan.ts';
import { chargeListAll } from '../contract/portal/charge.ts';
import { deliveryListAll } from '../contract/portal/delivery.ts';
import { emailList } from '../contract/portal/email.ts';
import { installationListAll } from '../contract/portal/installation.ts';
import { invoiceListAll } from '../contract/portal/invoice.ts';
import { MAX_JOB_ROWS } from '../contract/portal/job-values.ts';
import { networkSessionListAll } from '../contract/portal/network-session.ts';
import { subscriberListAll } from '../contract/portal/subscriber.ts';
import { subscriptionListAll } from '../contract/portal/subscription.ts';
import { webhookListAll } from '../contract/portal/webhook.ts';
import { listAllCharges } from '../domain/charge/read.ts';
import { listDeliveries } from '../domain/delivery/read.ts';
import { listDemarcationPoints } from '../domain/demarcation-point/read.ts';
import { listEmails } from '../domain/email/read.ts';
import { listInstallations } from '../domain/installation/read.ts';
import { listAllInvoices } from '../domain/invoice/read.ts';
import { chargeResource } from '../domain/model/charge/resource.ts';
import { deliveryResource } from '../domain/model/delivery/resource.ts';
import { demarcationPointResource } from '../domain/model/demarcation-point/resource.ts';
import { emailResource } from '../domain/model/email/resource.ts';
import { installationResource } from '../domain/model/installation/resource.ts';
import { invoiceResource } from '../domain/model/invoice/resource.ts';
import { networkSessionResource } from '../domain/model/network-session/resource.ts';
import { planResource } from '../domain/model/plan/resource.ts';
import { subscriberResource } from '../domain/model/subscriber/resource.ts';
import { subscriptionResource } from '../domain/model/subscription/resource.ts';
import { webhookResource } from '../domain/model/webhook/resource.ts';
import { listAllNetworkSessions } from '../domain/network-session/read.ts';
import { listPlans } from '../domain/plan/read.ts';
import { listAllSubscribers } from '../domain/subscriber/read.ts';
import { listSubscriptions } from '../domain/subscription/read.ts';
import { listWebhooks } from '../domain/webhook/read.ts';
import { type Resource, readSnapshots } from '../state/resource.ts';
import type { Scope } from '../work/scope.ts';

type Item = { id: string };
type BulkList = {
  schema: z.ZodType;
  list: (scope: Scope, input: never) => Promise<Page<Item>>;
  /** The resource of its rows. */
  resource: Resource;
};

function listOf<S extends z.ZodType>(
  resource: Resource,
  schema: S,
  list: (scope: Scope, input: z.output<S>) => Promise<Page<Item>>,
): BulkList {
  return { resource, schema, list };
}

/** The lists of the portal whose rows bulk actions work on, by the name of the list in the API. */
const bulkLists: Record<string, BulkList> = {
  subscribers: listOf(subscriberResource, subscriberListAll, listAllSubscribers),
  subscriptions: listOf(subscriptionResource, subscriptionListAll, listSubscriptions),
  plans: listOf(planResource, planList, listPlans),
  'demarcation-points': listOf(demarcationPointResource, demarcationPointList, listDemarcationPoints),
  installations: listOf(installationResource, installationListAll, listInstallations),
  invoices: listOf(invoiceResource, invoiceListAll, listAllInvoices),
  charges: listOf(chargeResource, chargeListAll, listAllCharges),
  emails: listOf(emailResource, emailList, listEmails),
  'network-sessions': listOf(networkSessionResource, networkSessionListAll, listAllNetworkSessions),
  webhooks: listOf(webhookResource, webhookListAll, listWebhooks),
  deliveries: listOf(deliveryResource, deliveryListAll, listDeliveries),
};

/**
 * The ids of the first rows of a list that match, in its order, and the number of all. They are read without the rows, which are as long
 * as callers made them: all rows of a job together would fill the memory of the process.
 * @param selected the ids of the only rows that can match; undefined for any row
 * @param limit one statement reads them all, so a row that changes meanwhile is neither missed nor repeated
 * @throws VALIDATION_FAILED for filters that the list does not take
 */
export async function idsMatching(
  scope: Scope,
  name: string,
  { filter, ids: selected }: { filter: Record<string, unknown>; ids?: string[] | undefined },
  limit: number = MAX_JOB_ROWS + 1,
): Promise<{ ids: string[]; total: number }> {
  const { schema, list } = bulkLists[name] as BulkList;
  const input = schema.parse({ ...filter, page: 1, limit: 1 }) as object;
  // The schema of the list has checked the input. Lists are found by name, so their types of input are not known here.
  const matching = { ...input, ...(selected && { selected }), limit, idsOnly: true } as never;
  const { data, meta } = await list(scope, matching);
  return { ids: data.map(({ id }) => id), total: meta.total };
}

/** Rows that are held at a time. */
const PART = 100;

/** The rows of a list with these ids, in their order, some at a time. */
export async function* rowsWith(scope: Scope, name: string, ids: readonly string[]): AsyncGenerator<Item[]> {
  const { resource } = bulkLists[name] as BulkList;
  for (let from = 0; from < ids.length; from += PART) {
    const part = ids.slice(from, from + PART);
    const found = new Map((await readSnapshots(scope, resource, part)).map((row) => [row.id, row]));
    yield part.flatMap((id) => found.get(id) ?? []);
  }
}
