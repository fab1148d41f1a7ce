import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { eraseDueLogs } from '../../server/domain/erasure/erase-logs.ts';
import { workbook } from '../fixtures/workbook.ts';
import { bodies, dataOf } from './helpers.ts';
import { outcomesOf, useImports } from './import-helpers.ts';

const { api, upload, draft, run, rowsOf, rejectsOf, ownerIn, member } = useImports();

type Person = Awaited<ReturnType<typeof ownerIn>>;

const mpesa = () => ({
  ...{ gateway: 'mpesa', consumerKey: 'key', consumerSecret: 'secret', passkey: 'pass' },
  shortCode: String(randomInt(100_000, 1_000_000)),
});

/** An owner with accounts at M-Pesa and Paystack. */
async function provider(): Promise<Person> {
  const person = await ownerIn('KE');
  await person.ok('gatewayAccount.save', mpesa());
  await person.ok('gatewayAccount.save', { gateway: 'paystack', secretKey: 'sk_test_statement' });
  return person;
}

const newNumber = () => `TJ${randomInt(10 ** 7, 10 ** 8)}`;
const newPhone = () => `+2547${randomInt(10 ** 7, 10 ** 8)}`;

const ABOVE = 'Organization Name:,Ridge Fibre\nTime Period:,"01-09-2026 - 30-09-2026"\n\n';
const HEADER =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.\n';

type Line = { number?: string; at?: string; status?: string; paidIn?: string; out?: string; reason?: string };
function line({
  number = newNumber(),
  at = '22-09-2026 14:03:11',
  ...over
}: Line & { details?: string; party?: string; linked?: string; account?: string }) {
  const { status = 'Completed', paidIn = '500.00', reason = 'Pay Bill Online' } = over;
  const { party = '2547****123 - JANE DOE', account = '', out = '', details = reason, linked = '' } = over;
  return `${number},${at},${at},${details},${status},"${paidIn}",${out},"9,999.00",true,${reason},${party},${linked},${account}\n`;
}

/** Uploads a statement; its rows are checked, and then recorded. */
async function read(type: string, file: string | Buffer, person: Person) {
  const { id } = await draft(type, file, person);
  await run(person);
  const checked = await person.ok('job.get', { id });
  const check = await rowsOf(id, person);
  return {
    id,
    checked,
    check,
    /** Records the new payments. */
    async record() {
      await person.ok('job.start', { id });
      await run(person);
      return { ...(await person.ok('job.get', { id })), rows: await rowsOf(id, person) };
    },
  };
}

const subscriberOf = async (person: Person) =>
  dataOf(await person.partner.post('/v1/subscribers', bodies.subscriber({ phone: newPhone() })));
const receiptOf = async (person: Person, number: string) =>
  dataOf(await person.partner.get(`/v1/receipts?transactionId=${number}`));

