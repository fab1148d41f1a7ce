import { createHmac } from 'node:crypto';
import { realNow } from '../../clock.ts';
import { env } from '../../env.ts';
import type { DemoKeys } from '../keys.ts';
import type { Answer, Api } from './api.ts';
import { CHECKOUTS_PATH } from './checkout-path.ts';
import type { GatewayActs } from './gateway-acts.ts';
import { findSale, idOf, type Sale } from './money.ts';

const VERIFY = /^\/transaction\/verify\/([^/]+)$/;

type Refund = { id: number; transaction: string; amount: number; currency: string };

/** A number of nine digits that follows from what it is about. Ids of Paystack are numbers. */
const numberOf = (...about: string[]) =>
  100_000_000 + (Number.parseInt(idOf(...about).slice(0, 8), 16) % 900_000_000);

/** Paystack's API with what Demarc calls, and what payers and staff do there. */
export function paystack(
  { paystack: { secretKey } }: DemoKeys,
  providerId: string,
): { api: Api; acts: GatewayActs } {
  /** The references that were paid since the start. Of earlier ones Demarc's own rows say so. */
  const paid = new Set<string>();
  /** The refunds of the dashboard since the start. Demarc reads them when it gets the report. */
  const refunds: Refund[] = [];

  const transactionOf = (sale: Sale, isPaid: boolean) => ({
    ...{ id: numberOf('transaction', sale.sessionId), reference: sale.sessionId, domain: 'test' },
    ...{ amount: sale.amount, currency: sale.currency, status: isPaid ? 'success' : 'abandoned' },
  });
  const done = (message: string, data: unknown): Answer => ({
    status: 200,
    body: { status: true, message, data },
  });

  const api: Api = async ({ method, path, query, json }) => {
    if (path === '/balance') return done('Balances retrieved', [{ currency: 'KES', balance: 0 }]);
    if (path === '/transaction/initialize') {
      const reference = String(json.reference);
      const url = `${env.PUBLIC_URL}${CHECKOUTS_PATH}${reference}`;
      return done('Authorization URL created', {
        authorization_url: url,
        access_code: idOf(reference),
        reference,
      });
    }
    const reference = VERIFY.exec(path)?.[1];
    if (reference) {
      const sale = await findSale(providerId, decodeURIComponent(reference));
      if (!sale) return { status: 400, body: { status: false, message: 'Transaction reference not found.' } };
      const isPaid = paid.has(sale.sessionId) || sale.gatewayPaymentId !== null;
      return done('Verification successful', transactionOf(sale, isPaid));
    }
    if (path === '/refund' && method === 'GET') {
      const own = refunds.filter(({ transaction }) => transaction === query.get('transaction'));
      const listed = own.map((refund) => ({
        ...refund,
        status: 'processed',
        merchant_note: '',
        dispute: null,
      }));
      return done('Refunds retrieved', listed);
    }
    if (path === '/refund') {
      const id = numberOf('refund', String(json.merchant_note));
      return done('Refund has been queued for processing', { id, status: 'pending' });
    }
    return null;
  };

  const report = ({ hookToken }: Sale, event: string, data: object) => {
    const body = JSON.stringify({ event, data });
    const signature = createHmac('sha512', secretKey).update(body).digest('hex');
    return { path: `/hooks/paystack/${hookToken}`, headers: { 'x-paystack-signature': signature }, body };
  };
  const acts: GatewayActs = {
    pay(sale) {
      paid.add(sale.sessionId);
      return report(sale, 'charge.success', transactionOf(sale, true));
    },
    // Paystack reports no declined card.
    decline: () => null,
    refund(sale, amount) {
      const { sessionId, gatewayPaymentId, currency } = sale;
      const id = numberOf('dashboard', sessionId, String(refunds.length), realNow().toISOString());
      refunds.push({ id, transaction: gatewayPaymentId ?? '', amount, currency });
      return report(sale, 'refund.processed', {
        ...{ status: 'processed', transaction_reference: sessionId, domain: 'test' },
        ...{ amount: String(amount), currency },
      });
    },
    dispute(sale, result) {
      const isOpen = result === 'open';
      return report(sale, `charge.dispute.${isOpen ? 'create' : 'resolve'}`, {
        ...{ id: numberOf('dispute', sale.sessionId), domain: 'test', category: 'chargeback' },
        ...{ refund_amount: sale.amount, currency: sale.currency },
        status: isOpen ? 'awaiting-merchant-feedback' : 'resolved',
        resolution: isOpen ? null : result === 'won' ? 'declined' : 'merchant-accepted',
        transaction: transactionOf(sale, true),
        createdAt: sale.dispute?.openedAt ?? realNow().toISOString(),
        resolvedAt: isOpen ? null : realNow().toISOString(),
      });
    },
  };
  return { api, acts };
}
