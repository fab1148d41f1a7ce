import { beforeAll, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import {
  activeSubscription,
  bodies,
  dataOf,
  eventsCausedBy,
  expectRefused,
  pendingSubscription,
} from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const create = (over: object = {}) => partner.post('/v1/subscribers', bodies.subscriber(over));
const emailInUse = {
  error: 'Email already in use for this provider',
  field: 'email',
  code: 'ALREADY_EXISTS',
};
const phoneInUse = {
  error: 'Phone already in use for this provider',
  field: 'phone',
  code: 'ALREADY_EXISTS',
};

test('201 active with all fields, emits subscriber.created', async () => {
  const answer = await create({
    firstName: '  Grace ',
    externalUserId: 'crm-1',
    street: '1 Main St',
    city: 'Nairobi',
    region: 'Nairobi',
    postalCode: '00100',
    country: 'KE',
  });
  expect(answer.status).toBe(201);
  const made = dataOf(answer);
  expect(made).toMatchObject({
    id: expect.stringMatching(/^sub_[0-9a-hjkmnp-tv-z]{26}$/),
    firstName: 'Grace',
    externalUserId: 'crm-1',
    country: 'KE',
    status: 'active',
    subscriptionCount: 0,
    balanceDue: [],
    hold: null,
    deactivatedAt: null,
    erasedAt: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(dataOf(await partner.get(`/v1/subscribers/${made.id}`))).toEqual(made);
  const [event, ...more] = await eventsCausedBy(partner, answer);
  expect(more).toEqual([]);
  expect(event).toMatchObject({ type: 'subscriber.created', data: { object: 'subscriber' } });
  expect(event?.data).toEqual({ object: 'subscriber', current: made });
});

test('an account number has eight digits with a Luhn check digit, stays, and is a filter and found by its first digits', async () => {
  const made = dataOf(await create());
  const { id, accountNumber, firstName, lastName, email, phone } = made;
  expect(accountNumber).toMatch(/^[1-9]\d{7}$/);
  // Summed from the right, as the standard says: each second digit doubled, and its digits added.
  const sum = [...accountNumber].reverse().reduce((total, digit, i) => {
    const [ones, twice] = [Number(digit), 2 * Number(digit)];
    return total + (i % 2 === 0 ? ones : (twice % 10) + Math.floor(twice / 10));
  }, 0);
  expect(sum % 10).toBe(0);
  const other = dataOf(await create());
  expect(other.accountNumber).not.toBe(accountNumber);
  const changed = await partner.put(`/v1/subscribers/${id}`, {
    firstName,
    lastName,
    email,
    phone,
    city: 'Nakuru',
  });
  expect(dataOf(changed).accountNumber).toBe(accountNumber);
  const found = async (query: string) =>
    dataOf(await partner.get(`/v1/subscribers?${query}`)).map((row: { id: string }) => row.id);
  expect(await found(`accountNumber=${accountNumber}`)).toEqual([id]);
  expect(await found('accountNumber=10000000')).toEqual([]);
  for (const q of [accountNumber, accountNumber.slice(0, 7)]) expect(await found(`q=${q}`)).toContain(id);
  expect(await found(`q=${accountNumber}`)).not.toContain(other.id);
  expectRefused(await create({ accountNumber: '48201750' }), 400, {
    field: 'accountNumber',
    code: 'NOT_ALLOWED',
  });
});

test('a random account number that is taken is drawn again, also in one statement with a key', async () => {
  const own = await api.partner();
  const { accountNumber } = dataOf(await own.post('/v1/subscribers', bodies.subscriber()));
  // Every second subscriber gets the number of the first.
  await api.sql.unsafe(`
    create sequence drawn;
    create function draw_taken() returns trigger language plpgsql as $$ begin
      if nextval('drawn') % 2 = 1 then new.account_number := '${accountNumber}'; end if;
      return new;
    end $$;
    create trigger draw_taken before insert on subscriber for each row
      when (new.provider_id = '${own.providerId}') execute function draw_taken()`);
  try {
    const bodiesOfTwo = [bodies.subscriber(), bodies.subscriber()];
    for (const body of bodiesOfTwo) {
      const answer = await own.post('/v1/subscribers', body, { key: body.email });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      expect(dataOf(answer).accountNumber).not.toBe(accountNumber);
    }
    expectRefused(await own.post('/v1/subscribers', bodiesOfTwo[0] ?? {}), 400);
  } finally {
    await api.sql.unsafe(
      'drop trigger draw_taken on subscriber; drop function draw_taken(); drop sequence drawn',
    );
  }
});

test('400 lists missing and unknown fields at once', async () => {
  const answer = await partner.post('/v1/subscribers', { firstName: ' ', phone: '0712', status: 'active' });
  expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
  const reasons = answer.body.rejectionReasons.map(
    (r: { field: string; code: string }) => `${r.field} ${r.code}`,
  );
  expect(reasons.sort()).toEqual([
    'email REQUIRED',
    'firstName REQUIRED',
    'lastName REQUIRED',
    'phone INVALID_FORMAT',
    'status NOT_ALLOWED',
  ]);
});

test.each([
  ['firstName', 'x'.repeat(101), 'OUT_OF_RANGE'],
  ['lastName', 7, 'INVALID_FORMAT'],
  ['email', 'ada@', 'INVALID_FORMAT'],
  ['phone', '+254712345678 and more', 'INVALID_FORMAT'],
  ['phone', '+254712345678 ext. 5', 'INVALID_FORMAT'],
  ['externalUserId', 'x'.repeat(129), 'OUT_OF_RANGE'],
  ['country', 'XX', 'INVALID_FORMAT'],
  ['country', null, 'INVALID_FORMAT'],
])('400 at %s for %j: %s', async (field, value, code) => {
  expectRefused(await create({ [field]: value }), 400, { error: 'VALIDATION_FAILED', field, code });
});

test('400 ALREADY_EXISTS for an email or phone that is in use in normalized form', async () => {
  const phone = '+254722000001';
  const email = 'Unique.One@Example.com';
  const first = dataOf(await create({ email: `  ${email} `, phone: '+254 722 000-001' }));
  expect(first).toMatchObject({ email: email.toLowerCase(), phone });
  expectRefused(await create({ email: 'UNIQUE.ONE@EXAMPLE.COM' }), 400, emailInUse);
  expectRefused(await create({ phone: '+254 (722) 000001' }), 400, phoneInUse);
  const other = dataOf(await create());
  const put = (over: object) => partner.put(`/v1/subscribers/${other.id}`, bodies.subscriber(over));
  expectRefused(await put({ email: ' unique.one@example.com' }), 400, emailInUse);
  expectRefused(await put({ phone: '+254-722-000-001' }), 400, phoneInUse);
  const elsewhere = await api.partner();
  dataOf(await elsewhere.post('/v1/subscribers', bodies.subscriber({ email, phone })));
});

test('409 ALREADY_EXISTS for an externalUserId of the same provider', async () => {
  dataOf(await create({ externalUserId: 'once' }));
  expectRefused(await create({ externalUserId: 'once' }), 409, {
    error: 'CONFLICT',
    field: 'externalUserId',
    code: 'ALREADY_EXISTS',
  });
  dataOf(await create());
  dataOf(await create());
});

test('PUT replaces all fields, clears omitted ones, and changedFields lists the differences', async () => {
  const before = dataOf(await create({ city: 'Mombasa', country: 'KE', externalUserId: 'to-clear' }));
  const { firstName, email, phone } = before;
  const answer = await partner.put(`/v1/subscribers/${before.id}`, {
    firstName,
    lastName: 'King',
    email,
    phone,
  });
  expect(answer.status).toBe(200);
  const after = dataOf(answer);
  expect(after).toMatchObject({ lastName: 'King', city: null, country: null, externalUserId: null });
  const [event] = await eventsCausedBy(partner, answer);
  expect(event?.type).toBe('subscriber.updated');
  expect(event?.data.current).toEqual(after);
  expect(event?.data.changedFields?.sort()).toEqual(['city', 'country', 'externalUserId', 'lastName']);
  expect(event?.data.previous).toEqual({
    city: 'Mombasa',
    country: 'KE',
    externalUserId: 'to-clear',
    lastName: 'Lovelace',
  });
});

test('PUT 400 REQUIRED for a missing field, 400 NOT_ALLOWED for id', async () => {
  const { id } = dataOf(await create());
  expectRefused(await partner.put(`/v1/subscribers/${id}`, { firstName: 'A' }), 400, {
    field: 'email',
    code: 'REQUIRED',
  });
  expectRefused(await partner.put(`/v1/subscribers/${id}`, bodies.subscriber({ id })), 400, {
    field: 'id',
    code: 'NOT_ALLOWED',
  });
});

test('PUT without a difference emits no event and keeps updatedAt', async () => {
  const made = dataOf(await create());
  const { firstName, lastName, email, phone } = made;
  const answer = await partner.put(`/v1/subscribers/${made.id}`, {
    firstName,
    lastName,
    email: email.toUpperCase(),
    phone,
  });
  expect(dataOf(answer)).toEqual(made);
  expect(await eventsCausedBy(partner, answer)).toEqual([]);
});

test('the prefix subr_ names the same subscriber in every path, body and query', async () => {
  const { subscriber, plan, point, subscription } = await pendingSubscription(partner);
  const alias = subscriber.id.replace('sub_', 'subr_');
  expect(dataOf(await partner.get(`/v1/subscribers/${alias}`)).id).toBe(subscriber.id);
  const put = await partner.put(`/v1/subscribers/${alias}`, bodies.subscriber());
  expect(dataOf(put).id).toBe(subscriber.id);
  const second = dataOf(
    await partner.post('/v1/subscriptions', {
      subscriberId: alias,
      planId: plan.id,
      demarcationPointId: point.id,
    }),
  );
  expect(second.subscriberId).toBe(subscriber.id);
  const listed = dataOf(await partner.get(`/v1/subscriptions?subscriberId=${alias}`));
  expect(listed.map((row: { id: string }) => row.id).sort()).toEqual([subscription.id, second.id].sort());
  const paid = await partner.post('/v1/payments', {
    subscriptionId: second.id,
    subscriberId: alias,
    rail: 'manual',
  });
  expect(dataOf(paid).subscriberId).toBe(subscriber.id);
  expect(dataOf(await partner.get(`/v1/payments?subscriberId=${alias}`))).toHaveLength(1);
  expect(dataOf(await partner.get(`/v1/invoices?subscriberId=${alias}`))).toHaveLength(1);
  const events = dataOf(await partner.get(`/v1/events?resourceId=${alias}`));
  expect(events.map((event: { type: string }) => event.type)).toEqual([
    'subscriber.updated',
    'subscriber.created',
  ]);
  expect(dataOf(await partner.post(`/v1/subscribers/${alias}/suspend`)).id).toBe(subscriber.id);
});

test('subscriptionCount and balanceDue follow the subscriptions and their debt', async () => {
  const { subscriber, subscription } = await activeSubscription(partner, { plan: { priceAmount: 100.5 } });
  const read = async () => dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`));
  expect(await read()).toMatchObject({ subscriptionCount: 1, balanceDue: [] });
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`));
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'simulated' }));
  expect(await read()).toMatchObject({ balanceDue: [{ amount: 100.5, currency: 'USD' }] });
});

