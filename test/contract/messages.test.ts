import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { twilioSignature } from '../fakes/sms.ts';
import { useApi } from './api.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const SID = `AC${'0'.repeat(32)}`;

const { sms, smtp } = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakeSms } = await import('../fakes/sms.ts');
  const { startSmtp } = await import('../fakes/smtp.ts');
  const fakes = { sms: await startFakeSms(), smtp: await startSmtp() };
  process.env.AFRICASTALKING_API_BASE = fakes.sms.base;
  process.env.TWILIO_API_BASE = fakes.sms.base;
  process.env.WEBHOOK_ALLOWED_HOSTS = '127.0.0.1';
  return fakes;
});

import { processDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import { enqueueEmails } from '../../server/domain/messaging/email/enqueue.ts';
import { sendDueEmails } from '../../server/domain/messaging/email/send-due.ts';
import { transaction } from '../../server/work/transaction.ts';
import { eventually } from '../fixtures/eventually.ts';

const portal = createPortalHandler([origin], createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 }));
const api = useApi({}, async (req, res) => {
  if (req.url?.startsWith('/api/auth/')) return void staffAuthHandler(req, res);
  return portal(req, res);
});

let partner: Staff;
beforeAll(async () => {
  sms.users.set('isp', 'key-of-isp');
  sms.accounts.set(SID, 'token-of-isp');
  partner = await livePartner();
});
afterEach(() => {
  sms.sent.length = 0;
  sms.faults.length = 0;
  smtp.received.length = 0;
});
afterAll(async () => {
  await sms.stop();
  await smtp.stop();
});

async function livePartner() {
  const made = await signedInPartner(api);
  await api.sql`update provider set livemode = true where id = ${made.providerId}`;
  return made;
}

const call = (name: string, input: object, as: Staff = partner) =>
  callAs(api, as, { name, type: 'mutation' }, input);
const ask = (name: string, input: object = {}, as: Staff = partner) =>
  callAs(api, as, { name, type: 'query' }, input);
const connect = (gateway: 'africastalking' | 'twilio' | 'smtp', as = partner) =>
  call(
    'messageAccount.save',
    {
      africastalking: { gateway, user: 'isp', apiKey: 'key-of-isp', sender: 'ISP' },
      twilio: { gateway, accountSid: SID, authToken: 'token-of-isp', sender: '+15005550006' },
      smtp: { gateway, host: '127.0.0.1', port: Number(new URL(smtp.url).port), sender: 'bills@isp.example' },
    }[gateway],
    as,
  );
const drain = (of: Staff = partner) => sendDueEmails({ providerId: of.providerId, budgetMs: 30_000 });

