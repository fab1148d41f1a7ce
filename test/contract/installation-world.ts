import { expect } from 'vitest';
import type { Answer, Partner } from './api.ts';
import { activeSubscription, caused, dataOf } from './world.ts';

const DAY_MS = 86_400_000;

/** So many days after an instant. */
export const daysOn = (at: string, days: number) => new Date(Date.parse(at) + days * DAY_MS).toISOString();

/** A subscription in service with an installation, and everything that can be done to that. */
export async function ordered(
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

/** Types of the events that a request caused. */
export const typesOf = async (partner: Partner, answer: Answer) =>
  (await caused(partner, answer)).map(({ type }) => type);

/** Holds that a request announced the installation's move once, with the contract's `previous`; gives `current`. */
export async function expectMoved(partner: Partner, answer: Answer, previous: object) {
  const moved = (await caused(partner, answer)).filter(({ type }) => type === 'installation.updated');
  expect(moved).toHaveLength(1);
  expect(Object.keys(moved[0]?.data ?? {}).sort()).toEqual(['current', 'object', 'previous']);
  expect(moved[0]?.data.previous).toEqual({ required: true, free: false, kind: 'INITIAL', ...previous });
  return moved[0]?.data.current;
}
