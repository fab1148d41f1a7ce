import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

// The modules read SMTP_URL when they load.
const smtp = await vi.hoisted(async () => {
  vi.resetModules();
  const { startSmtp } = await import('../../../../test/fakes/smtp.ts');
  const server = await startSmtp();
  process.env.SMTP_URL = server.url;
  process.env.MAIL_FROM = 'billing@mails.example';
  return server;
});

import { days, lowFloors, newCustomer, passTime } from '../../../../test/fixtures/customer.ts';
import { pdfText } from '../../../../test/fixtures/pdf-text.ts';
import { newProvider } from '../../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../../test/fixtures/use-database.ts';
import { asMinor } from '../../../contract/money.ts';
import { getEmail, previewEmail } from '../../email/read.ts';
import { resendEmail } from '../../email/resend.ts';
import { createPayment } from '../../payment/create.ts';
import { simulatePayment } from '../../payment/simulate.ts';
import { terminateSubscriber } from '../../subscriber/terminate.ts';
import { updateSubscriber } from '../../subscriber/update.ts';
import { createWebhook } from '../../webhook/create.ts';
import type { RecordedAttempt } from '../delivery/record.ts';
import { updateEndpointHealth } from '../delivery/update-endpoint-health.ts';
import { enqueueEmails } from './enqueue.ts';
import { providersWithDueEmails, sendDueEmails } from './send-due.ts';

const database = useDatabase();
const START = new Date('2026-03-01T08:00:00.000Z');

beforeAll(() => lowFloors(database.current));
afterEach(() => {
  smtp.received.length = 0;
  smtp.behaviour.recipient = smtp.behaviour.message = smtp.behaviour.isDown = undefined;
});
afterAll(() => smtp.stop());

const live = () => newProvider(database.current, { livemode: true, taxRate: '0.16' });
const drain = ({ providerId }: { providerId: string }) => sendDueEmails({ providerId, budgetMs: 60_000 });

type Email = {
  id: string;
  kind: string;
  status: string;
  day: string;
  attempts: number;
  error: string | null;
};

/** All emails of a provider in order, each with its day since START. */
async function emailsOf({ providerId }: { providerId: string }) {
  const rows = await database.current.sql<Email[]>`
    select id, kind, status, attempts::int, error,
      round(extract(epoch from created_at - ${START.toISOString()}::timestamptz) / 86400, 2)::float::text as day
    from mail where provider_id = ${providerId} order by created_at, id`;
  return [...rows];
}

const summary = (rows: Email[]) => rows.map(({ day, kind, status }) => `${day} ${kind} ${status}`);

/** Makes queued emails due now. */
const makeDue = ({ providerId }: { providerId: string }) =>
  database.current
    .sql`update mail set next_attempt_at = now() - interval '1 second' where provider_id = ${providerId} and status = 'QUEUED'`;

/** The parts of an email by media type, decoded. */
function parts(raw: string): Map<string, Buffer> {
  const boundaries = [...raw.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => `--${boundary}`);
  const pieces = boundaries.reduce((all, boundary) => all.flatMap((piece) => piece.split(boundary)), [raw]);
  return new Map(
    pieces.flatMap((part): [string, Buffer][] => {
      const at = part.indexOf('\r\n\r\n');
      const type = /content-type: ([\w/]+)/i.exec(part.slice(0, at))?.[1];
      if (!type || type.startsWith('multipart')) return [];
      const body = part.slice(at + 4);
      if (/encoding: base64/i.test(part)) return [[type, Buffer.from(body, 'base64')]];
      const plain = body
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return [[type, /quoted-printable/i.test(part) ? Buffer.from(plain, 'latin1') : Buffer.from(body)]];
    }),
  );
}

test('receipt, renewal invoice, overdue and suspension are queued once each, at their instants', async () => {
  const provider = await live();
  await newCustomer(provider, database.current, START);
  await passTime(provider, days(START, 60));
  await passTime(provider, days(START, 61));
  expect(summary(await emailsOf(provider))).toEqual([
    '0 RECEIPT QUEUED',
    '27 INVOICE QUEUED',
    '30 OVERDUE QUEUED',
    '33 SUSPENSION QUEUED',
  ]);
});

/** Money on account for a customer. */
const deposit = (
  provider: Awaited<ReturnType<typeof live>>,
  subscriberId: string,
  at: Date,
  amount: number,
) =>
  provider.at(at, (scope) => createPayment(scope, { subscriberId, amount, currency: 'USD', rail: 'manual' }));