let phones = 0;
async function subscriber(over: object = {}, of: Staff = partner) {
  const phone = `+25471${String(++phones).padStart(7, '0')}`;
  return dataOf(await of.post('/v1/subscribers', bodies.subscriber({ phone, ...over })));
}
const notice = (subscriberId: unknown, over: object = {}) => ({
  ...{ subscriberId, channel: 'SMS', text: 'Hello {{ firstName }}, your account is {{ accountNumber }}.' },
  ...over,
});
async function sent(subscriberId: unknown, over: object = {}) {
  const { id } = dataOf(await partner.post('/v1/messages', notice(subscriberId, over)));
  await drain();
  return messageOf(id);
}
const messageOf = async (id: unknown) => dataOf(await partner.get(`/v1/messages/${id}`));
const report = async (
  form: Record<string, string>,
  { token, headers = {} }: { token: string; headers?: object },
) =>
  (
    await fetch(`${api.base}/hooks/sms/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form),
    })
  ).status;
async function addressOf(gateway: string, of: Staff = partner): Promise<string> {
  const { data } = await ask('messageAccount.list', {}, of);
  const { reportUrl } =
    (data as { gateway: string; reportUrl: string }[]).find((one) => one.gateway === gateway) ?? {};
  return String(reportUrl);
}
const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

test('an account shows no credential, is tried at its gateway, and takes the place of another of its channel', async () => {
  const { data: account, text } = await connect('africastalking');
  expect(account).toMatchObject({
    gateway: 'africastalking',
    channel: 'SMS',
    isConnected: true,
    sender: 'ISP',
    keyLast4: '-isp',
  });
  expect(text).not.toContain('key-of-isp');
  expect((await call('messageAccount.test', { gateway: 'africastalking' })).data).toMatchObject({
    isAccepted: true,
  });
  sms.users.set('isp', 'another');
  expect((await call('messageAccount.test', { gateway: 'africastalking' })).data).toMatchObject({
    isAccepted: false,
  });
  sms.users.set('isp', 'key-of-isp');
  await connect('twilio');
  const { data: listed, text: all } = await ask('messageAccount.list');
  const connected = (listed as { gateway: string; isConnected: boolean }[]).filter((one) => one.isConnected);
  expect(connected.map(({ gateway }) => gateway)).toEqual(['twilio']);
  expect(all).not.toMatch(/key-of-isp|token-of-isp/);
  expect((await call('messageAccount.test', { gateway: 'twilio' })).data).toMatchObject({ isAccepted: true });
  const rows =
    await api.sql`select sealed_credentials from message_account where provider_id = ${partner.providerId}`;
  expect(rows.map((row) => row.sealed_credentials?.slice(0, 6) ?? null).sort()).toEqual(
    ['bound:', null].sort(),
  );
});

test.each(['africastalking', 'twilio'] as const)(
  'an SMS through %s: accepted with its parts, reported once, in the list of messages',
  async (gateway) => {
    await connect(gateway);
    const owner = await subscriber({ firstName: 'Zoë' });
    const message = await sent(owner.id);
    const [arrived] = sms.sent;
    expect(sms.sent).toHaveLength(1);
    expect(arrived).toMatchObject({
      to: owner.phone,
      text: `Hello Zoë, your account is ${owner.accountNumber}.`,
    });
    // ë is no letter of GSM-7.
    expect(message).toMatchObject({
      channel: 'SMS',
      kind: 'NOTICE',
      status: 'SENT',
      to: owner.phone,
      parts: 1,
      error: null,
    });
    const url = await addressOf(gateway);
    const token = tokenOf(url);
    const form: Record<string, string> =
      gateway === 'twilio'
        ? {
            MessageSid: arrived?.id ?? '',
            MessageStatus: 'delivered',
            To: String(owner.phone),
            From: '+15005550006',
          }
        : {
            id: arrived?.id ?? '',
            status: 'Success',
            phoneNumber: String(owner.phone),
            networkCode: '63902',
          };
    if (gateway === 'twilio') {
      expect(arrived?.callback).toBe(url);
      expect(await report(form, { token })).toBe(400);
      expect(
        await report(form, { token, headers: { 'x-twilio-signature': twilioSignature(url, form, 'wrong') } }),
      ).toBe(400);
      expect(await messageOf(message.id)).toMatchObject({ status: 'SENT' });
    }
    const headers =
      gateway === 'twilio' ? { 'x-twilio-signature': twilioSignature(url, form, 'token-of-isp') } : {};
    expect(await report(form, { token: '0'.repeat(32), headers })).toBe(404);
    expect(await report(form, { token, headers })).toBe(200);
    const delivered = await messageOf(message.id);
    expect(delivered).toMatchObject({ status: 'DELIVERED', deliveredAt: expect.any(String) });
    expect(await report(form, { token, headers })).toBe(200);
    expect(await messageOf(message.id)).toEqual(delivered);
    const { data } = (await partner.get(`/v1/messages?subscriberId=${owner.id}&channel=SMS&status=DELIVERED`))
      .body as {
      data: object[];
    };
    expect(data).toEqual([delivered]);
  },
);

test('a report that a message failed is its reason, and a report of one account touches no message of another', async () => {
  await connect('africastalking');
  const owner = await subscriber();
  const message = await sent(owner.id);
  const form = { id: sms.sent[0]?.id ?? '', status: 'Failed', failureReason: 'UserInBlackList' };
  const stranger = await livePartner();
  await connect('africastalking', stranger);
  expect(await report(form, { token: tokenOf(await addressOf('africastalking', stranger)) })).toBe(200);
  expect(await messageOf(message.id)).toMatchObject({ status: 'SENT' });
  expect(await report(form, { token: tokenOf(await addressOf('africastalking')) })).toBe(200);
  expect(await messageOf(message.id)).toMatchObject({ status: 'FAILED', error: 'UserInBlackList' });
});

test.each(['africastalking', 'twilio'] as const)(
  'NUL in a report of %s is left out, and a long report is 413',
  async (gateway) => {
    await connect(gateway);
    const url = await addressOf(gateway);
    const form = { id: 'ATXid\0', status: 'Failed', MessageSid: 'SM\0', MessageStatus: 'failed' };
    const signed = (sent: Record<string, string>) => ({
      token: tokenOf(url),
      headers: { 'x-twilio-signature': twilioSignature(url, sent, 'token-of-isp') },
    });
    expect(await report(form, signed(form))).toBe(200);
    const long = { ...form, failureReason: 'x'.repeat(17_000) };
    expect(await report(long, signed(long))).toBe(413);
  },
);

test('a report to a closed account comes to an unknown address', async () => {
  const isp = await livePartner();
  await connect('africastalking', isp);
  const token = tokenOf(await addressOf('africastalking', isp));
  const form = { id: 'ATXid_1', status: 'Success' };
  expect(await report(form, { token })).toBe(200);
  await api.sql`update provider set status = 'CLOSED' where id = ${isp.providerId}`;
  expect(await report(form, { token })).toBe(404);
});

test.each([
  [
    'africastalking',
    'a number that the gateway refuses',
    { code: 403, status: 'InvalidPhoneNumber' },
    'FAILED',
    /InvalidPhoneNumber \(403\)/,
    0,
  ],
  [
    'africastalking',
    'no money in the account',
    { code: 405, status: 'InsufficientBalance' },
    'QUEUED',
    /InsufficientBalance/,
    0,
  ],
  ['africastalking', 'a gateway that throttles', { status: 429, body: {} }, 'QUEUED', /takes no more/, 0],
  ['africastalking', 'an answer that was lost after the SMS was sent', 'after', 'UNKNOWN', /no answer/, 1],
  ['africastalking', 'an error of the gateway', { status: 500, body: {} }, 'UNKNOWN', /500/, 0],
  ['twilio', 'a gateway that throttles', { status: 429, body: { code: 20429 } }, 'QUEUED', /20429/, 0],
  ['twilio', 'an answer that was lost after the SMS was sent', 'after', 'UNKNOWN', /no answer/, 1],
  ['twilio', 'an error of the gateway', { status: 500, body: {} }, 'UNKNOWN', /500/, 0],
] as const)('%s: %s', async (gateway, _, fault, status, error, arrived) => {
  await connect(gateway);
  const owner = await subscriber();
  sms.faults.push(fault);
  const message = await sent(owner.id);
  expect(message).toMatchObject({ status, error: expect.stringMatching(error), attempts: 1 });
  expect(sms.sent).toHaveLength(arrived);
  // What is due again is sent; what has an outcome is not.
  await api.sql`update mail set next_attempt_at = now() where id = ${String(message.id)} and status = 'QUEUED'`;
  await drain();
  expect(await messageOf(message.id)).toMatchObject({ status: status === 'QUEUED' ? 'SENT' : status });
  expect(sms.sent).toHaveLength(status === 'QUEUED' ? 1 : arrived);
});

test.each([
  ['africastalking', 'SMS'],
  ['smtp', 'EMAIL'],
] as const)(
  'credentials of %s that cannot be decrypted are the reason of a message',
  async (gateway, channel) => {
    const isp = await livePartner();
    await connect(gateway, isp);
    // As after a restore with another secrets key.
    await api.sql`update message_account set sealed_credentials = 'bound:AAAA' || sealed_credentials
    where provider_id = ${isp.providerId}`;
    expect((await call('messageAccount.test', { gateway }, isp)).data).toMatchObject({
      ...{ isAccepted: false, answer: expect.stringContaining('cannot be decrypted') },
    });
    const owner = await subscriber({}, isp);
    const email = channel === 'EMAIL' && { subject: 'Hello' };
    const { id } = dataOf(await isp.post('/v1/messages', notice(owner.id, { channel, ...email })));
    const outcome = async () => dataOf(await isp.get(`/v1/messages/${id}`));
    await drain(isp);
    const reason = { error: expect.stringContaining('cannot be decrypted') };
    expect(await outcome()).toMatchObject({ status: 'QUEUED', attempts: 1, ...reason });
    await api.sql`update mail set attempts = 7, next_attempt_at = now() where id = ${String(id)}`;
    await drain(isp);
    expect(await outcome()).toMatchObject({ status: 'FAILED', ...reason });
  },
);

test('a message that cannot be prepared has that reason, and fails after its last attempt', async () => {
  await connect('africastalking');
  const owner = await subscriber();
  const { id } = dataOf(await partner.post('/v1/messages', notice(owner.id)));
  await api.sql`update message_text set body = '{{ unknown }}' where id = (select text_id from mail where id = ${String(id)})`;
  await drain();
  const reason = { error: 'The message could not be prepared.' };
  expect(await messageOf(id)).toMatchObject({ status: 'QUEUED', attempts: 1, ...reason });
  await api.sql`update mail set attempts = 7, next_attempt_at = now() where id = ${String(id)}`;
  await drain();
  expect(await messageOf(id)).toMatchObject({ status: 'FAILED', ...reason });
  expect(sms.sent).toEqual([]);
});

test('a gateway for SMS that takes no more leaves the emails, which are sent in the same run', async () => {
  await connect('africastalking');
  await connect('smtp');
  const owner = await subscriber();
  // As many as a run attempts at once, before the email.
  const batch = 20;
  for (let i = 0; i < batch; i++) {
    sms.faults.push({ status: 429, body: {} });
    dataOf(await partner.post('/v1/messages', notice(owner.id)));
  }
  const email = notice(owner.id, { channel: 'EMAIL', subject: 'Hello' });
  const { id } = dataOf(await partner.post('/v1/messages', email));
  await drain();
  expect(await messageOf(id)).toMatchObject({ status: 'SENT' });
  const waiting = (await partner.get(`/v1/messages?subscriberId=${owner.id}&status=QUEUED&limit=1`)).body;
  expect(waiting).toMatchObject({ meta: { total: batch } });
  await api.sql`delete from mail where subscriber_id = ${String(owner.id)}`;
  await call('messageAccount.remove', { gateway: 'smtp' });
});

test('emails to staff do not go through the provider’s own mail server', async () => {
  const isp = await livePartner();
  await connect('smtp', isp);
  const [person] = await api.sql`select id from staff_user where email = ${isp.owner.email}`;
  const origin = {
    ...{ providerId: isp.providerId, correlationId: randomUUID() },
    caller: { type: 'system', name: 'mail' } as const,
  };
  const facts = { url: 'https://isp.example/hook', at: new Date().toISOString(), until: null };
  const { id: subscriberId } = await subscriber({}, isp);
  const ids = await transaction(origin, (scope) =>
    enqueueEmails(scope, [
      { kind: 'WEBHOOK_DISABLED', factId: 'whk_1', staffUserId: String(person?.id), facts },
      { kind: 'PAGE_LINK', factId: subscriberId, subscriberId, channels: ['EMAIL'], facts: { notice: true } },
    ]),
  );
  const rows = await api.sql`select kind, status from mail where id = any(${ids}) order by kind`;
  expect([...rows]).toEqual([
    { kind: 'PAGE_LINK', status: 'QUEUED' },
    { kind: 'WEBHOOK_DISABLED', status: 'HELD' },
  ]);
  await api.sql`delete from mail where id = any(${ids})`;
});

test('a process that is killed during the call leaves an unknown outcome, which staff can send again', async () => {
  await connect('africastalking');
  const owner = await subscriber();
  const { id } = dataOf(await partner.post('/v1/messages', notice(owner.id)));
  // What the killed process had committed: its claim, and that the call began.
  await api.sql`update mail set attempts = 1, call_began_at = now(), next_attempt_at = now() where id = ${String(id)}`;
  await drain();
  expect(sms.sent).toEqual([]);
  expect(await messageOf(id)).toMatchObject({
    status: 'UNKNOWN',
    error: expect.stringContaining('Demarc stopped'),
  });
  expect((await call('email.resend', { id })).status).toBe(200);
  await drain();
  expect(sms.sent).toHaveLength(1);
  expect(await messageOf(id)).toMatchObject({ status: 'SENT', error: null });
});

test('a message to a subscriber goes through the provider’s own mail server, without line breaks in its subject', async () => {
  await connect('smtp');
  expect((await call('messageAccount.test', { gateway: 'smtp' })).data).toMatchObject({ isAccepted: true });
  const owner = await subscriber({ firstName: '{{ accountNumber }} <b>' });
  const message = await sent(owner.id, {
    ...{ channel: 'EMAIL', subject: 'To {{ firstName }}' },
    text: 'Hello {{ firstName }}\n\nThe mast is down.',
  });
  expect(message).toMatchObject({ status: 'SENT', channel: 'EMAIL', to: owner.email, parts: null });
  const [email] = smtp.received;
  expect(email?.from).toBe('bills@isp.example');
  expect(email?.headers.get('subject')).toBe('To {{ accountNumber }} <b>');
  expect(email?.raw).toContain('&lt;b&gt;');
  await call('messageAccount.remove', { gateway: 'smtp' });
  expect(await sent(owner.id, { channel: 'EMAIL', subject: 'Later' })).toMatchObject({ status: 'HELD' });
});

test('NUL in the answer of a mail server is left out of the reason', async () => {
  await connect('smtp');
  smtp.behaviour.recipient = () => '550 no\0body';
  const owner = await subscriber();
  expect(await sent(owner.id, { channel: 'EMAIL', subject: 'Hi' })).toMatchObject({
    ...{ status: 'FAILED', error: expect.stringContaining('550 nobody') },
  });
  smtp.behaviour.recipient = () => null;
  await call('messageAccount.remove', { gateway: 'smtp' });
});

test('429 beyond a hundred requests of an account that wait for another system at once', async () => {
  const test = () => call('messageAccount.test', { gateway: 'smtp' });
  await connect('smtp');
  expect((await test()).data).toMatchObject({ isAccepted: true });
  const silent = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 here\r\n');
  });
  const sockets = new Set<Socket>();
  silent.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as AddressInfo;
  await call('messageAccount.save', {
    ...{ gateway: 'smtp', host: '127.0.0.1', port, sender: 'bills@isp.example' },
  });
  const waiting = Array.from({ length: 100 }, test);
  await eventually(() => expect(sockets.size).toBe(100));
  expect((await test()).status).toBe(429);
  const other = await livePartner();
  expect((await call('messageAccount.test', { gateway: 'smtp' }, other)).status).toBe(404);
  for (const socket of sockets) socket.destroy();
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await connect('smtp')).status).toBe(200);
  expect((await test()).data).toMatchObject({ isAccepted: true });
  await call('messageAccount.remove', { gateway: 'smtp' });
  await new Promise((done) => silent.close(done));
});

test.each(['10.0.0.1', 'fd00::7'])(
  'a mail server on the private address %s is refused at each connection',
  async (host) => {
    await call('messageAccount.save', { gateway: 'smtp', host, sender: 'bills@isp.example' });
    const { data } = await call('messageAccount.test', { gateway: 'smtp' });
    expect(data).toEqual({ isAccepted: false, answer: `${host} has no public address.` });
    const owner = await subscriber();
    expect(await sent(owner.id, { channel: 'EMAIL', subject: 'Hi' })).toMatchObject({
      ...{ status: 'QUEUED', error: `${host} has no public address.` },
    });
    await call('messageAccount.remove', { gateway: 'smtp' });
  },
);

test.each(['mail.isp.example:25', '[fd00::7]', 'fd00::7::1', 'fe80::1%eth0'])(
  '400 for %s, which is no host of a mail server',
  async (host) => {
    const { status, text } = await call('messageAccount.save', {
      ...{ gateway: 'smtp', host, sender: 'bills@isp.example' },
    });
    expect(status).toBe(400);
    expect(text).toContain('Enter the name or address of a host, without its port.');
  },
);

test('400 and 409: unknown variables, subjects of SMS, foreign subscribers and channels that nobody reads', async () => {
  await connect('africastalking');
  const owner = await subscriber();
  const refused = async (over: object, fault: object) =>
    expectRefused(await partner.post('/v1/messages', notice(owner.id, over)), 400, fault);
  await refused(
    { text: 'Pay {{ amount }}' },
    { field: 'text', message: '{{ amount }} is no variable of this text.' },
  );
  await refused({ text: '{% for x in y %}{% endfor %}' }, { field: 'text', code: 'INVALID_VALUE' });
  await refused({ subject: 'Hi' }, { field: 'subject', code: 'NOT_ALLOWED' });
  await refused({ channel: 'EMAIL' }, { field: 'subject', code: 'REQUIRED' });
  await refused({ text: 'x'.repeat(1_531) }, { field: 'text', code: 'OUT_OF_RANGE' });
  const foreign = await subscriber({}, await livePartner());
  await refused({ subscriberId: foreign.id }, { field: 'subscriberId', code: 'INVALID_VALUE' });
  const quiet = await subscriber({ contactPreferences: { email: true, sms: false } });
  expectRefused(await partner.post('/v1/messages', notice(quiet.id)), 409, { field: 'channel' });
  expect(sms.sent).toEqual([]);
});

test('a message that waits when its reader turns the channel off is DROPPED, and is not sent again', async () => {
  await connect('africastalking');
  await connect('smtp');
  const owner = await subscriber();
  const ids = [];
  for (const over of [{}, { channel: 'EMAIL', subject: 'Hello' }]) {
    ids.push(dataOf(await partner.post('/v1/messages', notice(owner.id, over))).id);
  }
  const prefer = (contactPreferences: object) =>
    partner.patch(`/v1/subscribers/${owner.id}`, { contactPreferences });
  dataOf(await prefer({ email: true, sms: false }));
  await drain();
  const [text, email] = await Promise.all(ids.map(messageOf));
  expect(text).toMatchObject({ status: 'DROPPED', error: 'The subscriber does not want SMS.' });
  expect(email).toMatchObject({ status: 'SENT' });
  const again = await call('email.resend', { id: ids[0] });
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('does not want SMS')]);
  dataOf(await prefer({ email: true, sms: true }));
  expect((await call('email.resend', { id: ids[0] })).status).toBe(200);
  await drain();
  expect(sms.sent).toHaveLength(1);
  await call('messageAccount.remove', { gateway: 'smtp' });
});

test('language and contactPreferences of a subscriber: written, cleared by PUT, merged by PATCH', async () => {
  const owner = await subscriber({ language: 'sw', contactPreferences: { email: false, sms: true } });
  expect(owner).toMatchObject({ language: 'sw', contactPreferences: { email: false, sms: true } });
  const { firstName, lastName, email, phone } = owner;
  const patched = dataOf(await partner.patch(`/v1/subscribers/${owner.id}`, { language: 'fr' }));
  expect(patched).toMatchObject({ language: 'fr', contactPreferences: { email: false, sms: true } });
  const put = dataOf(await partner.put(`/v1/subscribers/${owner.id}`, { firstName, lastName, email, phone }));
  expect(put).toMatchObject({ language: null, contactPreferences: { email: true, sms: true } });
  expectRefused(await partner.patch(`/v1/subscribers/${owner.id}`, { language: 'de' }), 400, {
    field: 'language',
  });
});

test('a customer event of another system keeps language and contactPreferences', async () => {
  const externalUserId = `crm-${++phones}`;
  const owner = await subscriber({
    ...{ externalUserId, language: 'fr', contactPreferences: { email: true, sms: false } },
  });
  const integration = dataOf(
    await partner.post('/v1/integrations', bodies.integration({ adapter: 'native', signing: 'none' })),
  );
  const event = {
    event: 'customer.updated',
    data: { customer: { externalId: externalUserId, firstName: 'Changed', lastName: 'Name' } },
  };
  expect((await partner.post(`/v1/integrations/${integration.id}/webhooks`, event)).status).toBe(201);
  await processDueEvents({ providerId: partner.providerId, budgetMs: 10_000 });
  expect(dataOf(await partner.get(`/v1/subscribers/${owner.id}`))).toMatchObject({
    ...{ firstName: 'Changed', language: 'fr', contactPreferences: { email: true, sms: false } },
  });
});

test('the texts of notices to an erased subscriber are erased, and those to others stay', async () => {
  await connect('africastalking');
  const [gone, stays] = [await subscriber({ firstName: 'Gone', lastName: 'Person' }), await subscriber()];
  const message = await sent(gone.id, { text: 'Gone Person, call us about your leave.' });
  const other = await sent(stays.id, { text: 'The mast is down.' });
  await partner.post(`/v1/subscribers/${gone.id}/terminate`);
  const erased = await call('subscriber.erase', { id: gone.id, confirm: 'Gone Person' });
  expect(erased.status).toBe(200);
  const bodyOf = async ({ factId }: { factId?: unknown }) =>
    (await api.sql`select body from message_text where id = ${String(factId)}`)[0]?.body;
  expect(await bodyOf(message)).toBe('[erased]');
  expect(await bodyOf(other)).toBe('The mast is down.');
  expect(await messageOf(message.id)).not.toMatchObject({ to: gone.phone });
});

test('a text of the provider: refused with its fault, previewed, sent, kept by what was sent, and reset', async () => {
  await connect('africastalking');
  const key = { kind: 'RECEIPT', channel: 'SMS', language: 'fr' };
  const save = (body: string) => call('messageSettings.saveText', { ...key, body });
  expect((await save('Recu {{ montant }}')).text).toContain('{{ montant }} is no variable of this text.');
  expect((await save('Recu {{ amount')).text).toContain('not closed');
  expect((await call('messageSettings.saveText', { ...key, channel: 'EMAIL', body: 'x' })).status).toBe(400);
  const settings = (await ask('messageSettings.get')).data;
  const { updatedAt: _, ...given } = settings;
  const kinds = { ...given.kinds, sms: ['RECEIPT'] };
  expect((await call('messageSettings.save', { ...given, kinds })).status).toBe(200);
  const owner = await subscriber({ firstName: 'Zo', language: 'fr' });
  const pay = () =>
    partner.post('/v1/payments', { subscriberId: owner.id, amount: 2500, currency: 'KES', rail: 'manual' });
  await pay();
  await drain();
  expect((await save('{{ firstName }}: {{ amount }} le {{ receivedOn }}')).status).toBe(200);
  const preview = (
    await ask('messageSettings.previewText', { ...key, body: 'A {{ firstName }}: {{ amount }}' })
  ).data;
  expect(preview).toMatchObject({ body: 'A Zo: 2 500,00 KES', parts: 1, encoding: 'GSM-7' });
  await pay();
  await drain();
  const texts = sms.sent.filter(({ to }) => to === owner.phone).map(({ text }) => text);
  expect(texts).toEqual([
    expect.stringMatching(/paiement de 2 500,00 KES bien arriv/),
    expect.stringMatching(/^Zo: 2 500,00 KES le \d{1,2}\/\d{1,2}\/\d{4}$/),
  ]);
  expect((await call('messageSettings.resetText', key)).data).toMatchObject({ isOwn: false });
  const { rows } = {
    rows: await api.sql`select id from mail where subscriber_id = ${String(owner.id)} and channel = 'SMS' order by id`,
  };
  const shown = await Promise.all(rows.map(({ id }) => ask('email.preview', { id })));
  expect(shown.map(({ data }) => data.text)).toEqual(texts);
  await call('messageSettings.save', given);
});

test('a reader with one name has no last name in a text', async () => {
  const { id: subscriberId } = await subscriber({ firstName: 'Njoroge', lastName: '-' });
  const key = { kind: 'RECEIPT', channel: 'SMS', language: 'en' };
  const body = 'Hello {{ firstName }} {{ lastName }}';
  expect((await ask('messageSettings.previewText', { ...key, body, subscriberId })).data).toMatchObject({
    ...{ body: 'Hello Njoroge', readerName: 'Njoroge' },
  });
});

/** Values that exactly one of two subscribers has. */
test('no text has anything of another subscriber, for every variable, kind and language', async () => {
  const [mine, theirs] = [
    await subscriber({ firstName: 'Mine', lastName: 'Own' }),
    await subscriber({ firstName: 'Theirs', lastName: 'Foreign' }),
  ];
  for (const { id } of [mine, theirs]) {
    await partner.post('/v1/payments', {
      subscriberId: id,
      amount: id === mine.id ? 111 : 999,
      currency: 'KES',
      rail: 'manual',
    });
  }
  const { data: texts } = await ask('messageSettings.texts');
  expect(texts).toHaveLength(11 * 2 * 3);
  for (const { kind, channel, language, variables } of texts as {
    kind: string;
    channel: string;
    language: string;
    variables: string[];
  }[]) {
    const body = variables.map((name) => `${name}={{ ${name} }}`).join(' ');
    const input = { kind, channel, language, body, subscriberId: mine.id };
    const { data } = await ask('messageSettings.previewText', {
      ...input,
      ...(channel === 'EMAIL' && { subject: '{{ firstName }} {{ accountNumber }}' }),
    });
    const filled = `${data.subject} ${data.body}`;
    expect(filled).toContain('firstName=Mine');
    expect(filled).not.toMatch(/Theirs|Foreign|999[.,]00/);
    expect(filled).not.toContain(theirs.accountNumber);
  }
});

test('emails to staff are in no answer of the API', async () => {
  const { sql } = api;
  const [row] = await sql`
    insert into mail (provider_id, id, access_email, kind, fact_id, facts, status, attempts, correlation_id, created_at, updated_at)
    values (${partner.providerId}, 'msg_staff', 'owner@isp.example', 'INVITATION', 'ivt_1', '{"organisation": "x", "name": null}', 'HELD', 0,
      gen_random_uuid(), now(), now()) returning id`;
  const list = (await partner.get('/v1/messages?limit=100')).text;
  expect(list).not.toContain(String(row?.id));
  expectRefused(await partner.get('/v1/messages/msg_staff'), 404, {});
});
