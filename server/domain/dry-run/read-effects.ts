import type { ChargeSnapshot } from '../../contract/charge.ts';
import type { InvoiceSnapshot } from '../../contract/invoice.ts';
import type { Labels } from '../../contract/portal/labels.ts';
import type { Sentence } from '../../contract/sentence.ts';
import { type DescribedChange, idsOfChange, isDescribed } from '../../contract/texts/describe-change.ts';
import { type DescribedEvent, idsIn } from '../../contract/texts/describe-event.ts';
import { readSnapshots } from '../../state/resource.ts';
import { parseBodies } from '../../work/parse-bodies.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { chargeResource } from '../model/charge/resource.ts';
import { invoiceResource } from '../model/invoice/resource.ts';
import { labelsOf } from '../model/labels.ts';
import { explainSubscription } from '../subscription/explain.ts';

/** The effects of a transaction that its events do not contain. */
export type Effects = {
  /** Whether anything changed: it has an event or an audit entry. */
  hasEffect: boolean;
  invoices: InvoiceSnapshot[];
  /** Whether some of the invoices are new. */
  hasNewInvoices: boolean;
  charges: ChargeSnapshot[];
  changes: DescribedChange[];
  explanation: Sentence[];
  names: Labels;
};

/** The effects of a transaction that has announced nothing. */
export const noEffects: Effects = {
  hasEffect: false,
  invoices: [],
  hasNewInvoices: false,
  charges: [],
  changes: [],
  explanation: [],
  names: {},
};

/**
 * Reads what the transaction changed, at its end and before its outbox is written. The audit entries lead to the invoices
 * and charges. Where one subscription changed, its explanation is included.
 */
export async function readEffects(scope: WriteScope): Promise<Effects> {
  const { audit, events } = scope.outbox;
  const changed = (type: string, except?: string) =>
    new Set(
      audit
        .filter(({ resourceType, action }) => resourceType === type && action !== except)
        .map(({ resourceId }) => resourceId),
    );
  const announced = (await parseBodies(events)) as (DescribedEvent & Announced)[];
  const created = new Set(
    audit.filter(({ action }) => action === 'charge.create').map((each) => each.resourceId),
  );
  const invoices = await readSnapshots(scope, invoiceResource, [...changed('invoice')]);
  const charges = [...changed('charge')].filter((id) => !created.has(id));
  // A refund leaves the subscription as it is.
  const billed = changed('invoice', 'invoice.refund');
  const subscriptions = new Set([
    ...changed('subscription'),
    ...announced.flatMap(subscriptionOf),
    ...invoices.filter(({ id }) => billed.has(id)).map(({ subscriptionId }) => subscriptionId),
  ]);
  const [subscription] = subscriptions.size === 1 ? subscriptions : [];
  const withEvent = new Set(events.map((each) => each.resourceId));
  const changes = audit
    .filter(({ resourceType, resourceId }) => isDescribed(resourceType) && !withEvent.has(resourceId))
    .map((each) => ({ action: each.action, resourceId: each.resourceId, changes: JSON.parse(each.changes) }));
  return {
    hasEffect: audit.length + events.length > 0,
    invoices,
    hasNewInvoices: audit.some(({ action }) => action === 'invoice.create'),
    charges: await readSnapshots(scope, chargeResource, charges),
    changes,
    explanation: subscription ? (await explainSubscription(scope, { id: subscription })).sentences : [],
    names: await namesIn(scope, announced, changes),
  };
}

/** The names that sentences about events and changes use. */
export function namesIn(
  scope: Scope,
  events: DescribedEvent[],
  changes: DescribedChange[] = [],
): Promise<Labels> {
  return labelsOf(scope, { ids: [...new Set([...events.flatMap(idsIn), ...changes.flatMap(idsOfChange)])] });
}

type Announced = { data: { object: string } };

/** The subscription that an event of it, or of its cycles, is about. */
function subscriptionOf({ data: { object, current } }: DescribedEvent & Announced): string[] {
  const id =
    object === 'subscription' ? current.id : object === 'billing_cycle' ? current.subscriptionId : null;
  return typeof id === 'string' ? [id] : [];
}
