import { randomInt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bodies, dataOf } from './helpers.ts';
import { outcomesOf, useImports } from './import-helpers.ts';

const { api, checkAndImport, draft, partner, rejectsOf, run, staff } = useImports();

const mark = () => `M${randomInt(1e9)}`;
let phones = randomInt(1e5) * 100;
const phone = () => `+25471${String(phones++).padStart(7, '0').slice(-7)}`;
const email = (name = randomUUID()) => `${name}@example.com`.toLowerCase();
const file = (...lines: (string | number)[][]) =>
  lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
const customers = (...lines: (string | number)[][]) =>
  file(['Customer ID', 'First name', 'Last name', 'Email', 'Phone'], ...lines);

type Result = Awaited<ReturnType<typeof checkAndImport>>;

/** The outcomes of a file, which are the same in the check and in the import. */
function agreed(result: Result) {
  const [checked, done] = [outcomesOf(result.check), outcomesOf(result.import)];
  expect(done).toEqual(checked);
  return done.map(({ outcome }) => outcome);
}
const namesCalled = async (q: string) =>
  dataOf(await partner().get(`/v1/subscribers?q=${q}&limit=100&sort=createdAt`)).map(
    ({ firstName }: { firstName: string }) => firstName,
  );

test('I1: a customer id that says "none" is none, and one in scientific notation is refused', async () => {
  const m = mark();
  const ids = ['N/A', '#N/A', 'null', '2.54712E+11', '2.54712E+11', '2,5E+11'];
  const result = await checkAndImport(
    'subscribers',
    customers(...ids.map((id, i) => [id, `${m}${i}`, 'Row', email(), phone()])),
  );
  expect(agreed(result)).toEqual(['DONE', 'DONE', 'DONE', 'REFUSED', 'REFUSED', 'REFUSED']);
  expect(result.import[3]?.reasons).toEqual([
    { field: 'externalUserId', message: expect.stringContaining('“2.54712E+11”') },
  ]);
  expect(await namesCalled(m)).toHaveLength(3);
});

test('I1: a phone number in scientific notation is refused', async () => {
  const result = await checkAndImport(
    'subscribers',
    customers([1, mark(), 'Row', email(), '2.54712345678E+11']),
  );
  expect(agreed(result)).toEqual(['REFUSED']);
  expect(result.import[0]?.reasons[0]).toMatchObject({ field: 'phone' });
});

test.each(['email', 'phone', 'id'])(
  'I2: of two people with one %s the first of the file is created, and the second refused, named and downloadable',
  async (shared) => {
    const m = mark();
    const line = (name: string) => ({ id: randomUUID(), email: email(), phone: phone(), name });
    const [first, second] = [line(`${m}first`), line(`${m}second`)];
    const same = { ...second, [shared]: first[shared as 'id'] };
    const cells = [first, same].map(({ id, name, email: mail, phone: number }) => [
      id,
      name,
      'Row',
      mail,
      number,
    ]);
    const result = await checkAndImport('subscribers', customers(...cells));
    expect(agreed(result)).toEqual(['DONE', 'REFUSED']);
    expect(await namesCalled(m)).toEqual([first.name]);
    const field = { email: 'email', phone: 'phone', id: 'externalUserId' }[shared];
    expect(result.import[1]?.reasons.map((reason) => reason.field)).toEqual([field]);
    expect(result.import[1]?.name).toBe(`${second.name} Row`);
    expect(await rejectsOf(result.id)).toContain(second.name);
  },
);

test('I2: with shared values in many rows, the order of the file decides', async () => {
  const m = mark();
  const mails = Array.from({ length: 6 }, () => email());
  const lines = Array.from({ length: 60 }, (_, i) => ['', `${m}x${i}`, 'Row', mails[i % 6] ?? '', phone()]);
  const result = await checkAndImport('subscribers', customers(...lines));
  expect(agreed(result)).toEqual(lines.map((_, i) => (i < 6 ? 'DONE' : 'REFUSED')));
  expect((await namesCalled(m)).sort()).toEqual([0, 1, 2, 3, 4, 5].map((i) => `${m}x${i}`));
});

