import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, Partner } from './api.ts';

/** Valid request bodies. A test overrides the field it is about. */
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

/** The `data` of an answer. Fails unless the status is below 300. */
export function dataOf(answer: Answer) {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}

/** Creates a PENDING subscription with its plan, demarcation point and subscriber. */
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

/** Creates an ACTIVE subscription, paid on the manual rail. */
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

/** The event types of a resource, oldest first. */
export async function eventTypes(partner: Partner, resourceId: string): Promise<string[]> {
  const answer = await partner.get(`/v1/events?resourceId=${resourceId}&sort=createdAt&limit=100`);
  return dataOf(answer).map((event: { type: string }) => event.type);
}

type Announced = {
  id: string;
  type: string;
  occurredAt: string;
  correlationId: string;
  livemode: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of any snapshot
  data: { object: string; current: any; previous?: any; changedFields?: string[]; rejection?: any };
};

/** The events with the correlation id of a request, in order. */
export async function eventsCausedBy(partner: Partner, by: Answer): Promise<Announced[]> {
  const latest: Announced[] = dataOf(await partner.get('/v1/events?limit=100'));
  return latest.reverse().filter((event) => event.correlationId === by.body.correlationId);
}

/** Advances the partner's test clock. */
export async function advance(partner: Partner, by: { days?: number; hours?: number }): Promise<Answer> {
  const answer = await partner.post('/v1/test-clock/advance', { by });
  dataOf(answer);
  return answer;
}

type Expected = { error?: string; errorCode?: string; field?: string; code?: string };

/** Expects an error envelope with a status and optionally some of its fields. */
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
