import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { drainDue } from '../../server/domain/scheduling/run.ts';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf } from './helpers.ts';
import { answerOf, besideMessages, messageHelpers } from './message-helpers.ts';
import type { Staff } from './portal-helpers.ts';

const { sms, smtp } = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakeSms } = await import('../fakes/sms.ts');
  const { startSmtp } = await import('../fakes/smtp.ts');
  const fakes = { sms: await startFakeSms(), smtp: await startSmtp() };
  process.env.AFRICASTALKING_API_BASE = fakes.sms.base;
  process.env.WEBHOOK_ALLOWED_HOSTS = '127.0.0.1';
  return fakes;
});

const api = useApi({}, besideMessages);
const { ask, call, partner: newPartner, runJobs, send, subscriber } = messageHelpers(api, { sms, smtp });
afterEach(() => {
  sms.sent.length = 0;
  smtp.received.length = 0;
});
afterAll(async () => {
  await sms.stop();
  await smtp.stop();
});

/** Issues the renewals of a live partner now. */
async function issueRenewals({ providerId }: Staff) {
  await api.sql`update renewal_window set opens_at = now() where provider_id = ${providerId}`;
  await drainDue({ providerId, budgetMs: 30_000 });
}

/** A subscriber whose renewal is open, and whose messages so far are sent. */
async function withRenewal() {
  const partner = await newPartner('sms', 'smtp');
  const made = await activeSubscription(partner);
  await issueRenewals(partner);
  await send(partner);
  smtp.received.length = 0;
  const [renewal] = dataOf(await partner.get(`/v1/invoices?subscriberId=${made.subscriber.id}&status=OPEN`));
  return { ...made, partner, renewal };
}

const nameOfPdf = (raw: string) => /filename=([^\s;]+\.pdf)/.exec(raw)?.[1]?.replaceAll('"', '');
const urlIn = (text: string) => /https?:\/\/\S+\/c\/[0-9a-z]{26}/.exec(text)?.[0] ?? '';
const textOf = (raw: string) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
const messagesOf = async (partner: Staff, id: string) =>
  dataOf(await partner.get(`/v1/messages?subscriberId=${id}&limit=100`));

test('an open invoice: an email with the PDF and the lasting link, an SMS with the link, each as often as it is sent', async () => {
  const { partner, renewal, subscriber: owner } = await withRenewal();
  const sendInvoice = (channel: string) => call('message.sendInvoice', { id: renewal.id, channel }, partner);
  for (const channel of ['EMAIL', 'EMAIL', 'SMS']) {
    expect(answerOf(await sendInvoice(channel))).toMatchObject({
      kind: 'INVOICE',
      channel,
      status: 'QUEUED',
    });
  }
  await send(partner);
  expect(smtp.received).toHaveLength(2);
  const [email] = smtp.received;
  expect(nameOfPdf(email?.raw ?? '')).toBe(`${renewal.number}.pdf`);
  const link = urlIn(textOf(email?.raw ?? ''));
  expect(sms.sent).toEqual([
    expect.objectContaining({ to: owner.phone, text: expect.stringContaining(link) }),
  ]);
  // It is the page of the customer, which shows the debt as long as it is owed.
  const page = async () => (await fetch(api.base + new URL(link).pathname)).text();
  expect(await page()).toContain(renewal.number);
  const { url } = dataOf(await partner.get(`/v1/subscribers/${owner.id}/page-link`));
  expect(url).toBe(link);
  // Staff who may not open the page do not read its link.
  const messages = await messagesOf(partner, owner.id);
  for (const { id } of messages) {
    const { text } = await call('email.preview', { id }, partner).then(() =>
      messageHelpers(api, { sms, smtp }).ask('email.preview', { id }, partner),
    );
    expect(text).not.toContain(new URL(link).pathname.slice(3));
  }
  const audited = await api.sql`
    select 1 from audit_entry where provider_id = ${partner.providerId} and action = 'mail.create'`;
  expect(audited).toHaveLength(3);
});

test('a paid invoice is sent as the receipt of its payment, a void one as its credit note', async () => {
  const { partner, subscriber: owner, payment, subscription, renewal } = await withRenewal();
  const sent = async (id: string) => {
    smtp.received.length = 0;
    const message = answerOf(await call('message.sendInvoice', { id, channel: 'EMAIL' }, partner));
    await send(partner);
    expect(smtp.received).toHaveLength(1);
    return { message, raw: smtp.received[0]?.raw ?? '' };
  };
  const paid = await sent(payment.invoiceId);
  expect(paid.message).toMatchObject({ kind: 'RECEIPT', factId: payment.id });
  expect(paid.raw).toContain(payment.reference);
  dataOf(await partner.delete(`/v1/subscriptions/${subscription.id}/plan?when=immediately`));
  expect(dataOf(await partner.get(`/v1/invoices/${renewal.id}`)).status).toBe('VOID');
  const voided = await sent(renewal.id);
  expect(voided.message).toMatchObject({ kind: 'CREDIT_NOTE', factId: renewal.id });
  expect(nameOfPdf(voided.raw)).toBe(`${renewal.number}-CN-01.pdf`);
  expect(await messagesOf(partner, owner.id)).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'CREDIT_NOTE', status: 'SENT' })]),
  );
});

