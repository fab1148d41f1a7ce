import { beforeAll, expect, test } from 'vitest';
import { messageSettingsSave } from '../../server/contract/portal/message-settings.ts';
import { saveMessageSettings } from '../../server/domain/message/settings.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { createRefund } from '../../server/domain/refund/create.ts';
import { updateSubscriber } from '../../server/domain/subscriber/update.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
/** 08:00 in UTC, 11:00 in Nairobi. The first cycle ends on day 30, grace on day 33. */
const START = new Date('2026-03-01T08:00:00.000Z');

beforeAll(() => lowFloors(database.current));

type Provider = Awaited<ReturnType<typeof newProvider>>;
const sides = { before: [] as number[], after: [] as number[] };
const settings = (over: object = {}) =>
  messageSettingsSave.parse({
    language: 'en',
    kinds: { email: ['INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT'], sms: [] },
    reminders: { email: sides, sms: sides },
    quietHours: null,
    ...over,
  });
const configure = (provider: Provider, over: object, at = START) =>
  provider.at(at, (scope) => saveMessageSettings(scope, settings(over)));

/** The messages of a provider since the start, each as "day channel kind". */
async function story({ providerId }: Provider): Promise<string[]> {
  const rows = await database.current.sql<{ text: string }[]>`
    select round(extract(epoch from created_at - ${START.toISOString()}::timestamptz) / 86400, 2)::float::text
      || ' ' || channel || ' ' || kind as text
    from mail where provider_id = ${providerId} order by created_at, channel, kind`;
  return rows.map(({ text }) => text);
}

/** A customer on a provider with settings. */
async function started(over: object) {
  const provider = await newProvider(database.current);
  await configure(provider, over);
  return { provider, customer: await newCustomer(provider, database.current, START) };
}

const reminders = { email: { before: [2, 1], after: [1] }, sms: { before: [1], after: [2] } };
const DEFAULT = ['0 EMAIL RECEIPT', '27 EMAIL INVOICE', '30 EMAIL OVERDUE', '33 EMAIL SUSPENSION'];

test('without settings of its own, a provider sends what it always sent', async () => {
  const provider = await newProvider(database.current);
  await newCustomer(provider, database.current, START);
  await passTime(provider, days(START, 40));
  expect(await story(provider)).toEqual(DEFAULT);
});

test('days before and after the due date and a last warning, on each channel, once each', async () => {
  const { provider } = await started({
    reminders,
    kinds: { email: settings().kinds.email, sms: ['SUSPENSION', 'LAST_WARNING'] },
  });
  for (const day of [27.5, 28.5, 28.6, 40, 41]) await passTime(provider, days(START, day));
  expect(await story(provider)).toEqual([
    '0 EMAIL RECEIPT',
    '27 EMAIL INVOICE',
    '28 EMAIL REMINDER',
    '29 EMAIL REMINDER',
    '29 SMS REMINDER',
    '30 EMAIL OVERDUE',
    '31 EMAIL OVERDUE',
    '32 SMS LAST_WARNING',
    '32 SMS OVERDUE',
    '33 EMAIL SUSPENSION',
    '33 SMS SUSPENSION',
  ]);
});

test('none after the payment, and none while the payment is in transit', async () => {
  const { provider, customer } = await started({ reminders });
  await passTime(provider, days(START, 28.5));
  await customer.pay(days(START, 28.5));
  await passTime(provider, days(START, 35));
  expect(await story(provider)).toEqual([
    '0 EMAIL RECEIPT',
    '27 EMAIL INVOICE',
    '28 EMAIL REMINDER',
    '28.5 EMAIL RECEIPT',
  ]);
  const other = await started({ reminders });
  await passTime(other.provider, days(START, 28.5));
  const { id } = await other.provider.at(days(START, 28.5), (scope) =>
    createPayment(scope, { subscriptionId: other.customer.subscriptionId, rail: 'simulated' }),
  );
  await database.current.sql`update payment set status = 'PROCESSING' where id = ${id}`;
  await passTime(other.provider, days(START, 32));
  expect(await story(other.provider)).toEqual(['0 EMAIL RECEIPT', '27 EMAIL INVOICE', '28 EMAIL REMINDER']);
  await database.current.sql`delete from checkout where payment_id = ${id}`;
  await database.current.sql`delete from payment where id = ${id}`;
});

test('quiet hours move a reminder to their end, in the time zone of the provider and over its summer time', async () => {
  const provider = await newProvider(database.current);
  await database.current
    .sql`update provider set time_zone = 'Africa/Nairobi' where id = ${provider.providerId}`;
  await configure(provider, { reminders, quietHours: { from: '10:30', until: '14:00' } });
  await newCustomer(provider, database.current, START);
  await passTime(provider, days(START, 29.5));
  // 14:00 in Nairobi is 11:00 in UTC, three hours later.
  expect(await story(provider)).toEqual([
    '0 EMAIL RECEIPT',
    '27 EMAIL INVOICE',
    '28.13 EMAIL REMINDER',
    '29.13 EMAIL REMINDER',
    '29.13 SMS REMINDER',
  ]);

  const night = await newProvider(database.current);
  await database.current.sql`update provider set time_zone = 'Europe/Berlin' where id = ${night.providerId}`;
  await configure(night, { reminders, quietHours: { from: '20:00', until: '07:00' } });
  // Its cycle ends on 31 March at 21:00 UTC. Summer time begins in the night before 29 March: 07:00 is 05:00 UTC.
  await newCustomer(night, database.current, new Date('2026-03-01T21:00:00.000Z'));
  await passTime(night, days(START, 30));
  const at = (await story(night)).filter((line) => line.includes('EMAIL REMINDER'));
  expect(at).toEqual(['28.88 EMAIL REMINDER', '29.88 EMAIL REMINDER']);
});

