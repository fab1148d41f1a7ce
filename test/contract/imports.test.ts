import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { runDueRows } from '../../server/api/run-job.ts';
import { NO_PHONE } from '../../server/contract/primitives.ts';
import { downloadRejects, REJECTS_PATH } from '../../server/portal/job-rejects.ts';
import { createUploadHandler, UPLOAD_PATH } from '../../server/portal/upload-import.ts';
import { bodies, dataOf } from './helpers.ts';
import { origin } from './portal-helpers.ts';
import { usePortal } from './staff-helpers.ts';

const uploads = createUploadHandler([origin]);
const { api, owner, member } = usePortal({
  [UPLOAD_PATH]: async (req, res) => uploads(req, res),
  [REJECTS_PATH]: downloadRejects,
});

type Person = Awaited<ReturnType<typeof owner>>;
type Row = {
  name: string;
  outcome: string;
  resourceId: string | null;
  reasons: { field: string; message: string }[];
};

let staff: Person;
let partner: Person['partner'];

beforeAll(async () => {
  staff = await owner();
  partner = staff.partner;
});

const upload = (type: string, text: string | Buffer, person: { cookie: string } = staff, from = origin) =>
  fetch(`${api.base}${UPLOAD_PATH}${type}?name=customers.csv`, {
    method: 'POST',
    headers: { cookie: person.cookie, origin: from, 'content-type': 'text/csv' },
    body: text as BodyInit,
  });

/** The job of an uploaded file. */
async function draft(type: string, text: string | Buffer) {
  const answer = await upload(type, text);
  const body = await answer.json();
  expect(answer.status, JSON.stringify(body)).toBe(201);
  return staff.ok('job.get', { id: body.id });
}

const run = () => runDueRows({ providerId: staff.providerId, budgetMs: 240_000 });
const jobOf = (id: string) => staff.ok('job.get', { id });
const rowsOf = async (id: string): Promise<Row[]> => (await staff.ok('job.rows', { id, limit: 100 })).data;

/** Uploads a file, checks it with the guessed columns and returns the checked job. */
async function checked(type: string, text: string, over: object = {}) {
  const job = await draft(type, text);
  await staff.ok('job.check', { id: job.id, mapping: job.source.mapping, ...over });
  await run();
  return jobOf(job.id);
}

async function imported(type: string, text: string, over: object = {}) {
  const { id } = await checked(type, text, over);
  await staff.ok('job.start', { id });
  await run();
  return jobOf(id);
}

const phone = () => `+2547${String(randomInt(1e8)).padStart(8, '0')}`;
const person = (name: string, email = `${name}-${randomUUID()}@example.com`.toLowerCase()) => ({
  name,
  email,
});
const csv = (people: { name: string; email: string }[]) =>
  `First name,Last name,Email,Phone\n${people.map(({ name, email }) => `${name},Row,${email},${phone()}`).join('\n')}\n`;
const subscribersCalled = async (name: string) =>
  dataOf(await partner.get(`/v1/subscribers?q=${name}&limit=100`));

test('a check changes nothing and says what each row would do; the start does it, and the same file again does nothing', async () => {
  const mark = `I${randomInt(1e9)}`;
  const text = csv([person(`${mark}a`), person(`${mark}b`)]);
  const job = await checked('subscribers', text);
  expect(job).toMatchObject({
    status: 'CHECKED',
    counts: { total: 2, done: 2 },
    source: { fileName: 'customers.csv' },
  });
  expect(await subscribersCalled(mark)).toHaveLength(0);
  expect(await api.sql`select 1 from event where correlation_id = ${job.correlationId}`).toHaveLength(0);

  await staff.ok('job.start', { id: job.id });
  await run();
  expect(await jobOf(job.id)).toMatchObject({ status: 'COMPLETED', counts: { done: 2 } });
  const made = await subscribersCalled(mark);
  expect(made).toHaveLength(2);
  const events = await api.sql`select type from event where correlation_id = ${job.correlationId}`;
  expect(events.map(({ type }) => type)).toEqual(['subscriber.created', 'subscriber.created']);

  const again = await imported('subscribers', text);
  expect(again).toMatchObject({ status: 'COMPLETED', counts: { done: 0, unchanged: 2 } });
  expect(await subscribersCalled(mark)).toHaveLength(2);
  const [row] = await rowsOf(again.id);
  expect(made.map(({ id }: { id: string }) => id)).toContain(row?.resourceId);
  expect(row?.name).toBe(`${mark}a Row`);
});

test('an import of a person who loses the role has no outcome of any row, also of those that create nothing', async () => {
  const text = csv([person(`L${randomInt(1e9)}`), person('Nobody', 'nowhere')]);
  await imported('subscribers', text);
  const colleague = await member(staff, 'support');
  const { id } = await (await upload('subscribers', text, colleague)).json();
  const { source } = await colleague.ok('job.get', { id });
  await colleague.ok('job.check', { id, mapping: source.mapping });
  await run();
  expect(await jobOf(id)).toMatchObject({ status: 'CHECKED', counts: { unchanged: 1, refused: 1 } });
  await colleague.ok('job.start', { id });
  await staff.ok('team.changeRole', { id: colleague.id, role: 'viewer' });
  await run();
  expect(await jobOf(id)).toMatchObject({
    status: 'STOPPED',
    stopReason: 'Your role does not let you change subscribers. An owner can change your role.',
    counts: { pending: 2, unchanged: 0, refused: 0 },
  });
});

