import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { portalCaller } from '../../session.ts';

/** The names of the resources that a payment is for. */
export type Target = {
  subscriberName: string;
  /** The plan of its subscription. */
  subscriptionName: string | null;
  invoiceNumber: string | null;
  invoiceStatus: InvoiceSnapshot['status'] | null;
  chargeDescription: string | null;
};

export async function readTarget(payment: PaymentSnapshot): Promise<Target> {
  const { subscriberId, subscriptionId, invoiceId, chargeId } = payment;
  const caller = await portalCaller();
  const [subscription, invoice, charge] = await Promise.all([
    subscriptionId ? caller.subscription.get({ id: subscriptionId }) : null,
    invoiceId ? caller.invoice.get({ id: invoiceId }) : null,
    chargeId ? caller.charge.get({ subscriberId, chargeId }) : null,
  ]);
  const names = await caller.labels.of({
    ids: [subscriberId, subscription?.planId].filter((id) => id != null),
  });
  return {
    subscriberName: names[subscriberId] ?? subscriberId,
    subscriptionName: subscription && (names[subscription.planId] ?? subscription.id),
    invoiceNumber: invoice?.number ?? null,
    invoiceStatus: invoice?.status ?? null,
    chargeDescription: charge?.description ?? null,
  };
}