test('the list filters by status, email, phone, externalUserId and q and sorts by name', async () => {
  const own = await api.partner();
  const add = async (over: object) => dataOf(await own.post('/v1/subscribers', bodies.subscriber(over)));
  const ada = await add({
    firstName: 'Ada',
    email: 'ada@x.example.com',
    phone: '+254712000001',
    externalUserId: 'E-1',
  });
  const bob = await add({
    firstName: 'Bob',
    lastName: 'Stone_50%',
    email: 'bob@x.example.com',
    phone: '+254712000002',
  });
  dataOf(await own.post(`/v1/subscribers/${bob.id}/suspend`));
  const ids = async (query: string) =>
    dataOf(await own.get(`/v1/subscribers?${query}`)).map((row: { id: string }) => row.id);
  expect(await ids('status=suspended')).toEqual([bob.id]);
  expect(await ids('email=ADA@x.example.com')).toEqual([ada.id]);
  expect(await ids('phone=%2B254%20712%20000%20002')).toEqual([bob.id]);
  expect(await ids('externalUserId=E-1')).toEqual([ada.id]);
  expect(await ids('q=BOB@X')).toEqual([bob.id]);
  expect(await ids('q=712000001')).toEqual([ada.id]);
  expect(await ids('q=e-1')).toEqual([ada.id]);
  expect(await ids('q=_50%25')).toEqual([bob.id]);
  expect(await ids('q=%25')).toEqual([bob.id]);
  expect(await ids('q=nobody')).toEqual([]);
  expect(await ids('sort=firstName')).toEqual([ada.id, bob.id]);
  expect(await ids('sort=-firstName')).toEqual([bob.id, ada.id]);
  expectRefused(await own.get('/v1/subscribers?status=gone'), 400, { field: 'status', code: 'UNSUPPORTED' });
});

test('405 NOT_ALLOWED for DELETE of a subscriber', async () => {
  const { id } = dataOf(await create());
  const answer = await partner.delete(`/v1/subscribers/${id}`);
  expectRefused(answer, 405, { code: 'NOT_ALLOWED' });
  expect(answer.headers.get('allow')).toBe('GET, PUT, PATCH');
});