test('I2: what a refused row has is free for a row a hundred lines behind it', async () => {
  const [taken, free] = [phone(), email()];
  const line = (mail: string, number: string) => ['', mark(), 'Row', mail, number];
  const others = Array.from({ length: 120 }, () => line(email(), phone()));
  const lines = [line(email(), taken), line(free, taken), ...others, line(free, phone())];
  const { id, source } = await draft('subscribers', customers(...lines));
  await staff().ok('job.check', { id, mapping: source.mapping });
  await run();
  expect((await staff().ok('job.get', { id })).counts).toMatchObject({ done: 122, refused: 1 });
  await staff().ok('job.start', { id });
  await run();
  expect((await staff().ok('job.get', { id })).counts).toMatchObject({ done: 122, refused: 1 });
  expect(dataOf(await partner().get(`/v1/subscribers?email=${free}`))).toHaveLength(1);
});

test('I2: with the same email the same name, in any case and with any blanks, is the same person', async () => {
  const mail = email();
  const names = [
    ['Ann', 'Lee Ray'],
    ['ANN', 'lee  ray'],
    ['Ann', 'Lee'],
  ] as const;
  const lines = names.map(([first, last]) => ['', first, last, mail, phone()]);
  expect(agreed(await checkAndImport('subscribers', customers(...lines)))).toEqual([
    ...['DONE', 'UNCHANGED', 'REFUSED'],
  ]);
});

test('I2: a row that is refused for another reason takes nothing from a later row', async () => {
  const mail = email();
  const result = await checkAndImport(
    'subscribers',
    customers(['', mark(), 'Row', mail, '12'], ['', mark(), 'Row', mail, phone()]),
  );
  expect(agreed(result)).toEqual(['REFUSED', 'DONE']);
});

test('a row that is one person by external id and another by email or phone is refused; one whose external id has another email and phone too', async () => {
  const named = (firstName: string) => ({
    ...bodies.subscriber({ firstName }),
    externalUserId: randomUUID(),
  });
  const [a, b] = [named('Ann'), named('Ben')];
  for (const body of [a, b]) await partner().post('/v1/subscribers', body);
  const row = (id: unknown, mail: unknown, number: unknown) => [
    `${id}`,
    'Ann',
    a.lastName,
    `${mail}`,
    `${number}`,
  ];
  const result = await checkAndImport(
    'subscribers',
    customers(
      row(a.externalUserId, a.email, b.phone),
      row(a.externalUserId, b.email, a.phone),
      row(a.externalUserId, email(), phone()),
      row(a.externalUserId, email(), a.phone),
      row(a.externalUserId, a.email, phone()),
      row(randomUUID(), a.email, phone()),
      row('', a.email, phone()),
      row('', a.email, b.phone),
      ['', 'Another', 'Name', a.email, a.phone],
    ),
  );
  expect(agreed(result)).toEqual([
    ...['REFUSED', 'REFUSED', 'REFUSED', 'UNCHANGED', 'UNCHANGED'],
    ...['REFUSED', 'UNCHANGED', 'REFUSED', 'UNCHANGED'],
  ]);
  expect(result.import.map(({ reasons }) => reasons[0]?.field)).toEqual([
    ...['phone', 'email', 'externalUserId', undefined, undefined],
    ...['email', undefined, 'email', undefined],
  ]);
});

test('I3: plan names in another case are two plans, the same name is one; the check says so too', async () => {
  const name = `Fibre ${randomInt(1e9)}`;
  const plan = (planName: string) => [planName, 'RESIDENTIAL', 20, 5, 99, 'USD', 30];
  const header = ['Plan name', 'Plan type', 'Download', 'Upload', 'Price', 'Currency', 'Billing days'];
  const result = await checkAndImport(
    'plans',
    file(header, plan(name), plan(name.toUpperCase()), plan(` ${name}`), plan(`\u200b${name}`)),
  );
  expect(agreed(result)).toEqual(['DONE', 'DONE', 'UNCHANGED', 'UNCHANGED']);
});