test('each invoice that credit pays is in an email that says so and asks for no money', async () => {
  const provider = await live();
  const { subscriberId, pay } = await newCustomer(provider, database.current, START);
  await deposit(provider, subscriberId, days(START, 1), 34.8);
  // The renewal that the window issues; then one that is settled after its issue and before its email is sent; then a return.
  await passTime(provider, days(START, 27));
  await drain(provider);
  await passTime(provider, days(START, 57));
  await deposit(provider, subscriberId, days(START, 57), 34.8);
  await passTime(provider, days(START, 94));
  await deposit(provider, subscriberId, days(START, 95), 34.8);
  await drain(provider);
  // One that is settled after its email was sent has no second one.
  await passTime(provider, days(START, 123));
  await drain(provider);
  await deposit(provider, subscriberId, days(START, 123), 34.8);
  await makeDue(provider);
  await drain(provider);
  await passTime(provider, days(START, 153));
  await pay(days(START, 153));
  await drain(provider);
  const subjects = smtp.received
    .map(({ headers }) => headers.get('subject') ?? '')
    .filter((subject) => subject.startsWith('Your invoice'));
  expect(subjects.toSorted()).toEqual([
    'Your invoice INV-000002: USD 34.80, paid from your credit',
    'Your invoice INV-000003: USD 34.80, paid from your credit',
    'Your invoice INV-000005: USD 34.80, paid from your credit',
    'Your invoice INV-000006: USD 34.80, due 4 Jul 2026',
  ]);
  const paid = smtp.received.find(({ headers }) => headers.get('subject')?.includes('INV-000002'));
  const found = parts(paid?.raw ?? '');
  const body = found.get('text/plain')?.toString().replaceAll('\u00a0', ' ') ?? '';
  expect(body).toContain('Invoice INV-000002 for USD 34.80 is paid.');
  expect(body).not.toMatch(/due|How to pay/i);
  expect(pdfText(found.get('application/pdf') ?? Buffer.alloc(0))).toContain('INV-000002');
});

