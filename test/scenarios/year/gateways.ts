import { submitDueRefunds } from '../../../server/domain/external/gateway/submit-refunds.ts';
import { expireDueSessions } from '../../../server/domain/payment/expire-sessions.ts';
import { sendDuePrompts } from '../../../server/domain/payment/send-prompts.ts';
import { retryGatewayRefund } from '../../../server/domain/refund/retry-gateway-refund.ts';
import { refundOfAddress } from '../../../server/rails/mpesa-address.ts';
import type { WriteScope } from '../../../server/work/scope.ts';
import type { useApi } from '../../contract/api.ts';
import { mpesaHelpers } from '../../contract/mpesa-helpers.ts';
import { callAs, type Staff } from '../../contract/portal-helpers.ts';
import type { FakeDaraja } from '../../fakes/daraja.ts';
import { type FakePaystack, paystackSignature } from '../../fakes/paystack.ts';
import { type FakeStripe, stripeSignature } from '../../fakes/stripe.ts';

export const STRIPE_KEY = 'sk_test_year';
const STRIPE_SECRET = 'whsec_year';
const PAYSTACK_KEY = 'sk_test_year_paystack';

/** Runs work of staff in one transaction, at the instant of the test clock. */
export type Act = <T>(work: (scope: WriteScope) => Promise<T>) => Promise<T>;

type Fakes = { daraja: FakeDaraja; paystack: FakePaystack; stripe: FakeStripe };
type Paid = { id: string; checkoutUrl: string | null };