test('I3: a reference is of one customer; the same service is found however its customer is written', async () => {
  const make = async (path: string, body: object) => dataOf(await partner().post(path, body));
  const plan = await make('/v1/plans', bodies.plan());
  const point = await make('/v1/demarcation-points', bodies.demarcationPoint());
  const [a, b] = [
    await make('/v1/subscribers', bodies.subscriber()),
    await make('/v1/subscribers', bodies.subscriber()),
  ];
  const row = (who: string, reference: string) => [who, plan.id, point.id, reference];
  const result = await checkAndImport(
    'subscriptions',
    file(
      ['Subscriber', 'Plan', 'Demarcation point', 'Reference'],
      row(a.email, '1'),
      row(b.email, '1'),
      row(a.id, '1'),
      row(a.phone, '2'),
      row(a.email, ''),
      row(b.phone, '-'),
    ),
  );
  expect(agreed(result)).toEqual(['DONE', 'DONE', 'UNCHANGED', 'DONE', 'UNCHANGED', 'UNCHANGED']);
  expect(dataOf(await partner().get(`/v1/subscriptions?subscriberId=${a.id}`))).toHaveLength(2);
  expect(dataOf(await partner().get(`/v1/subscriptions?subscriberId=${b.id}`))).toHaveLength(1);
});

test('I4: a refused cell has the reason of the API, and `Kenya` is a country', async () => {
  const plan = { 'Plan name': 'x', Type: 'RESIDENTIAL', Download: '10 Mbps', Upload: '5', Price: '$30' };
  const terms = { Currency: 'USD', 'Billing days': '30 days' };
  const cells = { ...plan, ...terms };
  const result = await checkAndImport('plans', file(Object.keys(cells), Object.values(cells)));
  expect(agreed(result)).toEqual(['REFUSED']);
  const sent = {
    ...{ planName: 'x', planType: 'RESIDENTIAL', downloadSpeedMbps: '10 Mbps', uploadSpeedMbps: 5 },
    ...{ priceAmount: '$30', priceCurrency: 'USD', billingCycleDays: '30 days' },
  };
  const { rejectionReasons } = (await partner().post('/v1/plans', sent)).body;
  expect(result.import[0]?.reasons).toEqual(
    rejectionReasons.map(({ field, message }: { field: string; message: string }) => ({ field, message })),
  );

  const long = { Vorname: 'x'.repeat(120), Nachname: 'Row', Mail: email(), Tel: phone(), Land: 'Kenya' };
  const other = { ...long, Vorname: mark(), Mail: email(), Tel: phone() };
  const mapping = {
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'Mail',
    phone: 'Tel',
    country: 'Land',
  };
  const people = await checkAndImport(
    'subscribers',
    file(Object.keys(long), Object.values(long), Object.values(other)),
    { mapping },
  );
  expect(agreed(people)).toEqual(['REFUSED', 'DONE']);
  expect(people.import[0]?.reasons).toEqual([{ field: 'firstName', message: 'At most 100 characters.' }]);
  expect(dataOf(await partner().get(`/v1/subscribers?q=${other.Vorname}`))).toMatchObject([
    { country: 'KE' },
  ]);
});

test('I6: a number that may be grouped is refused, and one with a single reading is read', async () => {
  const header = [
    'Plan name',
    'Plan type',
    'Download',
    'Upload',
    'Price',
    'Currency',
    'Billing days',
    'Data cap',
  ];
  const row = (download: string, price: string, cap: string) => [
    mark(),
    'RESIDENTIAL',
    download,
    '5',
    price,
    'USD',
    '30',
    cap,
  ];
  const result = await checkAndImport(
    'plans',
    file(
      header,
      row('20', '1.000', ''),
      row('1.000', '99', ''),
      row('20', '99', '100.000'),
      row('20', '2,999', '1,000,000'),
    ),
  );
  expect(agreed(result)).toEqual(['REFUSED', 'REFUSED', 'REFUSED', 'DONE']);
  expect(result.import.map(({ reasons }) => reasons[0]?.field)).toEqual([
    ...['priceAmount', 'downloadSpeedMbps', 'dataCapMb', undefined],
  ]);
  expect(result.import[0]?.reasons[0]?.message).toContain('1000 or 1');
});