test('an invoice that credit paid is sent as paid', async () => {
  const partner = await newPartner('smtp');
  const { subscriber: owner, subscription } = await activeSubscription(partner);
  const credit = { subscriberId: owner.id, amount: 500, currency: 'USD', rail: 'manual' };
  dataOf(await partner.post('/v1/payments', credit));
  await issueRenewals(partner);
  const [renewal] = dataOf(
    await partner.get(`/v1/invoices?subscriptionId=${subscription.id}&sort=-createdAt`),
  );
  expect(renewal.status).toBe('PAID');
  const message = answerOf(await call('message.sendInvoice', { id: renewal.id, channel: 'EMAIL' }, partner));
  expect(message.kind).toBe('INVOICE');
  await send(partner);
  // The receipt of the deposit is sent at the same time.
  expect(smtp.received.map(({ headers }) => headers.get('subject'))).toContainEqual(
    expect.stringContaining('paid from your credit'),
  );
});

test('receipts and refunds: with the reference and the credit note; without money 409', async () => {
  const partner = await newPartner('sms', 'smtp');
  const { payment, subscription, plan } = await activeSubscription(partner);
  const receipt = answerOf(await call('message.sendReceipt', { id: payment.id, channel: 'SMS' }, partner));
  expect(receipt).toMatchObject({ kind: 'RECEIPT', factId: payment.id });
  const refund = dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 10 }));
  await send(partner);
  expect(sms.sent.at(-1)?.text).toContain(payment.reference);
  smtp.received.length = 0;
  answerOf(await call('message.sendRefund', { id: refund.id, channel: 'EMAIL' }, partner));
  await send(partner);
  expect(nameOfPdf(smtp.received[0]?.raw ?? '')).toMatch(/-CN-01\.pdf$/);
  expect(smtp.received[0]?.raw).toContain(payment.reference);
  const open = dataOf(
    await partner.post('/v1/payments', {
      chargeId: dataOf(
        await partner.post(`/v1/subscribers/${subscription.subscriberId}/charges`, bodies.charge()),
      ).id,
      rail: 'manual',
    }),
  );
  await api.sql`update payment set status = 'PENDING', completed_at = null where id = ${open.id}`;
  expect(plan.id).toBeDefined();
  const refused = await call('message.sendReceipt', { id: open.id, channel: 'EMAIL' }, partner);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Only a completed payment')]);
});

test('the link to the page is sent in the language of the reader, also where none was made', async () => {
  const partner = await newPartner('sms', 'smtp');
  const owner = await subscriber(partner, { language: 'sw' });
  answerOf(await call('message.sendPageLink', { id: owner.id, channel: 'SMS' }, partner));
  answerOf(await call('message.sendPageLink', { id: owner.id, channel: 'EMAIL' }, partner));
  await send(partner);
  const { url } = dataOf(await partner.get(`/v1/subscribers/${owner.id}/page-link`));
  expect(sms.sent[0]?.text).toMatch(/huduma zako/);
  expect(sms.sent[0]?.text).toContain(url);
  expect(textOf(smtp.received[0]?.raw ?? '')).toContain(url);
  expect(smtp.received[0]?.headers.get('subject')).toContain('Ukurasa wako');
});

test('a reader without a language gets the language of the settings, and what was sent keeps its language', async () => {
  const partner = await newPartner('smtp');
  const { ask } = messageHelpers(api, { sms, smtp });
  const { updatedAt: _, ...settings } = answerOf(await ask('messageSettings.get', {}, partner));
  answerOf(await call('messageSettings.save', { ...settings, language: 'fr' }, partner));
  const owner = await subscriber(partner);
  const { id } = answerOf(await call('message.sendPageLink', { id: owner.id, channel: 'EMAIL' }, partner));
  await send(partner);
  expect(smtp.received[0]?.headers.get('subject')).toContain('Votre page');
  dataOf(await partner.patch(`/v1/subscribers/${owner.id}`, { language: 'sw' }));
  expect(answerOf(await ask('email.preview', { id }, partner)).subject).toContain('Votre page');
});

