/**
 * The keys of what a payment pays. At most one payment is open for each key; a payment on account has a key of its own, so any
 * number of them may be open. Contract: Payment.
 */
export const targetKey = {
  invoice: (id: string) => `invoice:${id}`,
  charge: (id: string) => `charge:${id}`,
  /** The first payment of a subscription, which has no invoice yet. */
  first: (subscriptionId: string) => `first:${subscriptionId}`,
  /** The return of a subscription to service, while its invoice is not issued. */
  return: (subscriptionId: string) => `return:${subscriptionId}`,
  account: (paymentId: string) => `account:${paymentId}`,
};

/** The key of what a subscription owes. */
export function targetOf(
  subscriptionId: string,
  { kind, invoice }: { kind: string; invoice: { id: string } | null },
): string {
  if (invoice) return targetKey.invoice(invoice.id);
  return kind === 'FIRST' ? targetKey.first(subscriptionId) : targetKey.return(subscriptionId);
}
