import type { PaymentSnapshot } from '@/server/contract/payment.ts';

/** The name of each rail, in lists and on pages. */
export const railTitles: Record<PaymentSnapshot['rail'], string> = {
  manual: 'Manual',
  simulated: 'Simulated',
  mpesa: 'M-Pesa',
  paystack: 'Paystack',
  stripe: 'Stripe',
};
