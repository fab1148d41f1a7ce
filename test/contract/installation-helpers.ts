import { expect } from 'vitest';
import { DAY_MS } from '../../server/contract/days.ts';
import type { Answer, Partner } from './api.ts';
import { activeSubscription, dataOf, eventsCausedBy } from './helpers.ts';

/** An instant that many days later. */
export const daysOn = (at: string, days: number) => new Date(Date.parse(at) + days * DAY_MS).toISOString();

/** Creates an active subscription with an installation, and helpers for its requests. */
export async function createInstallation(
  partner: Partner,
  over: object = {},
  service?: Parameters<typeof activeSubscription>[1],
) {
  const world = await activeSubscription(partner, service);
  const subscriptionId = world.subscription.id;
  const answer = await partner.post('/v1/installations', { subscriptionId, ...over });
  const installation = dataOf(answer);
  const path = `/v1/installations/${installation.id}`;
  const feePath = `/v1/subscribers/${world.subscriber.id}/charges/${installation.chargeId}`;
  return {
    ...world,
    answer,
    installation,
    path,
    feePath,
    read: async () => dataOf(await partner.get(path)),
    fee: async () => dataOf(await partner.get(feePath)),
    patch: (body: object) => partner.patch(path, body),
    cancel: () => partner.post(`${path}/cancel`),
    pay: (rail = 'manual') => partner.post('/v1/payments', { installationId: installation.id, rail }),
  };
}

/** The event types of a request. */
export const typesOf = async (partner: Partner, answer: Answer) =>
  (await eventsCausedBy(partner, answer)).map(({ type }) => type);

/** Expects one installation.updated event of a request, with `previous`, and returns `current`. */
export async function expectUpdated(partner: Partner, answer: Answer, previous: object) {
  const moved = (await eventsCausedBy(partner, answer)).filter(({ type }) => type === 'installation.updated');
  expect(moved).toHaveLength(1);
  expect(Object.keys(moved[0]?.data ?? {}).sort()).toEqual(['current', 'object', 'previous']);
  expect(moved[0]?.data.previous).toEqual({ required: true, free: false, kind: 'INITIAL', ...previous });
  return moved[0]?.data.current;
}