/** The three accounts of a partner, and what their gateways do. Reports come over HTTP, signed as the gateway does. */
export async function openGateways(
  api: ReturnType<typeof useApi>,
  partner: Staff,
  { daraja, paystack, stripe }: Fakes,
  act: Act,
) {
  const { newApp, gatewayAccount, post } = mpesaHelpers(api, daraja);
  const connect = async (input: object) => {
    const { data, text } = await callAs(
      api,
      partner,
      { name: 'gatewayAccount.save', type: 'mutation' },
      input,
    );
    if (!data) throw new Error(text);
    return new URL(data.webhookUrl).pathname;
  };
  const app = newApp({ initiator: 'robot', securityCredential: 'sealed' });
  const { data: mpesa } = await gatewayAccount('save', { gateway: 'mpesa', ...app }, partner);
  paystack.keys.add(PAYSTACK_KEY);
  stripe.keys.add(STRIPE_KEY);
  const hooks = {
    stripe: await connect({ gateway: 'stripe', secretKey: STRIPE_KEY, webhookSecret: STRIPE_SECRET }),
    paystack: await connect({ gateway: 'paystack', secretKey: PAYSTACK_KEY }),
  };
  const report = async (gateway: 'stripe' | 'paystack', event: object) => {
    const body = JSON.stringify(event);
    const signature: Record<string, string> =
      gateway === 'stripe'
        ? { 'stripe-signature': stripeSignature(body, { secret: STRIPE_SECRET }) }
        : { 'x-paystack-signature': paystackSignature(body, PAYSTACK_KEY) };
    const headers = { 'content-type': 'application/json', ...signature };
    const answer = await fetch(api.base + hooks[gateway], { method: 'POST', body, headers });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${gateway} got ${answer.status}`);
  };
  const visit = async ({ checkoutUrl }: Paid, end = '') => {
    const path = new URL(checkoutUrl ?? '').pathname + end;
    const answer = await fetch(api.base + path, { redirect: 'manual' });
    const text = await answer.text();
    if (answer.status > 303) throw new Error(`${path} is ${answer.status}: ${text}`);
  };
  const sessionOf = ({ id }: Paid) => {
    const found = [...stripe.sessions.values()].find(({ metadata }) => metadata.paymentId === id);
    if (!found) throw new Error(`${id} has no session at Stripe`);
    return found;
  };
  const transactionOf = ({ id }: Paid) => {
    const found = paystack.transactions.findLast(({ reference }) =>
      reference.startsWith(id.replace('_', '-')),
    );
    if (!found) throw new Error(`${id} has no transaction at Paystack`);
    return found;
  };
  /** What arrived on the short code, in shillings, by the number of the transaction; and what was reversed. */
  const mpesaBook = { received: new Map<string, number>(), reversed: 0 };
  let reversals = 0;
  const reversalRefused = new Set<string>();

  /** The money of a prompt or of a payer, as M-Pesa confirms it to the short code. */
  const confirm = (money: { receipt: string; amount: number; reference?: string; phone?: string }) => {
    mpesaBook.received.set(money.receipt, money.amount);
    return post(mpesa.webhookUrl, daraja.confirm(app, money));
  };

  return {
    report,
    visit,
    sessionOf,
    transactionOf,
    /** Sends all prompts, those too that are due a moment later: one of this millisecond, or one that the gateway did not take. */
    async sendPrompts() {
      const { providerId } = partner;
      for (let round = 0; round < 5; round++) {
        while ((await sendDuePrompts({ providerId, budgetMs: 60_000 })).more);
        const left = await api.sql`
          update prompt set next_attempt_at = now() - interval '1 second' where status = 'WAITING' returning payment_id`;
        if (left.length === 0) return;
      }
    },
    confirm,
    mpesaBook,
    post,
    newReceipt: daraja.newReceipt,
    daraja,
    stripe,
    paystack,
    /** What lost disputes took at the gateways, in minor units. */
    lost: { stripe: 0, paystack: 0 },
    async receiptOf(transactionId: string) {
      const [row] = await api.sql<{ id: string; paymentId: string }[]>`
        select id, payment_id as "paymentId" from receipt where transaction_id = ${transactionId}`;
      if (!row) throw new Error(`${transactionId} has no receipt`);
      return row;
    },
    /** The pending charges of a customer, the newest first. */
    async chargesOf({ subscriberId }: { subscriberId: string }) {
      const rows = await api.sql<{ id: string }[]>`
        select id from charge where subscriber_id = ${subscriberId} and status = 'PENDING' order by id desc`;
      return rows.map(({ id }) => id);
    },
    /** The prompt that is on a phone. */
    promptOf(phone: string) {
      const found = daraja.prompts.findLast(({ body }) => body.PhoneNumber === phone.slice(1));
      if (!found || found.result) throw new Error(`there is no prompt on ${phone}`);
      return found;
    },
    /** The minute without a callback is over. */
    endMinuteOf: ({ id }: Paid) =>
      api.sql`update prompt set next_attempt_at = now() - interval '1 second' where payment_id = ${id} and status <> 'OVER'`,
    /** The sessions of expired payments end, and the gateways make the refunds that are due. M-Pesa refuses the first attempt at some. */
    async makeRefunds(isRefused: () => boolean) {
      await expireDueSessions({ providerId: partner.providerId, budgetMs: 60_000 });
      await submitDueRefunds({ providerId: partner.providerId, budgetMs: 60_000 });
      for (; reversals < daraja.reversals.length; reversals++) {
        const reversal = daraja.reversals[reversals];
        if (!reversal) continue;
        const transaction = String(reversal.body.TransactionID);
        const refused = isRefused() && !reversalRefused.has(transaction);
        const [code, text] = refused ? ['R000002', 'The OriginalTransactionID is invalid.'] : [0, 'Done'];
        await post(reversal.body.ResultURL, daraja.reversalResult(reversal, code as number, text as string));
        if (!refused) mpesaBook.reversed += Number(reversal.body.Amount);
        else {
          reversalRefused.add(transaction);
          const part = /\/refunds\/(\w+)\//.exec(String(reversal.body.ResultURL))?.[1] ?? '';
          const id = refundOfAddress(part);
          const [row] = await api.sql`select payment_id from gateway_refund where id = ${id}`;
          await act((scope) =>
            retryGatewayRefund(scope, { id: String(row?.payment_id), gatewayRefundId: id }),
          );
          await submitDueRefunds({ providerId: partner.providerId, budgetMs: 60_000 });
        }
      }
      for (const refund of paystack.refunds.filter(({ status }) => status === 'pending')) {
        await report('paystack', paystack.refundEnds(refund, 'processed'));
      }
    },
  };
}

export type Gateways = Awaited<ReturnType<typeof openGateways>>;