test('the file of rejects names the column of each reason, where it is called otherwise than the field', async () => {
  const job = await imported(
    'subscribers',
    'First name;Last name;Email address;Mobile\nAda;Bad;nowhere;12\n',
  );
  const file = await (
    await fetch(`${api.base}${REJECTS_PATH}${job.id}`, { headers: { cookie: staff.cookie } })
  ).text();
  expect(file).toContain('Email (column “Email address”): Enter an email address such as ada@example.com.');
  expect(file).toContain('Phone (column “Mobile”): Enter a phone number');
});

test('a refused row has the texts of the API; the others are created; the file of rejects can be corrected and imported', async () => {
  const mark = `R${randomInt(1e9)}`;
  const text = `First name;Last name;Email;Phone;City\n${mark};Good;${mark}@example.com;${phone()};Nairobi\n${mark};Bad;nowhere;12;Kisumu\n`;
  const job = await imported('subscribers', text);
  expect(job).toMatchObject({ status: 'COMPLETED', counts: { done: 1, refused: 1 } });
  const [, bad] = await rowsOf(job.id);
  expect(bad?.reasons).toEqual([
    { field: 'phone', message: NO_PHONE },
    { field: 'email', message: 'Enter an email address such as ada@example.com.' },
  ]);
  const file = await (
    await fetch(`${api.base}${REJECTS_PATH}${job.id}`, { headers: { cookie: staff.cookie } })
  ).text();
  expect(file).toContain('First name,Last name,Email,Phone,City,Reason');
  expect(file).toContain('Email: Enter an email address');
  const corrected = file.replace('nowhere', `${mark}.b@example.com`).replace(',12,', `,${phone()},`);
  expect(await imported('subscribers', corrected)).toMatchObject({
    counts: { total: 1, done: 1, refused: 0 },
  });
  expect(await subscribersCalled(mark)).toHaveLength(2);
});

test('a row that the file repeats is created once, and says where it stands', async () => {
  const mark = `D${randomInt(1e9)}`;
  const twice = person(mark);
  const job = await checked('subscribers', csv([twice, twice]));
  expect(job.counts).toMatchObject({ done: 1, unchanged: 1 });
  expect((await rowsOf(job.id))[1]?.reasons[0]?.message).toBe('Row 1 of the file is the same.');
  await staff.ok('job.start', { id: job.id });
  await run();
  expect(await jobOf(job.id)).toMatchObject({ counts: { done: 1, unchanged: 1, refused: 0 } });
  expect(await subscribersCalled(mark)).toHaveLength(1);
});

test('subscriptions find subscriber, plan and demarcation point by id, external id, email, phone or name', async () => {
  const plan = dataOf(await partner.post('/v1/plans', bodies.plan()));
  const point = dataOf(
    await partner.post('/v1/demarcation-points', bodies.demarcationPoint({ name: `Mast ${randomUUID()}` })),
  );
  const make = async (over: object = {}) =>
    dataOf(await partner.post('/v1/subscribers', bodies.subscriber(over)));
  const [a, b, c, d] = [
    await make(),
    await make({ externalUserId: randomUUID() }),
    await make(),
    await make(),
  ];
  const of = (who: string, site: string, name = plan.planName) => `${who},${name},${site}`;
  const text = [
    'Subscriber,Plan,Demarcation point',
    of(a.id, point.id, plan.id),
    of(b.externalUserId, point.name),
    of(c.email.toUpperCase(), point.name, plan.planName.toUpperCase()),
    of(d.phone, point.name),
    of('nobody@example.com', 'No such mast', 'No such plan'),
  ].join('\n');
  const job = await imported('subscriptions', text);
  expect(job.counts).toMatchObject({ done: 4, refused: 1 });
  const rows = await rowsOf(job.id);
  expect(rows[4]?.reasons.map(({ message }) => message)).toEqual([
    'There is no subscriber “nobody@example.com”.',
    'There is no plan “No such plan”.',
    'There is no demarcation point “No such mast”.',
  ]);
  for (const { id } of [a, b, c, d]) {
    expect(dataOf(await partner.get(`/v1/subscriptions?subscriberId=${id}`))).toMatchObject([
      { planId: plan.id, demarcationPointId: point.id, status: 'PENDING' },
    ]);
  }
  expect(await imported('subscriptions', text)).toMatchObject({
    counts: { done: 0, unchanged: 4, refused: 1 },
  });
});

test('two files that create the same at the same time create it once', async () => {
  const plan = dataOf(await partner.post('/v1/plans', bodies.plan()));
  const point = dataOf(await partner.post('/v1/demarcation-points', bodies.demarcationPoint()));
  const subscriber = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const row = `${subscriber.id},${plan.id},${point.id}\n`;
  const text = `Subscriber,Plan,Demarcation point\n${row.repeat(8)}`;
  const job = await imported('subscriptions', text);
  expect(job.counts).toMatchObject({ done: 1, unchanged: 7 });
  expect(dataOf(await partner.get(`/v1/subscriptions?subscriberId=${subscriber.id}`))).toHaveLength(1);
});

