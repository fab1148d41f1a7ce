import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { createPartner } from '../../server/domain/partner/create.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const unlimited = createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 });
const portal = createPortalHandler([origin], unlimited);
const api = useApi({}, (req, res) =>
  req.url?.startsWith('/api/auth/') ? staffAuthHandler(req, res) : portal(req, res),
);

let staff: Staff;
beforeAll(async () => {
  staff = await signedInPartner(api);
  await api.sql`
    update organisation set country = 'KE'
    where id = (select organisation_id from provider where id = ${staff.providerId})`;
});

const write = (name: string, input: object) => callAs(api, staff, { name, type: 'mutation' }, input);
const read = (name: string, input: object) => callAs(api, staff, { name, type: 'query' }, input);

describe('local phone numbers in the portal', () => {
  test.each(['0712 345 602', '712345603', '254712345604', '\u202a0712345605\u202c', '00254712345606'])(
    'a person writes %s',
    async (written) => {
      const { data, text } = await write('subscriber.create', bodies.subscriber({ phone: written }));
      expect(data?.phone, text).toMatch(/^\+2547123456\d\d$/);
      const again = await write('subscriber.update', {
        ...bodies.subscriber({ phone: written }),
        id: data.id,
      });
      expect(again.data?.phone).toBe(data.phone);
      for (const name of ['subscriber.list', 'subscriber.listAll']) {
        const listed = await read(name, { phone: written });
        expect(listed.data.data.map(({ id }: { id: string }) => id)).toEqual([data.id]);
      }
      const found = await read('search.query', { q: written });
      expect(found.data.results).toEqual([expect.objectContaining({ type: 'subscriber', id: data.id })]);
      const dry = await write('dryRun.run', {
        procedure: 'subscriber.create',
        input: bodies.subscriber({ phone: written }),
      });
      expect(dry.text).toContain('Phone already in use for this provider');
    },
  );

  test.each(['0712345811 ext 5', '0712345811x5', '12'])('400 for %s', async (phone) => {
    const { status, text } = await write('subscriber.create', bodies.subscriber({ phone }));
    expect(status).toBe(400);
    expect(text).toContain('"field":"phone","code":"INVALID_FORMAT"');
    expect((await write('organisation.update', { phone })).status).toBe(400);
  });

  test('the phone number of an organisation is local in its country', async () => {
    const { data } = await write('organisation.update', {
      legalName: 'Acme',
      country: 'GB',
      phone: '020 7946 0018',
    });
    expect(data.phone).toBe('+442079460018');
    await write('organisation.update', { country: 'KE' });
  });

  test('lists of what a subscriber has find it by the local number', async () => {
    const { subscriber, subscription } = await withSubscription('+254712345699');
    for (const q of ['0712 345 699', '071234569']) {
      const listed = await read('subscription.listAll', { q });
      expect(
        listed.data.data.map(({ id }: { id: string }) => id),
        q,
      ).toEqual([subscription.id]);
      const payments = await read('payment.listAll', { q });
      expect(payments.status).toBe(200);
    }
    expect(subscriber.phone).toBe('+254712345699');
  });
});

async function withSubscription(phone: string) {
  const subscriber = dataOf(await staff.post('/v1/subscribers', bodies.subscriber({ phone })));
  const plan = dataOf(await staff.post('/v1/plans', bodies.plan()));
  const point = dataOf(await staff.post('/v1/demarcation-points', bodies.demarcationPoint()));
  const order = { subscriberId: subscriber.id, planId: plan.id, demarcationPointId: point.id };
  return { subscriber, subscription: dataOf(await staff.post('/v1/subscriptions', order)) };
}

describe.each(['sales&marketing@x.org', 'ann@xn--e1afmkfd.xn--p1ai', 'dept/unit@x.org'])(
  'an account of %s',
  (address) => {
    const email = `${randomUUID().slice(0, 8)}${address}`;

    test('is created, signs in and asks for a new password', async () => {
      const made = await createPartner({
        name: 'Acme',
        email: ` ${email.toUpperCase()}\u200b`,
        livemode: false,
      });
      expect(made.ownerEmail).toBe(email);
      const post = (path: string, body: object) =>
        fetch(`${api.base}/api/auth${path}`, {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const signedIn = await post('/sign-in/email', {
        email: email.toUpperCase(),
        password: made.ownerPassword,
      });
      expect(signedIn.status).toBe(200);
      expect((await post('/request-password-reset', { email })).status).toBe(200);
    });

    test('is invited', async () => {
      const invited = await write('team.invite', { email: `i.${email}`, role: 'viewer' });
      expect(invited.status).toBe(200);
    });
  },
);

test('the names of a team, a tag and a saved view are in NFC', async () => {
  const nfd = 'José'.normalize('NFD');
  const { data: subscriber } = await write('subscriber.create', bodies.subscriber());
  await write('tag.set', { subscriberId: subscriber.id, names: [nfd] });
  await write('profile.rename', { name: nfd });
  const tagged = await read('subscriber.listAll', { tags: 'josé' });
  expect(tagged.data.data.map(({ id }: { id: string }) => id)).toEqual([subscriber.id]);
  expect((await read('profile.get', {})).data.name).toBe('José');
});
