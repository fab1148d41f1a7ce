import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, Partner } from './api.ts';

/** Bodies the API takes as they are; a case changes the field it is about. */
export const bodies = {
  plan: (over: object = {}) => ({
    planName: `Home ${randomInt(1e9)}`,
    planType: 'RESIDENTIAL',
    downloadSpeedMbps: 20,
    uploadSpeedMbps: 5,
    priceAmount: 100,
    priceCurrency: 'USD',
    billingCycleDays: 30,
    ...over,
  }),
  subscriber: (over: object = {}) => ({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `ada.${randomInt(1e12)}@example.com`,
    phone: `+2547${String(randomInt(1e8)).padStart(8, '0')}`,
    ...over,
  }),
  charge: (over: object = {}) => ({
    description: 'Replacement router',
    amount: 45,
    currency: 'USD',
    ...over,
  }),
  integration: (over: object = {}) => ({ name: 'Splynx Nairobi', adapter: 'native', ...over }),
  webhook: (over: object = {}) => ({ url: 'https://example.com/hook', events: ['*'], ...over }),
  demarcationPoint: (over: object = {}) => ({ name: 'Cabinet 7', accessType: 'FIBER', ...over }),
};

/** The `data` of an answer that must have succeeded. */
export function dataOf(answer: Answer) {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}

/** A subscription waiting for its first payment, with all it hangs on. */
export async function pendingSubscription(
  partner: Partner,
  over: { plan?: object; subscription?: object } = {},
) {
  const plan = dataOf(await partner.post('/v1/plans', bodies.plan(over.plan)));
  const point = dataOf(await partner.post('/v1/demarcation-points', bodies.demarcationPoint()));
  const subscriber = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const subscription = dataOf(
    await partner.post('/v1/subscriptions', {
      subscriberId: subscriber.id,
      planId: plan.id,
      demarcationPointId: point.id,
      ...over.subscription,
    }),
  );
  return { plan, point, subscriber, subscription };
}

/** The same, paid for in cash and in service. */
export async function activeSubscription(
  partner: Partner,
  over: { plan?: object; subscription?: object } = {},
) {
  const made = await pendingSubscription(partner, over);
  const payment = dataOf(
    await partner.post('/v1/payments', { subscriptionId: made.subscription.id, rail: 'manual' }),
  );
  const subscription = dataOf(await partner.get(`/v1/subscriptions/${made.subscription.id}`));
  return { ...made, subscription, payment };
}

/** Types of the events about a resource, oldest first. */
export async function eventTypes(partner: Partner, resourceId: string): Promise<string[]> {
  const answer = await partner.get(`/v1/events?resourceId=${resourceId}&sort=createdAt&limit=100`);
  return dataOf(answer).map((event: { type: string }) => event.type);
}

type Announced = {
  id: string;
  type: string;
  occurredAt: string;
  correlationId: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  data: { object: string; current: any; previous?: any; changedFields?: string[]; rejection?: any };
};

/** The events that one request caused, in their order. */
export async function caused(partner: Partner, by: Answer): Promise<Announced[]> {
  const latest: Announced[] = dataOf(await partner.get('/v1/events?limit=100'));
  return latest.reverse().filter((event) => event.correlationId === by.body.correlationId);
}

/** Moves the partner's test clock. */
export async function advance(partner: Partner, by: { days?: number; hours?: number }): Promise<Answer> {
  const answer = await partner.post('/v1/test-clock/advance', { by });
  dataOf(answer);
  return answer;
}

type Expected = { error?: string; errorCode?: string; field?: string; code?: string };

/** Holds that an answer is a refusal in the envelope with this status, and with these of its parts. */
export function expectRefused(
  answer: Answer,
  status: number,
  { error, errorCode, field, code }: Expected = {},
) {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body.success).toBe(false);
  expect(answer.body.rejectionReasons.length).toBeGreaterThan(0);
  if (error !== undefined) expect(answer.body.error).toBe(error);
  expect(answer.body.errorCode).toBe(errorCode);
  if (field !== undefined || code !== undefined) {
    const [first] = answer.body.rejectionReasons;
    const reason = answer.body.rejectionReasons.find((r: { field: string }) => r.field === field) ?? first;
    if (field !== undefined) expect(reason.field).toBe(field);
    if (code !== undefined) expect(reason.code).toBe(code);
  }
}
