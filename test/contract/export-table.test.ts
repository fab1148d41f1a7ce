import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { wallTime } from '../../server/contract/zoned-time.ts';
import { EXPORT_PATH, exportCsv } from '../../server/portal/export.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { useApi } from './api.ts';
import { activeSubscription, dataOf } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const portal = createPortalHandler([origin]);
const api = useApi({}, (req, res) => {
  const path = req.url ?? '';
  if (path.startsWith('/api/auth/')) return staffAuthHandler(req, res);
  return path.startsWith(EXPORT_PATH) ? exportCsv(req, res) : portal(req, res);
});

let partner: Staff;
let made: Awaited<ReturnType<typeof activeSubscription>>;
const ZONE = 'Africa/Nairobi';
beforeAll(async () => {
  partner = await signedInPartner(api);
  const set = { name: 'provider.update', type: 'mutation' } as const;
  expect((await callAs(api, partner, set, { taxRate: '0', timeZone: ZONE })).status).toBe(200);
  made = await activeSubscription(partner, { plan: { planName: 'Home 20' } });
});

/** The rows of an export, by their headings. */
async function exported(list: string) {
  const answer = await fetch(api.base + EXPORT_PATH + list, { headers: { cookie: partner.cookie } });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  const [headings = [], ...rows] = parse(text, { bom: true }) as string[][];
  return {
    headings,
    rows: rows.map((cells) => Object.fromEntries(headings.map((heading, i) => [heading, cells[i]]))),
  };
}

test('payments have the customer, the invoice number and the times of the account beside the ids', async () => {
  const { id, invoiceId, completedAt } = dataOf(await partner.get(`/v1/payments/${made.payment.id}`));
  const { number } = dataOf(await partner.get(`/v1/invoices/${invoiceId}`));
  const { headings, rows } = await exported('payments');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    ID: id,
    ...{ Subscriber: 'Ada Lovelace', 'Subscriber ID': made.subscriber.id },
    ...{ 'Invoice number': number, 'Invoice ID': invoiceId },
    [`Completed (${ZONE})`]: wallTime(completedAt, ZONE),
  });
  expect(headings.indexOf('Subscriber') + 1).toBe(headings.indexOf('Subscriber ID'));
  expect(headings).toContain('Payment method');
});

test('subscriptions have the names of the plan and the place, and the headings of the page', async () => {
  const { rows } = await exported('subscriptions');
  expect(rows[0]).toMatchObject({
    ...{ Subscriber: 'Ada Lovelace', Plan: 'Home 20', Place: made.point.name },
    [`Paid until (${ZONE})`]: wallTime(
      dataOf(await partner.get(`/v1/subscriptions/${made.subscription.id}`)).expiresAt,
      ZONE,
    ),
    Price: '100',
    'Next plan': '',
  });
});

test('an empty list has its headings, and no id has a name of another account', async () => {
  const { headings, rows } = await exported('departures');
  expect(rows).toEqual([]);
  expect(headings).toContain(`Requested (${ZONE})`);
  const other = await signedInPartner(api);
  const answer = await fetch(`${api.base}${EXPORT_PATH}payments`, { headers: { cookie: other.cookie } });
  expect(await answer.text()).not.toContain('Ada');
});

test('every list has headings of words, and no two equal ones', async () => {
  for (const list of [
    'subscribers',
    'subscriptions',
    'plans',
    'invoices',
    'payments',
    'charges',
    'refunds',
    'installations',
    'network-sessions',
    'demarcation-points',
    'receipts',
    'emails',
    'jobs',
    'webhooks',
    'integrations',
    'audit',
    'requests',
    'events',
    'departures',
  ]) {
    const { headings } = await exported(list);
    for (const heading of headings) expect(heading, list).not.toMatch(/[a-z][A-Z](?!\w*\))|\./);
    expect(headings.length, list).toBe(new Set(headings).size);
  }
});
