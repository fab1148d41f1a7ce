import type { z } from 'zod';
import { fullNameOf } from '../../contract/full-name.ts';
import { maskedUrl } from '../../contract/masked.ts';
import type { SearchResult, SearchResults, searchQuery } from '../../contract/portal/search.ts';
import { storedId } from '../../contract/primitives.ts';
import { prefixes } from '../../contract/resource-names.ts';
import type { SubscriberSnapshot } from '../../contract/subscriber.ts';
import { findOrNull, presentOne, type Row } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { totalsOf } from '../correlation/get.ts';
import { type ChargeRow, chargeResource } from '../model/charge/resource.ts';
import { demarcationPointResource } from '../model/demarcation-point/resource.ts';
import { eventResource } from '../model/event/resource.ts';
import { type InstallationRow, installationResource } from '../model/installation/resource.ts';
import { type InvoiceRow, invoiceResource } from '../model/invoice/resource.ts';
import { networkSessionResource } from '../model/network-session/resource.ts';
import { type PaymentRow, paymentResource } from '../model/payment/resource.ts';
import { planResource } from '../model/plan/resource.ts';
import { type ReceiptRow, receiptResource } from '../model/receipt/resource.ts';
import { type RefundRow, refundResource } from '../model/refund/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';
import { type WebhookRow, webhookResource } from '../model/webhook/resource.ts';
import { searchByAddress } from './by-address.ts';
import { searchByText } from './by-text.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds what a person types: an id, a correlation id, an address of a session, or a text. Contract: Portal.
 */
export async function search(scope: Scope, { q }: z.output<typeof searchQuery>): Promise<SearchResults> {
  if (/^[a-z]{3,4}_[0-9a-z]{20,}$/.test(q)) return { results: await byId(scope, q), more: [] };
  if (UUID.test(q)) return { results: await byCorrelation(scope, q), more: [] };
  const [sessions, others] = await Promise.all([searchByAddress(scope, q), searchByText(scope, q)]);
  return { results: [...sessions.results, ...others.results], more: [...sessions.more, ...others.more] };
}

async function byId(scope: Scope, given: string): Promise<SearchResult[]> {
  const id = storedId(given);
  const prefix = id.slice(0, id.indexOf('_'));
  const one = <T>(row: T | null, toResult: (row: T) => SearchResult) => (row ? [toResult(row)] : []);
  switch (prefix) {
    case prefixes.subscriber:
      return one(await findSubscriberOrNull(scope, id), showSubscriber);
    case prefixes.subscription:
      return one(await findOrNull(scope, subscriptionResource, id), showSubscription);
    case prefixes.plan:
      return one(await findOrNull(scope, planResource, id), showPlan);
    case prefixes.demarcationPoint:
      return one(await findOrNull(scope, demarcationPointResource, id), showPoint);
    case prefixes.invoice:
      return one(await findOrNull(scope, invoiceResource, id), showInvoice);
    case prefixes.payment:
      return one(await findOrNull(scope, paymentResource, id), showPayment);
    case prefixes.receipt:
      return one(await findOrNull(scope, receiptResource, id), showReceipt);
    case prefixes.networkSession:
      return one(await findOrNull(scope, networkSessionResource, id), showSession);
    case prefixes.charge:
      return one(await findOrNull(scope, chargeResource, id), showCharge);
    case prefixes.refund:
      return one(await findOrNull(scope, refundResource, id), showRefund);
    case prefixes.installation:
      return one(await findOrNull(scope, installationResource, id), showInstallation);
    case prefixes.webhook:
      return one(await findWebhookOrNull(scope, id), showWebhook);
    case prefixes.event:
      return one(await findOrNull(scope, eventResource, id), showEvent);
    default:
      return [];
  }
}

function counted(n: number, noun: string): string {
  return n === 0 ? '' : `${n} ${noun}${n === 1 ? '' : 's'}`;
}

async function findSubscriberOrNull(scope: Scope, id: string): Promise<SubscriberSnapshot | null> {
  const row = await findOrNull(scope, subscriberResource, id);
  return row && presentOne(scope, subscriberResource, row);
}

/** A deleted webhook has no page. */
async function findWebhookOrNull(scope: Scope, id: string): Promise<WebhookRow | null> {
  const row = await findOrNull(scope, webhookResource, id);
  return row?.status === 'deleted' ? null : row;
}