test('a channel that the subscriber does not want: 409, except for the email of an invoice; and erased: refused', async () => {
  const { partner, renewal, subscriber: owner, payment } = await withRenewal();
  const preferences = { contactPreferences: { email: false, sms: false } };
  dataOf(await partner.patch(`/v1/subscribers/${owner.id}`, preferences));
  const status = async (name: string, id: string, channel: string) =>
    (await call(`message.${name}`, { id, channel }, partner)).status;
  expect(await status('sendInvoice', renewal.id, 'EMAIL')).toBe(200);
  expect(await status('sendInvoice', renewal.id, 'SMS')).toBe(409);
  expect(await status('sendReceipt', payment.id, 'EMAIL')).toBe(409);
  expect(await status('sendPageLink', owner.id, 'SMS')).toBe(409);
  dataOf(
    await partner.patch(`/v1/subscribers/${owner.id}`, { contactPreferences: { email: true, sms: true } }),
  );
  dataOf(await partner.post(`/v1/subscribers/${owner.id}/terminate`));
  expect(await status('sendReceipt', payment.id, 'EMAIL')).toBe(200);
  answerOf(await call('subscriber.erase', { id: owner.id, confirm: 'Ada Lovelace' }, partner));
  expect(await status('sendReceipt', payment.id, 'EMAIL')).toBe(409);
});

test('the logo of the provider is in the email, once, and not in an email without one', async () => {
  const partner = await newPartner('smtp');
  const owner = await subscriber(partner);
  const sendLink = async () => {
    answerOf(await call('message.sendPageLink', { id: owner.id, channel: 'EMAIL' }, partner));
    await send(partner);
    return textOf(smtp.received.at(-1)?.raw ?? '');
  };
  expect(await sendLink()).not.toContain('cid:');
  const { default: sharp } = await import('sharp');
  const image = sharp({ create: { width: 600, height: 120, channels: 3, background: '#12345a' } });
  answerOf(
    await call('organisation.setLogo', { image: (await image.png().toBuffer()).toString('base64') }, partner),
  );
  const raw = await sendLink();
  expect(raw).toContain('src="cid:logo"');
  expect(raw.match(/Content-Id: <logo>/gi)).toHaveLength(1);
  expect(raw).toMatch(/width="220"/);
  expect(raw).toMatch(/Content-Disposition: inline/i);
});

test('429 for more than 200 messages by hand to one number within a day, whoever has it, also at once; others get theirs', async () => {
  const partner = await newPartner('sms', 'smtp');
  const [ada, other] = [await subscriber(partner), await subscriber(partner)];
  const notice = (id: string, headers = {}) =>
    partner.post('/v1/messages', { subscriberId: id, channel: 'SMS', text: 'Hello' }, { headers });
  expect((await notice(ada.id, { 'dry-run': 'true' })).status).toBe(201);
  const answers = [];
  for (let i = 0; i < 21; i++) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => notice(ada.id)))));
  }
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(200);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(refused[0]?.body.rejectionReasons).toMatchObject([
    { code: 'RATE_LIMITED', message: expect.stringContaining('200 messages') },
  ]);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await notice(other.id)).status).toBe(201);
  // The number of the person who got them is given to another one.
  const phone = (of: { id: string }, value: string) =>
    partner.patch(`/v1/subscribers/${of.id}`, { phone: value }).then(dataOf);
  const [first, second] = [ada.phone, other.phone];
  await phone(ada, '+254711000001');
  await phone(other, first);
  expect((await notice(other.id)).status).toBe(429);
  expect((await notice(ada.id)).status).toBe(201);
  await phone(other, second);
  await phone(ada, first);
  // An announcement goes to the others.
  const audience = { list: 'subscribers', filter: {}, ids: [ada.id, other.id] };
  const announced = answerOf(
    await call('announcement.create', { ...audience, kind: 'NOTICE', sms: 'Works', people: 2 }, partner),
  );
  await runJobs(partner);
  const rows = answerOf(await ask('job.rows', { id: announced.job.id, limit: 10 }, partner)).data;
  expect(rows.map((row: { outcome: string }) => row.outcome).sort()).toEqual(['DONE', 'REFUSED']);
});

test('429 for more messages by hand within a day than an account of its size sends, and they count again after it', async () => {
  const partner = await newPartner('sms', 'smtp');
  const [ada, grace] = [await subscriber(partner), await subscriber(partner)];
  const notice = (id: string) =>
    partner.post('/v1/messages', { subscriberId: id, channel: 'SMS', text: 'Hello' });
  expect((await notice(ada.id)).status).toBe(201);
  await api.sql`update attempt_window set count = 1039 where until > now() + interval '1 hour'`;
  const announce = (...people: { id: string }[]) => {
    const audience = { list: 'subscribers', filter: {}, ids: people.map(({ id }) => id) };
    const text = { kind: 'NOTICE', sms: 'Works', people: people.length };
    return call('announcement.create', { ...audience, ...text }, partner);
  };
  expect((await announce(ada, grace)).status).toBe(429);
  expect((await notice(grace.id)).status).toBe(201);
  const refused = await notice(grace.id);
  expect([refused.status, refused.body.rejectionReasons[0].message]).toEqual([
    429,
    'This account sends at most 1040 messages by hand within a day.',
  ]);
  const invoice = await call('message.sendPageLink', { id: grace.id, channel: 'SMS' }, partner);
  expect(invoice.status).toBe(429);
  await api.sql`update attempt_window set until = now()`;
  expect((await notice(grace.id)).status).toBe(201);
});