test.each([
  ['08:00', '20:00', '28.5'],
  ['20:00', '08:00', '28'],
  ['08:00', '07:59', '29'],
] as const)(
  'in quiet hours from %s until %s, a reminder of 08:00 is sent on day %s',
  async (from, until, day) => {
    const { provider } = await started({ reminders, quietHours: { from, until } });
    await passTime(provider, days(START, 29));
    expect(await story(provider)).toContain(`${day} EMAIL REMINDER`);
  },
);

test.each([
  ['EMAIL', { email: [...settings().kinds.email, 'LAST_WARNING'], sms: [] }],
  ['SMS', { email: settings().kinds.email, sms: ['LAST_WARNING'] }],
])('a last warning by %s alone needs no days of reminders', async (channel, kinds) => {
  const { provider } = await started({ kinds });
  await passTime(provider, days(START, 34));
  expect((await story(provider)).toSorted()).toEqual([...DEFAULT, `32 ${channel} LAST_WARNING`].toSorted());
});

test('quiet hours end on the day of the provider, where it is tomorrow already', async () => {
  const provider = await newProvider(database.current);
  await database.current
    .sql`update provider set time_zone = 'Africa/Nairobi' where id = ${provider.providerId}`;
  await configure(provider, { reminders, quietHours: { from: '20:00', until: '07:00' } });
  // 01:00 of the next day in Nairobi, where 07:00 is six hours later.
  await newCustomer(provider, database.current, new Date('2026-03-01T22:00:00.000Z'));
  await passTime(provider, days(START, 29));
  const sent = (await story(provider)).filter((line) => line.includes('EMAIL REMINDER'));
  expect(sent).toEqual(['28.83 EMAIL REMINDER']);
});

test('a reminder that waits for the end of quiet hours is sent, although the settings are saved meanwhile', async () => {
  const quietHours = { from: '07:00', until: '20:00' };
  const { provider } = await started({ reminders, quietHours });
  await passTime(provider, days(START, 28.2));
  await configure(provider, { reminders, quietHours, language: 'fr' }, days(START, 28.2));
  await passTime(provider, days(START, 28.9));
  expect(await story(provider)).toEqual(['0 EMAIL RECEIPT', '27 EMAIL INVOICE', '28.5 EMAIL REMINDER']);
});

test('no reminder for days before the settings, and none on a channel that the subscriber does not want', async () => {
  const provider = await newProvider(database.current);
  await newCustomer(provider, database.current, START);
  await passTime(provider, days(START, 28.5));
  await configure(provider, { reminders }, days(START, 28.5));
  await passTime(provider, days(START, 29.5));
  expect(await story(provider)).toEqual([
    '0 EMAIL RECEIPT',
    '27 EMAIL INVOICE',
    '29 EMAIL REMINDER',
    '29 SMS REMINDER',
  ]);

  const kinds = { email: settings().kinds.email, sms: ['INVOICE', 'SUSPENSION'] };
  const { provider: own, customer } = await started({ reminders, kinds });
  await own.at(days(START, 1), (scope) =>
    updateSubscriber(scope, {
      ...{ id: customer.subscriberId, firstName: 'Ada', lastName: 'Byron' },
      ...{ email: `${customer.subscriberId}@example.com`, phone: '+254799000777' },
      contactPreferences: { email: false, sms: false },
    }),
  );
  await passTime(own, days(START, 40));
  // Invoices and suspensions are always emailed.
  expect(await story(own)).toEqual(['0 EMAIL RECEIPT', '27 EMAIL INVOICE', '33 EMAIL SUSPENSION']);
});

test('none for a day before the invoice was issued, which of a short cycle is half of it before its end', async () => {
  const provider = await newProvider(database.current);
  await configure(provider, { reminders: { email: { before: [2, 1], after: [] }, sms: sides } });
  await newCustomer(provider, database.current, START, { billingCycleDays: 3 });
  await passTime(provider, days(START, 2.9));
  expect(await story(provider)).toEqual(['0 EMAIL RECEIPT', '1.5 EMAIL INVOICE', '2 EMAIL REMINDER']);
});

test('back in service and refunds are messages of the settings', async () => {
  const { provider, customer } = await started({
    kinds: { email: ['INVOICE', 'SUSPENSION'], sms: ['RESTORED', 'RECEIPT', 'REFUND'] },
  });
  await passTime(provider, days(START, 34));
  await customer.pay(days(START, 35));
  const [payment] = await database.current.sql`
    select id from payment where provider_id = ${provider.providerId} order by created_at desc limit 1`;
  await provider.at(days(START, 36), (scope) =>
    createRefund(scope, { id: String(payment?.id), amount: 5, reason: 'REQUESTED' }),
  );
  expect(await story(provider)).toEqual([
    '0 SMS RECEIPT',
    '27 EMAIL INVOICE',
    '33 EMAIL SUSPENSION',
    '35 EMAIL INVOICE',
    '35 SMS RECEIPT',
    '35 SMS RESTORED',
    '36 SMS REFUND',
  ]);
});
