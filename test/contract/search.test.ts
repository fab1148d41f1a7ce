import { beforeAll, describe, expect, test } from 'vitest';
import type { SearchResults } from '../../server/contract/portal/search.ts';
import { activeSubscription, advance, bodies, dataOf } from './helpers.ts';
import { addReceipt } from './receipt-rows.ts';
import { usePortal } from './staff-helpers.ts';

const { api, owner } = usePortal();

type Owner = Awaited<ReturnType<typeof owner>>;
let boss: Owner;
beforeAll(async () => {
  boss = await owner();
  await api.sql`
    update organisation set country = 'KE'
    where id = (select organisation_id from provider where id = ${boss.providerId})`;
});

async function read<T>(name: string, input: object, by = boss): Promise<T> {
  const url = `${api.base}/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const answer = await fetch(url, { headers: { cookie: by.cookie } });
  const body = await answer.json();
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body.result.data;
}
const search = (q: string, by = boss) => read<SearchResults>('search.query', { q }, by);
const idsOf = async (q: string, by = boss) => (await search(q, by)).results.map(({ id }) => id);
const listed = async (q: string) =>
  (await read<{ data: { id: string }[] }>('subscriber.listAll', { q, limit: 100 })).data.map(({ id }) => id);
const person = async (over: object, by = boss) =>
  dataOf(await by.partner.post('/v1/subscribers', bodies.subscriber(over))).id as string;

describe('a subscriber is found', () => {
  test.each([
    '0711 499 688',
    '0711-499-688',
    '(0711) 499688',
    '+254 711 499 688',
    '254711499688',
    '00254711499688',
    '0711499',
    '711499688',
    '499 688',
  ])('by the phone number %s', async (q) => {
    const known = await read<{ data: { id: string }[] }>('subscriber.listAll', {
      q: '+254711499688',
      limit: 1,
    });
    const id = known.data[0]?.id ?? (await person({ phone: '+254711499688' }));
    expect(await idsOf(q)).toContain(id);
    expect(await listed(q)).toContain(id);
  });

  test.each(['Juan Cruz', 'Cruz Juan', 'cruz  carlos', 'de la cruz juan', 'JUAN CARLOS DE'])(
    'by the parts of the name %s',
    async (q) => {
      const known = await listed('Juan Carlos de la Cruz');
      const id = known[0] ?? (await person({ firstName: 'Juan Carlos', lastName: 'de la Cruz' }));
      expect(await idsOf(q)).toEqual([id]);
      expect(await listed(q)).toEqual([id]);
    },
  );

  test('by its address, in the search and in the list; the API does not search addresses', async () => {
    const id = await person({ street: '14 Ngong Road', city: 'Kisumu' });
    for (const q of ['ngong road', '14 Ngong', 'Kisumu']) {
      expect(await idsOf(q)).toEqual([id]);
      expect(await listed(q)).toEqual([id]);
    }
    expect(dataOf(await boss.partner.get('/v1/subscribers?q=ngong%20road'))).toEqual([]);
    expect(dataOf(await boss.partner.get('/v1/subscribers?q=Cruz%20Juan'))).toEqual([]);
    const { results } = await search('ngong road');
    expect(results[0]?.subtitle).toContain('14 Ngong Road, Kisumu');
  });

  test('by two characters only in a script without an alphabet', async () => {
    const id = await person({ firstName: '\u674e', lastName: '\u660e' });
    const latin = await person({ firstName: 'Zy', lastName: 'Xq' });
    expect(await idsOf('\u660e ')).toEqual([id]);
    expect(await idsOf('xq')).toEqual([]);
    expect(await idsOf('zy xq')).toEqual([latin]);
  });

  test('with % and _ as themselves', async () => {
    const id = await person({ lastName: 'O_Neil 100%' });
    expect(await idsOf('o_neil 100%')).toEqual([id]);
    expect(await idsOf('100% o_neil')).toEqual([id]);
    expect(await idsOf('o%neil 100')).toEqual([]);
  });
});

test('a point by its address, and a reference by its start in any case', async () => {
  const { subscription } = await activeSubscription(boss.partner, {
    subscription: { externalReference: 'Splynx-77A' },
  });
  dataOf(
    await boss.partner.patch(`/v1/demarcation-points/${subscription.demarcationPointId}`, {
      street: 'Moi Avenue',
    }),
  );
  expect(await idsOf('moi ave')).toEqual([subscription.demarcationPointId]);
  expect(await idsOf('SPLYNX-7')).toEqual([subscription.id]);
  expect(await idsOf(subscription.radiusUsername.toUpperCase())).toEqual([subscription.id]);
});

test('an installation by the serial number and the MAC address of its router, in the search and in the list', async () => {
  const { subscription } = await activeSubscription(boss.partner);
  const { id } = dataOf(
    await boss.partner.post('/v1/installations', {
      subscriptionId: subscription.id,
      ...{ serialNumber: 'HCV0871ZQ4', macAddress: '4c-5e-0c-ab-cd-ef' },
    }),
  );
  for (const q of ['HCV0871ZQ4', 'hcv0871', '4C:5E:0C:AB:CD:EF', '4c5e.0cab.cdef', '4c-5e-0c-ab-cd-ef']) {
    expect((await search(q)).results, q).toMatchObject([{ type: 'installation', id, title: 'HCV0871ZQ4' }]);
    const { data } = await read<{ data: { id: string }[] }>('installation.listAll', { q });
    expect(data, q).toMatchObject([{ id }]);
  }
  expect(await idsOf('0871')).toEqual([]);
  expect(await idsOf('4c5e0cabcdee')).toEqual([]);
});

test('an invoice by its number as people write it, a payment, a receipt and a charge', async () => {
  const { payment, subscriber } = await activeSubscription(boss.partner);
  const { number } = dataOf(await boss.partner.get(`/v1/invoices/${payment.invoiceId}`));
  const digits = String(Number(number.slice(4)));
  for (const q of [number, number.toLowerCase(), number.slice(0, -1), digits]) {
    expect(await idsOf(q), q).toContain(payment.invoiceId);
  }
  expect(await idsOf(payment.reference.toLowerCase())).toEqual([payment.id]);
  const receipt = await addReceipt(api, boss.providerId);
  await api.sql`update receipt set transaction_id = 'SJ45KL7M2Q' where id = ${receipt.id}`;
  expect((await search('sj45kl7m2q')).results).toMatchObject([
    { type: 'receipt', id: receipt.id, title: 'SJ45KL7M2Q', status: 'UNMATCHED' },
  ]);
  expect(await idsOf(receipt.id)).toEqual([receipt.id]);
  const charge = dataOf(
    await boss.partner.post(
      `/v1/subscribers/${subscriber.id}/charges`,
      bodies.charge({ description: 'Mast repair' }),
    ),
  );
  expect(await idsOf('MAST REP')).toEqual([charge.id]);
});

test('five of a kind are shown, those who owe first, and how many there are', async () => {
  const other = await owner();
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) ids.push(await person({ lastName: `Wambui ${n}` }, other));
  const [first, , third] = ids as [string, string, string];
  for (const id of [first, third])
    dataOf(await other.partner.post(`/v1/subscribers/${id}/charges`, bodies.charge({ amount: 30 })));
  const { results, more } = await search('wambui', other);
  expect(results.map(({ id }) => id)).toEqual([third, first, ids[7], ids[6], ids[5]]);
  expect(results[0]).toMatchObject({ owed: [{ amount: 30, currency: 'USD' }], status: 'active' });
  expect(more).toEqual([{ type: 'subscriber', count: 8 }]);
  // Paid, it is none of the first any more.
  const [{ id: chargeId }] = dataOf(await other.partner.get(`/v1/subscribers/${third}/charges`));
  dataOf(await other.partner.post('/v1/payments', { chargeId, rail: 'manual' }));
  expect((await search('wambui', other)).results[0]?.id).toBe(first);
  expect(await search('wambui')).toEqual({ results: [], more: [] });
});

test('a renewal that is overdue is owed too', async () => {
  const other = await owner();
  const { subscriber } = await activeSubscription(other.partner, {
    plan: { billingCycleDays: 1, graceDays: 9 },
  });
  await advance(other.partner, { days: 2 });
  await person({ lastName: 'Lovelace' }, other);
  expect((await search('lovelace', other)).results[0]).toMatchObject({
    id: subscriber.id,
    owed: [{ amount: 100, currency: 'USD' }],
  });
});

describe('a session is found', () => {
  const addSession = async (
    {
      id: subscriptionId,
      subscriberId,
      radiusUsername,
    }: { id: string; subscriberId: string; radiusUsername: string },
    nth: number,
    values: { ip?: string; v6?: string; delegated?: string; station?: string; ended?: boolean },
    by = boss,
  ) => {
    const id = `sess_${String(nth).padStart(26, '0')}`;
    await api.sql`
      insert into network_session (provider_id, id, subscription_id, subscriber_id, username, acct_unique_id, started_at, ended_at,
        framed_ip_address, framed_ipv6_address, delegated_ipv6_prefix, calling_station_id, created_at, updated_at)
      values (${by.providerId}, ${id}, ${subscriptionId}, ${subscriberId}, ${radiusUsername}, ${`${by.providerId} ${nth}`},
        now() - ${`${100 - nth} hours`}::interval, ${values.ended ? new Date().toISOString() : null}, ${values.ip ?? null}::inet,
        ${values.v6 ?? null}::inet, ${values.delegated ?? null}::inet, ${values.station ?? null}, now(), now())`;
    return id;
  };

  test('by its IP and MAC address in any form, the newest first', async () => {
    const { subscription } = await activeSubscription(boss.partner);
    const ip = '100.64.7.9';
    const [online, ended] = [
      await addSession(subscription, 2, {
        ...{ ip, v6: '2001:db8:7::9', delegated: '2001:db8:beef::/56', station: 'AA-BB-CC-00-11-2E' },
      }),
      await addSession(subscription, 1, { ip, station: 'aabb.cc00.9999', ended: true }),
    ];
    const { results } = await search(ip);
    expect(results).toMatchObject([
      {
        type: 'networkSession',
        id: online,
        title: 'Ada Lovelace',
        subtitle: `Session · ${ip}`,
        status: 'online',
      },
      { type: 'networkSession', id: ended, status: null },
    ]);
    for (const q of [
      'aa:bb:cc:00:11:2e',
      'AABB.CC00.112E',
      'aabbcc00112e',
      'AA-BB-CC-00-11-2E',
      '2001:DB8:7:0::9',
    ])
      expect(await idsOf(q), q).toEqual([online]);
    expect(await idsOf('2001:db8:beef:1::5')).toEqual([online]);
    expect(await idsOf('2001:db8:bee0::5')).toEqual([]);
    expect(await idsOf('100.64.7.90')).toEqual([]);
    const other = await owner();
    expect(await idsOf(ip, other)).toEqual([]);
    expect(await idsOf('aa:bb:cc:00:11:2e', other)).toEqual([]);
  });

  test('by the static address of its line, and how many there are', async () => {
    const other = await owner();
    const { subscription } = await activeSubscription(other.partner);
    const ipv4 = JSON.stringify({ mode: 'static', address: '100.64.8.1' });
    await api.sql`update subscription set ipv4 = ${ipv4}::text::jsonb where id = ${subscription.id}`;
    for (let nth = 10; nth < 17; nth++)
      await addSession(subscription, nth, { ip: '100.64.8.1', ended: nth < 16 }, other);
    const { results, more } = await search('100.64.8.1', other);
    expect(results.map(({ type }) => type)).toEqual([...Array(5).fill('networkSession'), 'subscription']);
    expect(results[0]?.id).toBe(`sess_${'16'.padStart(26, '0')}`);
    expect(more).toEqual([{ type: 'networkSession', count: 7 }]);
  });
});
