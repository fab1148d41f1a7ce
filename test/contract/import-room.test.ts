import { expect, test } from 'vitest';
import { MAX_STORED_JOBS_MB } from '../../server/contract/portal/job-values.ts';
import { bodies, dataOf } from './helpers.ts';
import { useImports } from './import-helpers.ts';

const { api, upload, draft, run, ownerIn, member } = useImports();

const MAX_BYTES = MAX_STORED_JOBS_MB * 1_000_000;
const defaults = {
  ...{ planType: 'none', downloadSpeedMbps: '10', uploadSpeedMbps: '10' },
  ...{ priceAmount: '10', priceCurrency: 'KES', billingCycleDays: '30' },
};
const plans = (...names: string[]) => `Plan name\n${names.join('\n')}\n`;

/** The owner of an account whose one import leaves room for some bytes. */
async function withRoomFor(bytes: number) {
  const person = await ownerIn('KE');
  const large = await draft('plans', plans('Large'), person);
  await api.sql`update job set stored_bytes = ${MAX_BYTES - bytes} where id = ${large.id}`;
  return { person, large };
}

test('the files of an account have a joint limit, and one that is deleted makes room', async () => {
  const { person, large } = await withRoomFor(1_000);
  expect((await upload('plans', plans('A'.repeat(500)), person)).status).toBe(201);
  const refused = await upload('plans', plans('A'.repeat(500)), person);
  expect(refused.status).toBe(409);
  expect((await refused.json()).rejectionReasons).toMatchObject([
    { code: 'CONFLICT', message: expect.stringContaining(`at most ${MAX_STORED_JOBS_MB} MB together`) },
  ]);
  expect((await person.ok('job.list', {})).meta.total).toBe(2);
  expect((await person.call('job.delete', { id: large.id })).data).toEqual({ id: large.id, deleted: true });
  expect((await person.call('job.get', { id: large.id })).status).toBe(404);
  expect(await api.sql`select from job_row where job_id = ${large.id}`).toHaveLength(0);
  expect((await upload('plans', plans('A'.repeat(500)), person)).status).toBe(201);
  const entries = (await person.ok('audit.list', { resourceId: large.id })).data as { action: string }[];
  expect(entries.map(({ action }) => action)).toContain('job.delete');
});

test('files that arrive at once share the limit', async () => {
  const { person } = await withRoomFor(1_500);
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, i) => upload('plans', plans(`${i}${'A'.repeat(900)}`), person)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

test('bulk actions and corrected cells count too', async () => {
  const { person, large } = await withRoomFor(500);
  const { id, source } = await draft('plans', plans('B'), person);
  await person.ok('job.check', { id, mapping: source.mapping, defaults });
  await run(person);
  const longer = { id, rows: [{ position: 1, cells: { 'Plan name': 'B'.repeat(600) } }] };
  expect((await person.call('job.correct', longer)).status).toBe(409);
  await api.sql`update job set stored_bytes = ${MAX_BYTES + 1} where id = ${large.id}`;
  const plan = dataOf(await person.partner.post('/v1/plans', bodies.plan()));
  const bulk = { action: 'plans.disable', filter: {}, ids: [plan.id], total: 1 };
  expect((await person.call('job.createBulk', bulk)).status).toBe(409);
  await person.ok('job.delete', { id: large.id });
  expect((await person.call('job.correct', longer)).status).toBe(200);
  expect((await person.call('job.createBulk', bulk)).status).toBe(200);
});

test('what rows are refused for counts too, once they are checked, and a draft without room for it is not checked', async () => {
  const { person, large } = await withRoomFor(3_000);
  const [first, second] = [
    await draft('plans', plans(...Array(40).fill('D')), person),
    await draft('plans', plans('E'), person),
  ];
  const check = ({ id, source }: typeof first) =>
    person.call('job.check', { id, mapping: source.mapping, defaults });
  expect((await check(first)).status).toBe(200);
  await run(person);
  expect((await person.ok('job.get', { id: first.id })).counts).toMatchObject({ refused: 40 });
  expect((await check(second)).status).toBe(409);
  expect((await upload('plans', plans('F'), person)).status).toBe(409);
  // It makes room for itself.
  expect((await check(first)).status).toBe(200);
  await run(person);
  await person.ok('job.delete', { id: large.id });
  expect((await check(second)).status).toBe(200);
});

test('a job is deleted by a role that may run it, and not while it is at work', async () => {
  const person = await ownerIn('KE');
  const { id, source } = await draft('plans', plans('C'), person);
  const viewer = await member(person, 'viewer');
  expect((await viewer.call('job.delete', { id })).status).toBe(403);
  expect((await (await ownerIn('KE')).call('job.delete', { id })).status).toBe(404);
  await person.ok('job.check', { id, mapping: source.mapping, defaults });
  expect((await person.call('job.delete', { id })).status).toBe(409);
  await run(person);
  expect((await person.call('job.delete', { id })).status).toBe(200);
});
