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
import { listAllNetworkSessions } from '../domain/network-session/read.ts';
import { listPlans } from '../domain/plan/read.ts';
import { listAllSubscribers } from '../domain/subscriber/read.ts';
import { listAllSubscriptions } from '../domain/subscription/read.ts';
import { listWebhooks } from '../domain/webhook/read.ts';
import type { Scope } from '../work/scope.ts';

type Item = { id: string };
type BulkList = {
  schema: z.ZodType;
  list: (scope: Scope, input: never) => Promise<Page<Item>>;
};

function listOf<S extends z.ZodType>(
  schema: S,
  list: (scope: Scope, input: z.output<S>) => Promise<Page<Item>>,
): BulkList {
  return { schema, list };
}

/** The lists of the portal whose rows bulk actions work on, by the name of the list in the API. */
const bulkLists: Record<string, BulkList> = {
  subscribers: listOf(subscriberListAll, listAllSubscribers),
  subscriptions: listOf(subscriptionListAll, listAllSubscriptions),
  plans: listOf(planList, listPlans),
  'demarcation-points': listOf(demarcationPointList, listDemarcationPoints),
  installations: listOf(installationListAll, listInstallations),
  invoices: listOf(invoiceListAll, listAllInvoices),
  charges: listOf(chargeListAll, listAllCharges),
  emails: listOf(emailList, listEmails),
  'network-sessions': listOf(networkSessionListAll, listAllNetworkSessions),
  webhooks: listOf(webhookListAll, listWebhooks),
  deliveries: listOf(deliveryListAll, listDeliveries),
};

/**
 * The first rows of a list that match, in its order, and the number of all.
 * @param selected the ids of the only rows that can match; undefined for any row
 * @param limit one statement reads them all, so a row that changes meanwhile is neither missed nor repeated
 * @throws VALIDATION_FAILED for filters that the list does not take
 */
export function readMatching(
  scope: Scope,
  name: string,
  { filter, ids: selected }: { filter: Record<string, unknown>; ids?: string[] | undefined },
  limit: number = MAX_JOB_ROWS + 1,
): Promise<Page<Item>> {
  const { schema, list } = bulkLists[name] as BulkList;
  const input = schema.parse({ ...filter, page: 1, limit: 1 }) as object;
  // The schema of the list has checked the input. Lists are found by name, so their types of input are not known here.
  return list(scope, { ...input, ...(selected && { selected }), limit } as never);
}
