import { randomInt } from 'node:crypto';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { sendDuePrompts } from '../../server/domain/payment/send-prompts.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import type { App, FakeDaraja, Prompt } from '../fakes/daraja.ts';
import type { useApi } from './api.ts';
import { bodies, dataOf, pendingSubscription } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';
import { besideApi } from './stripe-helpers.ts';

const portal = createPortalHandler([origin], createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 }));

/** What answers beside the API: sign-in, the calls of the portal, and the pages of payers. */
export const besideMpesa: NonNullable<Parameters<typeof useApi>[1]> = async (req, res) => {
  if (req.url?.startsWith('/api/auth/')) return void staffAuthHandler(req, res);
  if (req.url?.startsWith('/api/trpc/')) return void portal(req, res);
  return besideApi(req, res);
};

const newPhone = () => `+2547${randomInt(10 ** 7, 10 ** 8)}`;

/** Helpers for the M-Pesa rail: connect accounts, send prompts, report as M-Pesa. */
export function mpesaHelpers(api: ReturnType<typeof useApi>, daraja: FakeDaraja) {
  const newApp = (over: Partial<App> = {}): App => {
    const n = String(randomInt(100_000, 1_000_000));
    const app = {
      consumerKey: `key${n}`,
      consumerSecret: `secret${n}`,
      shortCode: n,
      passkey: `pass${n}`,
      ...over,
    };
    daraja.apps.push(app);
    return app;
  };
  const gatewayAccount = (verb: 'save' | 'test' | 'remove', input: object, as: Staff) =>
    callAs(api, as, { name: `gatewayAccount.${verb}`, type: 'mutation' }, input);
  /** Posts a report as M-Pesa does. */
  const post = async (url: unknown, body: object | string) => {
    const { pathname } = new URL(String(url));
    const answer = await fetch(api.base + pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    await answer.text();
    return answer.status;
  };
  const sendPrompts = (of: Staff) => sendDuePrompts({ providerId: of.providerId, budgetMs: 5_000 });
  const promptTo = (phone: string): Prompt => {
    const found = daraja.prompts.findLast(({ body }) => body.PhoneNumber === phone.replace('+', ''));
    if (!found) throw new Error(`there is no prompt to ${phone}`);
    return found;
  };
  return {
    newApp,
    gatewayAccount,
    post,
    sendPrompts,
    promptTo,
    newPhone,
    /** A signed-in partner with an M-Pesa account. */
    async mpesaPartner(over: Partial<App> = {}) {
      const partner = await signedInPartner(api);
      const app = newApp(over);
      const { data, text } = await gatewayAccount('save', { gateway: 'mpesa', ...app }, partner);
      if (!data) throw new Error(text);
      return { ...partner, app, account: data };
    },
    /** A customer with a subscription of 1,500 KES and a payment by prompt that is not sent yet. */
    async prompted(partner: Staff, over: { phone?: string; body?: object } = {}) {
      const phone = over.phone ?? newPhone();
      const world = await pendingSubscription(partner, {
        plan: { priceCurrency: 'KES', priceAmount: 1_500 },
      });
      const { email, firstName, lastName } = bodies.subscriber();
      const subscriber = dataOf(
        await partner.put(`/v1/subscribers/${world.subscriber.id}`, { email, firstName, lastName, phone }),
      );
      const request = { subscriptionId: world.subscription.id, rail: 'mpesa', ...over.body };
      const payment = dataOf(await partner.post('/v1/payments', request));
      return { ...world, subscriber, phone, payment };
    },
    /** As `prompted`, and the payer has the prompt. */
    async onThePhone(partner: Staff) {
      const world = await this.prompted(partner);
      await sendPrompts(partner);
      return { ...world, prompt: promptTo(world.phone) };
    },
    /** Makes the prompt of a payment due, as after the minute without a callback or at the end of a lease. */
    makeDue: ({ id }: { id: string }) =>
      api.sql`update prompt set next_attempt_at = now() - interval '1 second' where payment_id = ${id} and status <> 'OVER'`,
    rowOf: async ({ id }: { id: string }) =>
      (await api.sql`select * from prompt where payment_id = ${id}`)[0],
    paymentOf: async (of: Staff, { id }: { id: string }) => dataOf(await of.get(`/v1/payments/${id}`)),
  };
}