test('a statement finds the payments that no report brought: new, known, not readable', async () => {
  const person = await provider();
  const ada = await subscriberOf(person);
  const [known, found, unknown] = [newNumber(), newNumber(), newNumber()];
  const first = await read(
    'mpesaStatement',
    HEADER + line({ number: known, account: ada.accountNumber }),
    person,
  );
  await first.record();

  const file = [
    ABOVE + HEADER,
    line({ number: known, account: ada.accountNumber }),
    line({ number: found.toLowerCase(), paidIn: '1,053.00', account: ada.accountNumber }),
    line({ number: unknown, party: '0712****678 - JOHN DOE', account: 'nothing' }),
    line({ number: 'x', paidIn: 'abc' }),
    line({ at: '15:50' }),
    line({ paidIn: '', reason: 'Pay Bill Charge' }),
    line({ paidIn: '-60.00', reason: 'Business Pay Bill Charge' }),
    line({ status: 'Failed' }),
    line({ reason: 'Organization Settlement' }),
    line({ number: found }),
    ',,,Totals,,"1,785.00",15.00,,,,,,\n',
  ].join('');
  const { checked, check, record, id } = await read('mpesaStatement', file, person);
  expect(checked).toMatchObject({
    status: 'CHECKED',
    counts: { total: 7, done: 2, unchanged: 2, refused: 3 },
    source: { system: null, leftOut: 4 },
  });
  expect(outcomesOf(check)).toEqual([
    { outcome: 'UNCHANGED', reasons: [] },
    { outcome: 'DONE', reasons: [] },
    { outcome: 'DONE', reasons: [] },
    {
      outcome: 'REFUSED',
      reasons: [
        'transactionId: A receipt number of M-Pesa has 6 to 20 letters and digits.',
        expect.stringMatching(/^amount: /),
      ],
    },
    {
      outcome: 'REFUSED',
      reasons: ['paidAt: “15:50” is no date with a time, such as 22-09-2026 14:03:11.'],
    },
    { outcome: 'REFUSED', reasons: ['reason: “Organization Settlement” is no payment of a customer.'] },
    { outcome: 'UNCHANGED', reasons: [] },
  ]);
  // Rows keep the positions that they have in the file.
  const { data } = await person.ok('job.rows', { id, limit: 100 });
  expect(data.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3, 4, 5, 9, 10]);
  expect(await receiptOf(person, found)).toEqual([]);

  const done = await record();
  expect(done).toMatchObject({ status: 'COMPLETED', counts: { done: 2, unchanged: 2, refused: 3 } });
  expect(await receiptOf(person, found)).toMatchObject([
    { status: 'MATCHED', amount: 1_053, subscriberId: ada.id, payer: '2547****123', payerName: 'JANE DOE' },
  ]);
  expect(await receiptOf(person, unknown)).toMatchObject([
    { status: 'UNMATCHED', payer: '254712****678', paidAt: '2026-09-22T11:03:11.000Z' },
  ]);
  expect(dataOf(await person.partner.get(`/v1/subscribers/${ada.id}`)).creditBalance).toEqual([
    { amount: 1_553, currency: 'KES' },
  ]);
  const rejects = await rejectsOf(id, person);
  expect(rejects).toContain('Organization Settlement');

  const again = await read('mpesaStatement', file, person);
  expect(again.checked.counts).toMatchObject({ done: 0, unchanged: 4, refused: 3 });
});

test('a payment that the same statement shows as reversed is refused, and its charge reverses nothing', async () => {
  const person = await provider();
  const ada = await subscriberOf(person);
  const [linked, named, kept, failed] = [newNumber(), newNumber(), newNumber(), newNumber()];
  const paid = (number: string) => line({ number, account: ada.accountNumber });
  const out = { paidIn: '', out: '-500.00', reason: 'Pay Bill Reversal' };
  const file = [
    HEADER,
    line({ ...out, details: `Reversal of ${named.toLowerCase()}` }),
    ...[linked, named, kept, failed].map(paid),
    line({ ...out, linked }),
    line({ ...out, reason: 'Pay Bill Charge', linked: kept }),
    line({ ...out, status: 'Failed', linked: failed }),
  ].join('');
  const { record, check } = await read('mpesaStatement', file, person);
  const refused = {
    outcome: 'REFUSED',
    reasons: ['transactionId: The statement shows that this payment was reversed.'],
  };
  const done = { outcome: 'DONE', reasons: [] };
  expect(outcomesOf(check)).toEqual([refused, refused, done, done]);
  await record();
  expect(dataOf(await person.partner.get(`/v1/subscribers/${ada.id}`)).creditBalance).toEqual([
    { amount: 1_000, currency: 'KES' },
  ]);
});

test('an erasure removes the account that the payer entered, the name and the number from all that a statement wrote', async () => {
  const person = await provider();
  const ada = await subscriberOf(person);
  const [other, account] = ['254712****908', `0${ada.phone.slice(4)}`];
  const file = HEADER + line({ account, party: `${other} - QUENTIN NGOMA` });
  const { id, record } = await read('mpesaStatement', file, person);
  await record();
  const held = async () => {
    const rows = await api.sql`
      select 'receipt' as at, to_jsonb(r)::text as text from receipt r where provider_id = ${person.providerId}
      union all select 'audit', changes from audit_entry where provider_id = ${person.providerId} and resource_type = 'receipt'
      union all select 'row', to_jsonb(j)::text from job_row j where job_id = ${id}`;
    const isHeld = ({ text }: { text: string }) =>
      [other, account, 'NGOMA'].some((each) => text.includes(each));
    return rows.filter((row) => isHeld(row as { text: string } & typeof row)).map(({ at }) => at);
  };
  expect((await held()).sort()).toEqual(['audit', 'receipt', 'row']);
  dataOf(await person.partner.post(`/v1/subscribers/${ada.id}/terminate`));
  await person.ok('subscriber.erase', { id: ada.id, confirm: `${ada.firstName} ${ada.lastName}` });
  await api.sql`update erasure set next_attempt_at = now() - interval '1 second'`;
  await eraseDueLogs();
  expect(await held()).toEqual([]);
});

