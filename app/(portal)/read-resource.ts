import { cache } from 'react';
import type { PortalCaller } from '@/server/api/bridge.ts';
import { found } from '../found.ts';
import { callerWith, portalCaller } from '../session.ts';

/** Reads the resource that a page shows, once for its title and its content. */
function readerOf<Ids extends string[], T>(read: (caller: PortalCaller, ...ids: Ids) => Promise<T>) {
  return cache(async (...ids: Ids) => found(read(await portalCaller(), ...ids)));
}

/** Reads the resource that a form changes, with its entity tag: the form sends it as `If-Match`. */
function editableOf<Ids extends string[], T>(read: (caller: PortalCaller, ...ids: Ids) => Promise<T>) {
  return async (...ids: Ids): Promise<{ data: T; etag: string }> => {
    const tag: { value?: string } = {};
    const data = await found(read(await callerWith(tag), ...ids));
    return { data, etag: tag.value ?? '*' };
  };
}

export const editAccount = editableOf((caller) => caller.provider.get({}));
export const editDemarcationPoint = editableOf((caller, id: string) => caller.demarcationPoint.get({ id }));
export const editIntegration = editableOf((caller, id: string) => caller.integration.get({ id }));
export const editOrganisation = editableOf((caller) => caller.organisation.get({}));
export const editPlan = editableOf((caller, id: string) => caller.plan.get({ id }));
export const editSubscriber = editableOf((caller, id: string) => caller.subscriber.get({ id }));
export const editWebhook = editableOf((caller, id: string) => caller.webhook.get({ id }));

export const readAnnouncement = readerOf((caller, id: string) => caller.announcement.get({ id }));
export const readApiRequest = readerOf((caller, id: string) => caller.apiRequest.get({ id }));
export const readCharge = readerOf((caller, id: string) => caller.charge.find({ id }));
export const readCorrelation = readerOf((caller, id: string) => caller.correlation.get({ id }));
export const readDemarcationPoint = readerOf((caller, id: string) => caller.demarcationPoint.get({ id }));
export const readEmail = readerOf((caller, id: string) => caller.email.get({ id }));
export const readEvent = readerOf((caller, id: string) => caller.event.get({ id }));
export const readInstallation = readerOf((caller, id: string) => caller.installation.get({ id }));
export const readInboundEvent = readerOf((caller, id: string, inboundId: string) =>
  caller.inboundEvent.get({ id, inboundId }),
);
export const readIntegration = readerOf((caller, id: string) => caller.integration.get({ id }));
export const readInvoice = readerOf((caller, id: string) => caller.invoice.get({ id }));
export const readJob = readerOf((caller, id: string) => caller.job.get({ id }));
export const readNetworkSession = readerOf((caller, id: string) => caller.networkSession.get({ id }));
export const readPayment = readerOf((caller, id: string) => caller.payment.get({ id }));
export const readPlan = readerOf((caller, id: string) => caller.plan.get({ id }));
export const readReceipt = readerOf((caller, id: string) => caller.receipt.get({ id }));
export const readRefund = readerOf((caller, id: string) => caller.refund.get({ id }));
export const readSubscriber = readerOf((caller, id: string) => caller.subscriber.get({ id }));
export const readSubscription = readerOf((caller, id: string) => caller.subscription.get({ id }));
export const readVisit = readerOf((caller, id: string) => caller.visit.get({ id }));
export const readWebhook = readerOf((caller, id: string) => caller.webhook.get({ id }));

/** A delivery of a webhook with the request that it sends. */
export const readDelivery = readerOf(async (caller, id: string, deliveryId: string) => {
  const [delivery, request] = await Promise.all([
    caller.delivery.get({ id, deliveryId }),
    caller.delivery.request({ id, deliveryId }),
  ]);
  return { delivery, request };
});