/** The page of a correlation id, if any row has it. */
async function byCorrelation(scope: Scope, given: string): Promise<SearchResult[]> {
  const id = given.toLowerCase();
  const { request, audit, event, email } = await totalsOf(scope, id);
  if (request + audit + event + email === 0) return [];
  const counts = [
    counted(request, 'request'),
    counted(audit, 'change'),
    counted(event, 'event'),
    counted(email, 'email'),
  ].filter(Boolean);
  const subtitle = `Correlation ID · ${counts.join(', ')}`;
  return [show({ type: 'correlation', id, title: id, subtitle })];
}

type Shown = Omit<SearchResult, 'status' | 'owed' | 'subscriberId'> & Partial<SearchResult>;

const show = (result: Shown): SearchResult => ({ status: null, owed: [], subscriberId: null, ...result });

type Person = Pick<
  SubscriberSnapshot,
  'id' | 'firstName' | 'lastName' | 'email' | 'phone' | 'status' | 'balanceDue'
>;

function showSubscriber({ id, email, phone, status, balanceDue, ...name }: Person): SearchResult {
  const title = fullNameOf(name);
  const subtitle = `${email} · ${phone}`;
  return show({ type: 'subscriber', id, title, subtitle, status, owed: balanceDue, subscriberId: id });
}

function showSubscription({ id, subscriberId, status, ...row }: SubscriptionRow): SearchResult {
  const title = row.externalReference ?? row.radiusUsername ?? id;
  return show({ type: 'subscription', id, title, subtitle: 'Subscription', status, subscriberId });
}

function showPlan(row: { id: string; planName: string; downloadSpeedMbps: number }): SearchResult {
  const subtitle = `Plan · ${row.downloadSpeedMbps} Mbps`;
  return show({ type: 'plan', id: row.id, title: row.planName, subtitle });
}

type Point = Pick<Row<typeof demarcationPointResource>, 'id' | 'name' | 'street' | 'city'>;

function showPoint({ id, name, street, city }: Point): SearchResult {
  const subtitle = ['Demarcation point', [street, city].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(' · ');
  return show({ type: 'demarcationPoint', id, title: name, subtitle });
}

function showInvoice({ id, number, status, subscriberId }: InvoiceRow): SearchResult {
  return show({ type: 'invoice', id, title: number ?? id, subtitle: 'Invoice', status, subscriberId });
}

function showPayment({ id, reference, status, subscriberId }: PaymentRow): SearchResult {
  return show({ type: 'payment', id, title: reference, subtitle: 'Payment', status, subscriberId });
}

function showCharge({ id, description, status, subscriberId }: ChargeRow): SearchResult {
  return show({ type: 'charge', id, title: description, subtitle: 'Charge', status, subscriberId });
}

function showReceipt({ id, transactionId, payerName, status, subscriberId }: ReceiptRow): SearchResult {
  const subtitle = ['Receipt', payerName].filter(Boolean).join(' · ');
  return show({ type: 'receipt', id, title: transactionId, subtitle, status, subscriberId });
}

function showSession({
  id,
  username,
  framedIpAddress,
  subscriberId,
}: Row<typeof networkSessionResource>): SearchResult {
  const subtitle = ['Session', framedIpAddress].filter(Boolean).join(' · ');
  return show({ type: 'networkSession', id, title: username, subtitle, subscriberId });
}

function showRefund({ id, reason, subscriberId }: RefundRow): SearchResult {
  return show({ type: 'refund', id, title: id, subtitle: `Refund · ${humanize(reason)}`, subscriberId });
}

function showInstallation({ id, kind, status, subscriberId }: InstallationRow): SearchResult {
  const subtitle = `Installation · ${humanize(kind)}`;
  return show({ type: 'installation', id, title: id, subtitle, status, subscriberId });
}

function showWebhook({ id, url, status }: WebhookRow): SearchResult {
  return show({ type: 'webhook', id, title: maskedUrl(url), subtitle: 'Webhook', status });
}

function showEvent({ id, type, resourceId }: Row<typeof eventResource>): SearchResult {
  return show({ type: 'event', id, title: type, subtitle: `Event · ${resourceId}` });
}

function humanize(code: string): string {
  return code.replaceAll('_', ' ').toLowerCase();
}