test('a payment with a time after now is refused', async () => {
  const { check } = await read('mpesaStatement', HEADER + line({ at: '22-09-2099 10:00' }), await provider());
  expect(outcomesOf(check)).toEqual([
    { outcome: 'REFUSED', reasons: ['paidAt: Money is received before now.'] },
  ]);
});

test('a statement is not checked with other columns or values than its own', async () => {
  const person = await provider();
  const number = newNumber();
  const { id, checked } = await read('mpesaStatement', HEADER + line({ number, paidIn: '5.00' }), person);
  const { mapping } = checked.source;
  for (const other of [
    { mapping: { ...mapping, amount: 'Balance' }, defaults: {} },
    { mapping, defaults: { accountNumber: '10000009' } },
  ]) {
    const answer = await person.call('job.check', { id, ...other });
    expect(answer).toMatchObject({ status: 409, error: { error: 'CONFLICT' } });
  }
  expect((await person.call('job.check', { id, mapping, defaults: {} })).status).toBe(200);
});

test('columns in another order and under other names, times of other forms, another separator, and a workbook', async () => {
  const person = await provider();
  const numbers = Array.from({ length: 6 }, newNumber);
  const times = [
    ['2026-09-22 14:03:11', '2026-09-22T11:03:11.000Z'],
    ['22/09/2026 2:03 PM', '2026-09-22T11:03:00.000Z'],
    ['22-09-2026', '2026-09-21T21:00:00.000Z'],
    ['2026-09-22T14:03:11Z', '2026-09-22T14:03:11.000Z'],
    ['22.09.2026 00:10', '2026-09-21T21:10:00.000Z'],
  ];
  const rows = times.map(
    ([at], i) => `700;${at};COMPLETED;Pay Bill from 254712345678 - JANE DOE Acc. GV-A1;${numbers[i]}`,
  );
  const file = `Statement of October; Ridge, Fibre, Ltd\nPaid In;Completion Time;Status;Details;Receipt No\n${rows.join('\n')}\n`;
  const { record } = await read('mpesaStatement', file, person);
  expect((await record()).counts).toMatchObject({ total: 5, done: 5 });
  for (const [i, [, paidAt]] of times.entries()) {
    expect(await receiptOf(person, numbers[i] as string)).toMatchObject([
      { paidAt, amount: 700, accountNumber: 'GV-A1', payer: '254712345678', payerName: 'JANE DOE' },
    ]);
  }
  const sheet = workbook({
    Statement: [
      ['Organization Name:', 'Ridge Fibre'],
      [],
      ['Receipt No.', 'Completion Time', 'Paid In', 'A/C No.'],
      [numbers[5] ?? '', '22-09-2026 14:03:11', 1250.5, '0712'],
    ],
  });
  const book = await read('mpesaStatement', sheet, person);
  expect((await book.record()).counts).toMatchObject({ total: 1, done: 1 });
  expect(await receiptOf(person, numbers[5] as string)).toMatchObject([
    { amount: 1_250.5, accountNumber: '0712' },
  ]);
});

test('money of a prompt whose callback was lost completes its payment, by a statement too, and once', async () => {
  const person = await provider();
  const phone = newPhone();
  const ada = dataOf(await person.partner.post('/v1/subscribers', bodies.subscriber({ phone })));
  const charge = dataOf(
    await person.partner.post(
      `/v1/subscribers/${ada.id}/charges`,
      bodies.charge({ amount: 800, currency: 'KES' }),
    ),
  );
  const payment = dataOf(await person.partner.post('/v1/payments', { chargeId: charge.id, rail: 'mpesa' }));
  const [prompt] = await api.sql<{ reference: string }[]>`
    select reference from prompt where payment_id = ${payment.id}`;
  const number = newNumber();
  const file = HEADER + line({ number, paidIn: '800.00', account: prompt?.reference ?? '' });
  const { record, check } = await read('mpesaStatement', file, person);
  expect(check).toMatchObject([{ outcome: 'DONE' }]);
  expect((await record()).rows).toMatchObject([{ outcome: 'DONE', resourceId: payment.id }]);
  expect(dataOf(await person.partner.get(`/v1/payments/${payment.id}`)).status).toBe('COMPLETED');
  expect(await receiptOf(person, number)).toEqual([]);
  expect((await read('mpesaStatement', file, person)).check).toMatchObject([
    { outcome: 'UNCHANGED', resourceId: payment.id },
  ]);
});