test('I8, I9: line breaks of an address, direction marks and zero width are taken; an extension is refused', async () => {
  const m = mark();
  const number = phone();
  const result = await checkAndImport(
    'subscribers',
    file(
      ['First name', 'Last name', 'Email', 'Phone', 'Street'],
      [
        m,
        'Row',
        `\u200b${m}@example.com`,
        `\u202a${number.slice(0, 8)}\u200b${number.slice(8)}\u202c`,
        '12 Road\nFlat 4',
      ],
      [m, 'Row', email(), '0712345811 ext 5', ''],
    ),
  );
  expect(agreed(result)).toEqual(['DONE', 'REFUSED']);
  expect(result.import[1]?.reasons).toMatchObject([{ field: 'phone' }]);
  expect(dataOf(await partner().get(`/v1/subscribers?q=${m}`))).toMatchObject([
    { email: `${m.toLowerCase()}@example.com`, phone: number, street: '12 Road, Flat 4' },
  ]);
});

test('numbers that a program wrote with `.0`, and names of countries', async () => {
  const m = mark();
  const [id, number] = [String(randomInt(1e9)), phone()];
  const result = await checkAndImport(
    'subscribers',
    file(
      ['Customer ID', 'First name', 'Last name', 'Email', 'Phone', 'Postal code', 'Country'],
      [`${id}.0`, m, 'Row', email(), `${number.slice(1)}.0`, '10115.0', 'Deutschland'],
      [`${id}`, m, 'Row', email(), phone(), '', 'Republic of Kenya'],
      ['', m, 'Row', email(), phone(), '', 'Congo'],
    ),
  );
  expect(agreed(result)).toEqual(['DONE', 'REFUSED', 'REFUSED']);
  expect(result.import[1]?.reasons).toMatchObject([{ field: 'externalUserId' }]);
  expect(result.import[2]?.reasons).toEqual([
    { field: 'country', message: '“Congo” can be CD or CG. Write the code of the country.' },
  ]);
  expect(dataOf(await partner().get(`/v1/subscribers?q=${m}`))).toMatchObject([
    { externalUserId: id, phone: number, postalCode: '10115', country: 'DE' },
  ]);
  const make = async (path: string, body: object) => dataOf(await partner().post(path, body));
  const plan = await make('/v1/plans', bodies.plan());
  const point = await make('/v1/demarcation-points', bodies.demarcationPoint());
  const other = await make('/v1/subscribers', bodies.subscriber({ externalUserId: '77.0' }));
  const references = await checkAndImport(
    'subscriptions',
    file(
      ['Subscriber', 'Plan', 'Demarcation point'],
      [`${id}.0`, plan.id, point.id],
      [`${number.slice(1)}.0`, plan.id, point.id],
      ['77.0', plan.id, point.id],
    ),
  );
  expect(agreed(references)).toEqual(['DONE', 'UNCHANGED', 'DONE']);
  expect(dataOf(await partner().get(`/v1/subscriptions?subscriberId=${other.id}`))).toHaveLength(1);
});

test('a subscription that has ended for good is another one, unless the file has its reference', async () => {
  const make = async (path: string, body: object) => dataOf(await partner().post(path, body));
  const plan = await make('/v1/plans', bodies.plan());
  const point = await make('/v1/demarcation-points', bodies.demarcationPoint());
  const { id } = await make('/v1/subscribers', bodies.subscriber());
  const body = { subscriberId: id, planId: plan.id, demarcationPointId: point.id, externalReference: mark() };
  const ended = await make('/v1/subscriptions', body);
  await partner().delete(`/v1/subscriptions/${ended.id}`);
  const header = ['Subscriber', 'Plan', 'Demarcation point', 'Reference'];
  const row = (reference: string) => [id, plan.id, point.id, reference];
  const result = await checkAndImport('subscriptions', file(header, row(body.externalReference), row('')));
  expect(agreed(result)).toEqual(['UNCHANGED', 'DONE']);
});

test('I10: a subscriber is referred to by a local phone number, the first of several, or `subr_…`', async () => {
  const make = async (path: string, body: object) => dataOf(await partner().post(path, body));
  const plan = await make('/v1/plans', bodies.plan());
  const point = await make('/v1/demarcation-points', bodies.demarcationPoint());
  const a = await make('/v1/subscribers', bodies.subscriber({ phone: phone() }));
  const [b, c, d] = [
    await make('/v1/subscribers', bodies.subscriber()),
    await make('/v1/subscribers', bodies.subscriber({ phone: phone() })),
    await make('/v1/subscribers', bodies.subscriber()),
  ];
  const local = a.phone.replace(/^\+254(\d{3})(\d{3})/, '0$1 $2 ');
  const result = await checkAndImport(
    'subscriptions',
    file(
      ['Subscriber', 'Plan', 'Demarcation point'],
      [local, plan.id, point.id],
      [b.id.replace(/^sub_/, 'subr_'), plan.id, point.id],
      [`${c.phone} / ${phone()}`, plan.id, point.id],
      [`${d.email}; ${email()}`, plan.id, point.id],
      [`${c.phone};ext=5`, plan.id, point.id],
    ),
  );
  expect(agreed(result)).toEqual(['DONE', 'DONE', 'DONE', 'DONE', 'REFUSED']);
});

