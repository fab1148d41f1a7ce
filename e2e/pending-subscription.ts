import type { Page } from '@playwright/test';
import type { Api } from './sign-in.ts';

/** A suffix that is unique per run, so that a flow can be repeated on the same data. */
export function unique(): string {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
}

/** A Kenyan number that no other flow has. */
export function uniquePhone(): string {
  return `+2547${Date.now().toString().slice(-8)}`;
}

/** An active plan of 10 Mbps. */
export function createdPlan(
  api: Api,
  planName = `Plan ${unique()}`,
  terms: { dataCapMb?: number; priceAmount?: number } = {},
) {
  return api.post('/plans', {
    planName,
    planType: 'RESIDENTIAL',
    downloadSpeedMbps: 10,
    uploadSpeedMbps: 5,
    priceAmount: 1999,
    priceCurrency: 'KES',
    billingCycleDays: 30,
    ...terms,
  });
}

/** A PENDING subscription with its plan, subscriber and demarcation point. */
export async function waitingSubscription(api: Api, terms?: { dataCapMb?: number }) {
  const word = unique();
  const plan = await createdPlan(api, undefined, terms);
  const subscriber = await api.post('/subscribers', {
    firstName: 'Wanjiru',
    lastName: word,
    email: `${word}@example.com`,
    phone: `+2547${String(Date.now()).slice(-8)}`,
  });
  const place = await api.post('/demarcation-points', { name: `Cabinet ${word}`, accessType: 'FIBER' });
  const subscription = await api.post('/subscriptions', {
    subscriberId: subscriber.id,
    planId: plan.id,
    demarcationPointId: place.id,
  });
  return { subscription, plan, subscriberName: `Wanjiru ${word}` };
}

/** The status badge of a page. */
export function statusOf(page: Page, status: string) {
  return page.locator(`header [data-status="${status}"]`);
}
