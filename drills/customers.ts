import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PartnerClient } from './client.ts';

/** The `data` of an answer. @throws Error when it is a refusal */
export function dataOf({ status, body }: { status: number; body: { data?: unknown } }) {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  // biome-ignore lint/suspicious/noExplicitAny: drills read fields of any resource
  return body.data as any;
}

export const planBody = () => ({
  planName: `Home ${randomInt(1e12)}`,
  planType: 'RESIDENTIAL',
  downloadSpeedMbps: 20,
  uploadSpeedMbps: 5,
  priceAmount: 100,
  priceCurrency: 'USD',
  billingCycleDays: 30,
});

export const subscriberBody = (over: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: `ada.${randomInt(1e12)}@example.com`,
  // Those below belong to subscribers that the bench makes.
  phone: `+2547${randomInt(1e7, 1e8)}`,
  ...over,
});

export type Catalogue = { planId: string; demarcationPointId: string };

export async function createCatalogue(partner: PartnerClient): Promise<Catalogue> {
  const plan = dataOf(await partner.post('/v1/plans', planBody()));
  const point = dataOf(
    await partner.post('/v1/demarcation-points', { name: 'Cabinet', accessType: 'FIBER' }),
  );
  return { planId: plan.id, demarcationPointId: point.id };
}

/** Creates a subscriber with a subscription that is paid and in service. Returns the ids of all that was created. */
export async function onboard(partner: PartnerClient, catalogue: Catalogue, over: object = {}) {
  const subscriber = dataOf(await partner.post('/v1/subscribers', subscriberBody(over)));
  const given = { subscriberId: subscriber.id, ...catalogue };
  const subscription = dataOf(await partner.post('/v1/subscriptions', given));
  const payment = dataOf(
    await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }),
  );
  return { subscriberId: subscriber.id, subscriptionId: subscription.id, paymentId: payment.id } as const;
}

export type Onboarded = Awaited<ReturnType<typeof onboard>>;

type Pace = {
  /** Customers who are onboarded at the same time. */
  clients: number;
  /** The pause after each, in ms; none by default. */
  pauseMs?: number;
};

/** Onboards customers and reads until it is stopped. Returns what was acknowledged. */
export function startTraffic(partner: PartnerClient, catalogue: Catalogue, { clients, pauseMs = 0 }: Pace) {
  const created: Onboarded[] = [];
  let isOver = false;
  async function one(): Promise<void> {
    while (!isOver) {
      const made = await onboard(partner, catalogue);
      created.push(made);
      const { subscriptionId } = made;
      const read = dataOf(await partner.get(`/v1/subscriptions/${subscriptionId}`));
      if (read.status !== 'ACTIVE') throw new Error(`${subscriptionId} is ${read.status}`);
      dataOf(await partner.get('/v1/subscribers?limit=20'));
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }
  const all = Promise.all(Array.from({ length: clients }, one));
  all.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await all;
      return created;
    },
  };
}