test('a plan that is written exactly so goes before one in another case', async () => {
  const make = async (path: string, body: object) => dataOf(await partner().post(path, body));
  const name = `Exact ${randomInt(1e9)}`;
  const plan = await make('/v1/plans', bodies.plan({ planName: name }));
  await make('/v1/plans', bodies.plan({ planName: name.toUpperCase() }));
  const point = await make('/v1/demarcation-points', bodies.demarcationPoint());
  const a = await make('/v1/subscribers', bodies.subscriber());
  const row = (planName: string) => [a.id, planName, point.id];
  const result = await checkAndImport(
    'subscriptions',
    file(['Subscriber', 'Plan', 'Demarcation point'], row(name), row(name.toLowerCase())),
  );
  expect(agreed(result)).toEqual(['DONE', 'REFUSED']);
  expect(dataOf(await partner().get(`/v1/subscriptions?subscriberId=${a.id}`))).toMatchObject([
    { planId: plan.id },
  ]);
});

test('I11: an export of the clients of UISP is imported as it is: companies, several emails and phones, countries by name', async () => {
  const m = mark();
  const [ada, acme] = [phone(), phone()];
  const result = await checkAndImport(
    'subscribers',
    file(
      [
        'Id',
        'Name',
        'Emails',
        'Phones',
        'Street 1',
        'Country',
        'First name',
        'Last name',
        'Company name',
        'Company tax ID',
        'Custom ID',
      ],
      [
        `${m}1`,
        `${m} King`,
        `${m}a@example.com, ${m}b@example.com`,
        `'${ada}`,
        'Road 1',
        'Kenya',
        m,
        'King',
        `${m} Partners`,
        'P05 1',
        '',
      ],
      [
        `${m}2`,
        `${m} Acme Ltd`,
        `${m}c@example.com`,
        `'${acme}, '${phone()}`,
        '',
        'Kenya',
        '',
        '',
        `${m} Acme Ltd`,
        '',
        '',
      ],
    ),
  );
  expect(agreed(result)).toEqual(['DONE', 'DONE']);
  expect(dataOf(await partner().get(`/v1/subscribers?q=${m}&sort=-lastName`))).toMatchObject([
    {
      ...{ firstName: m, lastName: 'King', companyName: `${m} Partners`, taxId: 'P05 1' },
      ...{ email: `${m}a@example.com`.toLowerCase(), phone: ada, country: 'KE' },
    },
    {
      ...{ firstName: m, lastName: 'Acme Ltd', companyName: `${m} Acme Ltd`, taxId: null },
      ...{ phone: acme, externalUserId: `${m}2` },
    },
  ]);
});

test.each(['CHECKING', 'RUNNING'])(
  'a row that throws while its job is %s is refused alone, and the rows beside it go on',
  async (status) => {
    const lines = Array.from({ length: 3 }, () => ['', mark(), 'Row', email(), phone()]);
    const { id, source } = await draft('subscribers', customers(...lines));
    const spoil = () => api.sql`update job_row set input = 'null' where job_id = ${id} and position = 2`;
    if (status === 'CHECKING') await spoil();
    await staff().ok('job.check', { id, mapping: source.mapping });
    if (status === 'RUNNING') {
      await run();
      await spoil();
      await staff().ok('job.start', { id });
    }
    await run();
    expect((await staff().ok('job.get', { id })).counts).toMatchObject({ done: 2, refused: 1, pending: 0 });
    const [refused] = await api.sql`select reasons from job_row where job_id = ${id} and position = 2`;
    expect(refused?.reasons).toEqual([{ field: '_', message: 'Unexpected error in Demarc.' }]);
  },
);