test('an email has the provider’s name, HTML and text, the amount and the invoice as PDF, and is sent once', async () => {
  const provider = await live();
  await database.current.sql`
    update organisation set email = 'help@isp.example', payment_instructions = 'Paybill 123456'
    where id = (select organisation_id from provider where id = ${provider.providerId})`;
  const customer = await newCustomer(provider, database.current, START);
  await passTime(provider, days(START, 28));
  expect(await providersWithDueEmails()).toContain(provider.providerId);
  expect(await drain(provider)).toEqual({ more: false });
  expect(await drain(provider)).toEqual({ more: false });
  expect(smtp.received).toHaveLength(2);
  const sent = smtp.received.find(({ headers }) => headers.get('subject')?.startsWith('Your invoice'));
  expect(sent?.headers.get('from')).toBe('Test <billing@mails.example>');
  expect(sent?.headers.get('reply-to')).toBe('help@isp.example');
  expect(sent?.headers.get('subject')).toBe('Your invoice INV-000002: USD 34.80, due 31 Mar 2026');
  const found = parts(sent?.raw ?? '');
  for (const type of ['text/plain', 'text/html']) {
    const body = found.get(type)?.toString().replaceAll('\u00a0', ' ') ?? '';
    for (const expected of ['Ada', '34.80', '31 Mar 2026', 'Paybill 123456', 'INV-000002']) {
      expect(body, type).toContain(expected);
    }
  }
  // It loads nothing from elsewhere. Its one link leads to the page of the customer.
  const html = found.get('text/html')?.toString() ?? '';
  expect(html).not.toMatch(/ (?:src|background)=|url\(/);
  const links = html.match(/https?:\/\/(?!www\.w3\.org)[^"<]*/g) ?? [];
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link).toMatch(/\/c\/[0-9a-z]{26}$/);
  expect(pdfText(found.get('application/pdf') ?? Buffer.alloc(0))).toContain('INV-000002');
  expect(summary(await emailsOf(provider))).toEqual(['0 RECEIPT SENT', '27 INVOICE SENT']);
  const { email } =
    (await database.current.sql`select email from subscriber where id = ${customer.subscriberId}`)[0] ?? {};
  expect(sent?.to).toEqual([email]);
});

test('emails state their events as sentences, with the amounts and days of the fact', async () => {
  const provider = await newProvider(database.current);
  await newCustomer(provider, database.current, START);
  await passTime(provider, days(START, 40));
  const texts: string[] = [];
  for (const { id } of await emailsOf(provider)) {
    const { subject, text } = await provider.at(days(START, 40), (scope) => previewEmail(scope, { id }));
    texts.push(subject, text.replaceAll(/\s+/g, ' ').replaceAll(/\bPlan \d+/g, 'Home 20'));
  }
  const stated = [
    'Receipt for your payment of USD 30.00',
    'We have received your payment of USD 30.00 for invoice INV-000001. Thank you.',
    'Your invoice INV-000002: USD 30.00, due 31 Mar 2026',
    'Invoice INV-000002 for USD 30.00 is due on 31 Mar 2026. It is attached as a PDF for your records.',
    'Payment overdue: please pay USD 30.00 by 3 Apr 2026',
    'Your payment for the renewal of Home 20, due on 31 Mar 2026, has not arrived. Your service stays on until 3 Apr 2026 and ends then unless you pay.',
    'Your internet service is suspended',
    'Your payment did not arrive in time, so Home 20 was suspended on 3 Apr 2026. The open invoice is cancelled.',
  ];
  expect(texts).toEqual(stated.map((text) => expect.stringContaining(text)));
});

test('a sandbox holds its emails: 409 PRECONDITION on resend, and the preview works', async () => {
  const provider = await newProvider(database.current);
  await newCustomer(provider, database.current, START);
  const [held] = await emailsOf(provider);
  expect(held).toMatchObject({ kind: 'RECEIPT', status: 'HELD' });
  await drain(provider);
  expect(smtp.received).toEqual([]);
  const id = held?.id ?? '';
  const seen = await provider.at(START, (scope) => previewEmail(scope, { id }));
  expect(seen.subject).toBe('Receipt for your payment of USD 30.00');
  expect(seen.text).toContain('This is a test email from a sandbox.');
  expect(seen.attachments).toEqual(['INV-000001.pdf']);
  const refused = await provider.at(START, (scope) => resendEmail(scope, { id })).catch((error) => error);
  expect(refused).toMatchObject({ key: 'PRECONDITION' });
});

test('invoices, reminders and warnings are DROPPED when the invoice was paid before they were sent', async () => {
  const provider = await live();
  await database.current.sql`
    insert into message_settings (provider_id, email_kinds, sms_kinds, email_days, sms_days, created_at, updated_at)
    values (${provider.providerId}, '{INVOICE,OVERDUE,LAST_WARNING,SUSPENSION,RECEIPT}', '{}', '{-1}', '{}',
      ${START.toISOString()}, ${START.toISOString()})`;
  const customer = await newCustomer(provider, database.current, START);
  await passTime(provider, days(START, 32));
  await customer.pay(days(START, 32));
  await drain(provider);
  expect(summary(await emailsOf(provider)).toSorted()).toEqual([
    '0 RECEIPT SENT',
    '27 INVOICE DROPPED',
    '29 REMINDER DROPPED',
    '30 OVERDUE DROPPED',
    '32 LAST_WARNING DROPPED',
    '32 RECEIPT SENT',
  ]);
});

test('the email about a suspension is DROPPED when the subscriber has left before it was sent', async () => {
  const provider = await live();
  const { subscriberId } = await newCustomer(provider, database.current, START);
  await passTime(provider, days(START, 34));
  await provider.at(days(START, 34), (scope) => terminateSubscriber(scope, { id: subscriberId }));
  await drain(provider);
  const [last] = (await emailsOf(provider)).filter(({ kind }) => kind === 'SUSPENSION');
  expect(last).toMatchObject({ status: 'DROPPED', error: 'The subscriber has left.' });
});

test('a subscriber without emails gets those about invoices and suspensions, and no other that waits', async () => {
  const provider = await live();
  const { subscriberId } = await newCustomer(provider, database.current, START);
  await passTime(provider, days(START, 31));
  await database.current
    .sql`update subscriber set contact_preferences = '{"email": false, "sms": false}' where id = ${subscriberId}`;
  await drain(provider);
  expect(summary(await emailsOf(provider))).toEqual([
    '0 RECEIPT DROPPED',
    '27 INVOICE SENT',
    '30 OVERDUE DROPPED',
  ]);
});

test('an email to a subscriber who is erased before it is sent is DROPPED', async () => {
  const provider = await live();
  await newCustomer(provider, database.current, START);
  const { sql } = database.current;
  const { providerId } = provider;
  await sql`update subscriber set status = 'terminated', erased_at = now() where provider_id = ${providerId}`;
  await drain(provider);
  expect(await emailsOf(provider)).toMatchObject([{ status: 'DROPPED', error: 'The subscriber is erased.' }]);
  await sql`update subscriber set status = 'active', erased_at = null where provider_id = ${providerId}`;
});

test.each([
  ['paid', 'succeed'],
  ['failed', 'insufficient_funds'],
  ['open', null],
] as const)('the message about a prompt whose payment is %s', async (_, outcome) => {
  const provider = await newProvider(database.current, { livemode: false });
  const { subscriberId } = await newCustomer(provider, database.current, START);
  const factId = await provider.at(START, async (scope) => {
    const money = { amount: 10, currency: 'USD' };
    const { id } = await createPayment(scope, { subscriberId, ...money, rail: 'simulated' });
    if (outcome) await simulatePayment(scope, { id, outcome });
    return id;
  });
  // A sandbox sends nothing, and a live account has no simulated payments.
  await database.current.sql`update provider set livemode = true where id = ${provider.providerId}`;
  const facts = { amount: asMinor(1_000), currency: 'USD', invoiceId: null, at: START.toISOString() };
  await provider.at(START, (scope) =>
    enqueueEmails(scope, [{ kind: 'PROMPT', channels: ['EMAIL'], factId, subscriberId, facts }]),
  );
  await drain(provider);
  const prompts = (await emailsOf(provider)).filter(({ kind }) => kind === 'PROMPT');
  expect(prompts).toMatchObject([
    outcome ? { status: 'DROPPED', error: 'The prompt is over.' } : { status: 'SENT', error: null },
  ]);
  const subjects = smtp.received.map(({ headers }) => headers.get('subject'));
  expect(subjects).toEqual(outcome ? [] : ['Confirm your payment of USD 10.00 on your phone']);
});

test('an unknown address is FAILED at once, a busy server is retried later', async () => {
  const provider = await live();
  await newCustomer(provider, database.current, START);
  await newCustomer(provider, database.current, days(START, 1));
  const [unknown] = await database.current.sql`
    select email from subscriber where provider_id = ${provider.providerId} order by id`;
  smtp.behaviour.recipient = (address) => (address === unknown?.email ? '550 no such user' : '451 try again');
  await drain(provider);
  expect(await emailsOf(provider)).toMatchObject([
    { status: 'FAILED', attempts: 1, error: expect.stringContaining('550 no such user') },
    { status: 'QUEUED', attempts: 1, error: expect.stringContaining('451 try again') },
  ]);
  delete smtp.behaviour.recipient;
  // It is not due yet.
  await drain(provider);
  expect(smtp.received).toEqual([]);
  await makeDue(provider);
  await drain(provider);
  expect(summary(await emailsOf(provider))).toEqual(['0 RECEIPT FAILED', '1 RECEIPT SENT']);
});

test('a server that is down uses an attempt of one batch; all emails are sent when it is back', async () => {
  const provider = await live();
  for (let i = 0; i < 25; i++) await newCustomer(provider, database.current, days(START, i));
  smtp.behaviour.isDown = true;
  expect(await drain(provider)).toEqual({ more: false });
  const tried = (await emailsOf(provider)).filter(({ attempts }) => attempts > 0);
  expect(tried).toHaveLength(20);
  expect(tried.every(({ status }) => status === 'QUEUED')).toBe(true);
  smtp.behaviour.isDown = false;
  await makeDue(provider);
  await drain(provider);
  expect(smtp.received).toHaveLength(25);
  expect((await emailsOf(provider)).every(({ status }) => status === 'SENT')).toBe(true);
});

test('processes that run at the same time send each email once', async () => {
  const provider = await live();
  for (let i = 0; i < 30; i++) await newCustomer(provider, database.current, days(START, i));
  await Promise.all([drain(provider), drain(provider), drain(provider)]);
  expect(new Set(smtp.received.map(({ headers }) => headers.get('message-id'))).size).toBe(30);
  expect(smtp.received).toHaveLength(30);
});

test('an email whose answer was lost is sent again with the same message id', async () => {
  const provider = await live();
  await newCustomer(provider, database.current, START);
  smtp.behaviour.message = () => (smtp.received.length === 1 ? 'hang up' : 'accept');
  await drain(provider);
  await makeDue(provider);
  await drain(provider);
  const [first, second] = smtp.received.map(({ headers }) => headers.get('message-id'));
  expect(smtp.received).toHaveLength(2);
  expect(second).toBe(first);
  expect(await emailsOf(provider)).toMatchObject([{ status: 'SENT', attempts: 2 }]);
});

test('an attempt that outlives its lease does not overwrite the next attempt', async () => {
  const provider = await live();
  await newCustomer(provider, database.current, START);
  smtp.behaviour.message = async (): Promise<'accept'> => {
    if (smtp.received.length > 1) return 'accept';
    // Meanwhile the lease ends and another process claims the email.
    await database.current
      .sql`update mail set attempts = attempts + 1 where provider_id = ${provider.providerId}`;
    return 'accept';
  };
  await drain(provider);
  expect(await emailsOf(provider)).toMatchObject([{ status: 'QUEUED', attempts: 2 }]);
});

test('a resent email has another message id and goes to the current address', async () => {
  const provider = await live();
  const customer = await newCustomer(provider, database.current, START);
  await drain(provider);
  const [first] = await emailsOf(provider);
  const id = first?.id ?? '';
  const email = `new-${randomUUID()}@example.com`;
  await provider.at(days(START, 1), (scope) =>
    updateSubscriber(scope, {
      id: customer.subscriberId,
      firstName: 'Ada',
      lastName: 'Byron',
      email,
      phone: '+254799000111',
    }),
  );
  const queued = await provider.at(days(START, 1), (scope) => resendEmail(scope, { id }));
  expect(queued).toMatchObject({ status: 'QUEUED', attempts: 0, to: email, sentAt: null });
  const again = await provider.at(START, (scope) => resendEmail(scope, { id })).catch((error) => error);
  expect(again).toMatchObject({ key: 'CONFLICT' });
  await drain(provider);
  expect(smtp.received.map(({ to }) => to[0]).at(-1)).toBe(email);
  expect(new Set(smtp.received.map(({ headers }) => headers.get('message-id'))).size).toBe(2);
});

test('an email is FAILED after its eighth attempt', async () => {
  const provider = await live();
  await newCustomer(provider, database.current, START);
  smtp.behaviour.recipient = () => '451 busy';
  for (let i = 0; i < 8; i++) {
    await makeDue(provider);
    await drain(provider);
  }
  expect(await emailsOf(provider)).toMatchObject([
    { status: 'FAILED', attempts: 8, error: expect.stringContaining('451') },
  ]);
});

/** A webhook that has failed for some days, and whose next attempt fails. */
async function failingWebhook(daysFailing: number) {
  const provider = await live();
  const { sql } = database.current;
  const owner = `${randomUUID()}@isp.example`;
  await sql`insert into staff_user (id, name, email) values (${owner}, 'Olive Owner', ${owner})`;
  await sql`
    insert into staff_member (organisation_id, user_id, role, created_at, updated_at)
    select organisation_id, ${owner}, 'owner', now(), now() from provider where id = ${provider.providerId}`;
  const input = { url: 'https://crm.example/hooks', events: ['*'], headers: [], addresses: [] };
  const { id } = await provider.at(START, (scope) =>
    createWebhook(scope, { ...input, apiVersion: '2026-01-15' }),
  );
  await sql`update webhook set failing_since = now() - ${daysFailing * 86_400} * interval '1 second' where id = ${id}`;
  const outcome = { responseStatus: 500, latencyMs: 1, responseExcerpt: '', error: null };
  const failed = { endpoint: { id, isFailing: true }, outcome, isDelivered: false, endedAt: new Date() };
  await updateEndpointHealth(provider.providerId, [failed as RecordedAttempt]);
  return { provider, owner, id };
}

test.each([
  [2.6, /^A webhook is failing and will be disabled on /],
  [5.1, /^A webhook has been disabled$/],
])('owners get an email about a webhook that failed for %d days', async (daysFailing, subject) => {
  const { provider, owner, id } = await failingWebhook(daysFailing);
  await drain(provider);
  expect(smtp.received).toHaveLength(1);
  const [sent] = smtp.received;
  expect(sent?.to).toEqual([owner]);
  expect(sent?.headers.get('subject')?.replaceAll('\u00a0', ' ')).toMatch(subject);
  const text =
    parts(sent?.raw ?? '')
      .get('text/plain')
      ?.toString() ?? '';
  expect(text).toContain('Olive Owner');
  expect(text).toContain('https://crm.example/hooks');
  const [row] = await emailsOf(provider);
  const seen = await provider.at(START, (scope) => getEmail(scope, { id: row?.id ?? '' }));
  expect(seen).toMatchObject({ status: 'SENT', to: owner, subscriberId: null, factId: id });
});

test('a warning is DROPPED when the webhook works again', async () => {
  const { provider, id } = await failingWebhook(4.6);
  await database.current.sql`update webhook set failing_since = null where id = ${id}`;
  await drain(provider);
  expect(smtp.received).toEqual([]);
  expect(await emailsOf(provider)).toMatchObject([{ kind: 'WEBHOOK_FAILING', status: 'DROPPED' }]);
});