test('plans of Splynx: speeds in kbps, and one value for all rows where the file has no column', async () => {
  const title = `Fibre ${randomInt(1e9)}`;
  const text = `id,title,service_name,price,speed_download,speed_upload,vat_percent\n7,${title},Internet,99.5,20480,5120,16\n`;
  const job = await draft('plans', text);
  expect(job.source).toMatchObject({ system: 'Splynx', mapping: { planName: 'title' } });
  const missing = await staff.call('job.check', { id: job.id, mapping: job.source.mapping });
  expect(missing.status).toBe(400);
  expect(missing.error.rejectionReasons.map(({ field }: { field: string }) => field)).toEqual([
    'planType',
    'priceCurrency',
    'billingCycleDays',
  ]);
  const defaults = { planType: 'RESIDENTIAL', priceCurrency: 'USD', billingCycleDays: '30' };
  await staff.ok('job.check', { id: job.id, mapping: job.source.mapping, defaults });
  await run();
  await staff.ok('job.start', { id: job.id });
  await run();
  expect(await jobOf(job.id)).toMatchObject({ counts: { done: 1 } });
  expect(dataOf(await partner.get(`/v1/plans?q=${encodeURIComponent(title)}`))).toMatchObject([
    {
      planName: title,
      downloadSpeedMbps: 20.48,
      uploadSpeedMbps: 5.12,
      priceAmount: 99.5,
      billingCycleDays: 30,
    },
  ]);
});

test('a stopped check leaves a draft whose columns can be chosen again; a started import cannot be checked', async () => {
  const mark = `S${randomInt(1e9)}`;
  const job = await draft('subscribers', csv([person(mark)]));
  const check = () => staff.call('job.check', { id: job.id, mapping: job.source.mapping });
  expect((await staff.call('job.start', { id: job.id })).status).toBe(409);
  await check();
  expect((await check()).status).toBe(409);
  expect(await staff.ok('job.stop', { id: job.id })).toMatchObject({ status: 'DRAFT' });
  await run();
  expect(await jobOf(job.id)).toMatchObject({ status: 'DRAFT', counts: { pending: 1 } });
  expect((await check()).status).toBe(200);
  await run();
  await staff.ok('job.start', { id: job.id });
  await run();
  expect((await check()).status).toBe(409);
});

test.each([
  ['a file that is no CSV', 'subscribers', Buffer.from([0, 1, 2, 3]), 400],
  ['a header without rows', 'subscribers', 'Email\n', 400],
  ['an unknown kind of import', 'invoices', 'Email\na\n', 400],
  ['a file above 20 MB', 'subscribers', Buffer.alloc(21 * 1024 * 1024, 'a'), 413],
])('%s is refused', async (_, type, file, status) => {
  expect((await upload(type, file)).status).toBe(status);
});

test('an upload needs a session, the origin of the portal and the permission', async () => {
  const text = csv([person('Ada')]);
  expect((await upload('subscribers', text, { cookie: '' })).status).toBe(401);
  expect((await upload('subscribers', text, staff, 'https://elsewhere.example')).status).toBe(403);
  const support = await member(staff, 'support');
  expect((await upload('plans', 'Plan\nA\n', support)).status).toBe(403);
  expect((await upload('subscribers', text, support)).status).toBe(201);
});

test('an import of another partner does not exist', async () => {
  const stranger = await owner();
  const job = await draft('subscribers', csv([person('Ada')]));
  for (const name of ['job.get', 'job.rows', 'job.rejects']) {
    expect((await stranger.call(name, { id: job.id })).status).toBe(404);
  }
  expect((await stranger.call('job.start', { id: job.id })).status).toBe(404);
});

test('a file of 5,000 rows is stored whole, and its last rows are imported, each once', async () => {
  const mark = `L${randomInt(1e9)}`;
  const lines = Array.from(
    { length: 5_000 },
    (_, i) => `${mark},Row ${i},${mark}.${i}@example.com,+25471${String(i).padStart(7, '0')}`,
  );
  const job = await draft('subscribers', `First name,Last name,Email,Phone\n${lines.join('\n')}\n`);
  await staff.ok('job.check', { id: job.id, mapping: job.source.mapping });
  // The runs of all rows would take a tenth of the time of all tests.
  await api.sql`update job_row set outcome = 'DONE', due_at = null where job_id = ${job.id}`;
  await run();
  await staff.ok('job.start', { id: job.id });
  await api.sql`
    update job_row set outcome = 'UNCHANGED', due_at = null where job_id = ${job.id} and position <= 4800`;
  await run();
  expect(await jobOf(job.id)).toMatchObject({
    status: 'COMPLETED',
    counts: { total: 5_000, done: 200, unchanged: 4_800 },
  });
  expect((await partner.get(`/v1/subscribers?q=${mark}&limit=1`)).body.meta.total).toBe(200);
});