test('a list of Paystack completes a payment whose report was lost; other money and amounts change nothing', async () => {
  const person = await provider();
  const requested = async (of: Person, amount: number) => {
    const { id } = await subscriberOf(of);
    const charges = `/v1/subscribers/${id}/charges`;
    const charge = dataOf(await of.partner.post(charges, bodies.charge({ amount, currency: 'KES' })));
    return dataOf(await of.partner.post('/v1/payments', { chargeId: charge.id, rail: 'paystack' }));
  };
  const payments = [await requested(person, 800), await requested(person, 900)];
  const ofOthers = await requested(await provider(), 50);
  const [lost, differs, theirs] = [...payments, ofOthers].map(({ id }) => `${id.replace('_', '-')}.1`);
  const file = `Reference,Status,Amount,Currency,Id
${lost},success,800.00,KES,7001
${differs},success,"90,000.00",KES,7002
T734,success,50.00,KES,7003
${theirs},success,50.00,KES,7005
${differs},abandoned,900.00,KES,7004
`;
  const { check, checked, record } = await read('paystackStatement', file, person);
  expect(checked.source.leftOut).toBe(1);
  expect(outcomesOf(check)).toEqual([
    { outcome: 'DONE', reasons: [] },
    { outcome: 'REFUSED', reasons: [expect.stringContaining('The payment with this reference is')] },
    { outcome: 'REFUSED', reasons: ['reference: No payment of yours has this reference at Paystack.'] },
    { outcome: 'REFUSED', reasons: ['reference: No payment of yours has this reference at Paystack.'] },
  ]);
  await record();
  const statuses = await Promise.all(
    payments.map(async ({ id }) => dataOf(await person.partner.get(`/v1/payments/${id}`)).status),
  );
  expect(statuses).toEqual(['COMPLETED', 'PENDING']);
  expect((await read('paystackStatement', file, person)).check[0]).toMatchObject({ outcome: 'UNCHANGED' });
});

test('a file that is no statement, one without payments, and a gateway that is not connected are refused', async () => {
  const person = await provider();
  const reasonOf = async (file: string, of = person) => {
    const answer = await upload('mpesaStatement', file, of);
    const { error, rejectionReasons } = await answer.json();
    return [answer.status, error ?? '', rejectionReasons[0].message];
  };
  expect(await reasonOf('Name,Phone\nJane,0712345678\n')).toEqual([
    400,
    expect.anything(),
    expect.stringContaining('This is no such statement'),
  ]);
  expect(await reasonOf(HEADER + line({ status: 'Failed' }))).toEqual([
    400,
    expect.anything(),
    'The statement has no completed payment of a customer.',
  ]);
  const without = await ownerIn('KE');
  expect(await reasonOf(HEADER + line({}), without)).toEqual([
    409,
    'CONFLICT',
    'Connect your account under Gateways first.',
  ]);
  // Statements of an account that was disconnected still count.
  await person.ok('gatewayAccount.remove', { gateway: 'mpesa' });
  expect((await upload('mpesaStatement', HEADER + line({}), person)).status).toBe(201);
});

test('400 for a statement with more reversed payments than an import stores', async () => {
  const person = await provider();
  const numbers = Array.from({ length: 1_001 }, () => newNumber());
  const reversed = (number: string) =>
    line({ number }) + line({ paidIn: '', out: '-500.00', reason: 'Pay Bill Reversal', linked: number });
  const answer = await upload('mpesaStatement', HEADER + numbers.map(reversed).join(''), person);
  expect(answer.status).toBe(400);
  expect((await answer.json()).rejectionReasons).toMatchObject([{ field: 'file' }]);
});

test('a role without payments may not upload a statement, and is refused before the file is read', async () => {
  const person = await provider();
  const support = await member(person, 'support');
  const row = { transactionId: newNumber(), amount: 5, paidAt: '2026-03-01T08:00:00Z' };
  expect((await person.call('receipt.recordMpesa', row)).status).toBe(403);
  const answer = await upload('mpesaStatement', 'no statement', support);
  expect(answer.status).toBe(403);
});
