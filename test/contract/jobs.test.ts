import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { runDueRows } from '../../server/api/run-job.ts';
import { finishJobs, providersWithJobs, purgeJobs } from '../../server/domain/job/finish.ts';
import { downloadRejects, REJECTS_PATH } from '../../server/portal/job-rejects.ts';
import { bodies, dataOf } from './helpers.ts';
import { usePortal } from './staff-helpers.ts';

const { api, owner, member } = usePortal({ [REJECTS_PATH]: downloadRejects });

type Person = Awaited<ReturnType<typeof owner>>;
type Row = { position: number; name: string; outcome: string; reasons: { message: string }[]; sent: unknown };

let staff: Person;
let partner: Person['partner'];

beforeAll(async () => {
  staff = await owner();
  partner = staff.partner;
});

/** Subscribers whose search finds exactly them. */
async function subscribers(n: number) {
  const mark = `M${randomUUID().slice(0, 8)}`;
  const made = [];
  for (let i = 0; i < n; i++) {
    made.push(dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ lastName: `${mark} ${i}` }))));
  }
  return { mark, ids: made.map(({ id }) => id as string) };
}

const suspendAll = (mark: string, total: number, person: Pick<Person, 'call'> = staff) =>
  person.call('job.createBulk', { action: 'subscribers.suspend', filter: { q: mark }, total });

const run = () => runDueRows({ providerId: staff.providerId, budgetMs: 60_000 });
const jobOf = (id: string) => staff.ok('job.get', { id });
const rowsOf = async (id: string, more: object = {}): Promise<Row[]> =>
  (await staff.ok('job.rows', { id, limit: 100, ...more })).data;

test.each([
  ['none', []],
  ['thousands that are none', Array(20_000).fill('')],
  ['one that is no text', ['sub_1', 7]],
  ['more than a job may have', Array(20_001).fill('sub_1')],
])('400 with one reason for a selection of rows with %s', async (_, ids) => {
  const call = { action: 'subscribers.suspend', filter: {}, ids, total: 1 };
  const { status, error } = await staff.call('job.createBulk', call);
  expect(status).toBe(400);
  expect(error.rejectionReasons).toEqual([
    { field: 'ids', code: 'INVALID_VALUE', message: 'Choose 1 to 20,000 rows.' },
  ]);
});

test('a bulk action runs on every row that matches, each audited as the single action, under one correlation id', async () => {
  const { mark, ids } = await subscribers(12);
  const others = await subscribers(1);
  const preview = await staff.ok('job.previewBulk', { action: 'subscribers.suspend', filter: { q: mark } });
  expect(preview.total).toBe(12);
  expect(preview.sample).toHaveLength(5);
  expect(preview.sample[0]).toMatchObject({ procedure: 'subscriber.suspend', name: `Ada ${mark} 11` });

  const { data: job } = await suspendAll(mark, 12);
  expect(job).toMatchObject({ status: 'RUNNING', counts: { total: 12, pending: 12, done: 0 } });
  expect(await providersWithJobs()).toContain(staff.providerId);
  await run();

  expect(await jobOf(job.id)).toMatchObject({
    status: 'COMPLETED',
    counts: { pending: 0, done: 12, refused: 0 },
  });
  for (const id of ids) {
    expect(dataOf(await partner.get(`/v1/subscribers/${id}`)).hold).not.toBeNull();
  }
  const [untouched] = others.ids;
  expect(dataOf(await partner.get(`/v1/subscribers/${untouched}`)).hold).toBeNull();
  const entries = await api.sql`
    select actor_type, actor_name, resource_id from audit_entry
    where provider_id = ${staff.providerId} and correlation_id = ${job.correlationId} and resource_type = 'subscriber'`;
  expect(entries.map(({ resource_id }) => resource_id).sort()).toEqual([...ids].sort());
  expect(new Set(entries.map(({ actor_type }) => actor_type))).toEqual(new Set(['staff']));
  const events = await api.sql`
    select resource_id from event where provider_id = ${staff.providerId} and correlation_id = ${job.correlationId}`;
  expect(events).toHaveLength(12);
});

test('a bulk action runs on the selected rows alone', async () => {
  const { ids } = await subscribers(4);
  const selected = ids.slice(0, 3);
  const call = { action: 'subscribers.suspend', filter: {} };
  const preview = await staff.ok('job.previewBulk', { ...call, ids: ids.slice(0, 2) });
  expect(preview.sample.map(({ id }: { id: string }) => id).sort()).toEqual(ids.slice(0, 2).sort());
  const stranger = await owner();
  expect(await stranger.ok('job.previewBulk', { ...call, ids })).toMatchObject({ total: 0, sample: [] });

  const job = await staff.ok('job.createBulk', { ...call, ids: selected, total: 3 });
  await run();
  expect(await jobOf(job.id)).toMatchObject({ status: 'COMPLETED', counts: { total: 3, done: 3 } });
  expect(dataOf(await partner.get(`/v1/subscribers/${ids[0]}`)).hold).not.toBeNull();
  expect(dataOf(await partner.get(`/v1/subscribers/${ids[3]}`)).hold).toBeNull();
  const gone = await staff.call('job.createBulk', { ...call, ids: ['sub_unknown', ids[3]], total: 2 });
  expect(gone.status).toBe(409);
});

test('a refused row has the text of the API, and the refused rows are a file', async () => {
  const { mark, ids } = await subscribers(3);
  dataOf(await partner.post(`/v1/subscribers/${ids[1]}/terminate`));
  const single = await partner.post(`/v1/subscribers/${ids[1]}/suspend`, {});
  const { data: job } = await suspendAll(mark, 3);
  await run();
  expect(await jobOf(job.id)).toMatchObject({ status: 'COMPLETED', counts: { done: 2, refused: 1 } });
  const [refused] = await rowsOf(job.id, { outcome: 'REFUSED' });
  expect(refused).toMatchObject({
    name: `Ada ${mark} 1`,
    reasons: single.body.rejectionReasons.map(({ message }: { message: string }) => ({ message })),
  });
  const file = await fetch(`${api.base}${REJECTS_PATH}${job.id}`, { headers: { cookie: staff.cookie } });
  expect(file.headers.get('content-type')).toContain('text/csv');
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`Ada ${mark} 1`);
  expect(lines[1]).toContain(refused?.reasons[0]?.message);
  expect((await fetch(`${api.base}${REJECTS_PATH}${job.id}`)).status).toBe(401);
});

test('409 when another number of rows matches than the preview showed, and nothing is created', async () => {
  const { mark } = await subscribers(2);
  const { status, error } = await suspendAll(mark, 3);
  expect(status).toBe(409);
  expect(error.rejectionReasons[0]).toMatchObject({
    field: 'total',
    message: expect.stringContaining('2 match now'),
  });
  expect((await suspendAll(randomUUID(), 0)).status).toBe(409);
  expect(await api.sql`select 1 from job_row where outcome is null`).toHaveLength(0);
});

test('400 for a filter that the list does not take', async () => {
  const input = { action: 'subscribers.suspend', filter: { colour: 'red' } };
  expect((await staff.call('job.previewBulk', input)).status).toBe(400);
  expect((await staff.call('job.createBulk', { ...input, total: 1 })).status).toBe(400);
});

test('a stopped job begins no row, and a resumed one does the others only', async () => {
  const { mark, ids } = await subscribers(6);
  const { data: job } = await suspendAll(mark, 6);
  // Two rows are done.
  await api.sql`update job_row set due_at = now() + interval '1 hour' where job_id = ${job.id} and position > 2`;
  await run();
  expect(await jobOf(job.id)).toMatchObject({ status: 'RUNNING', counts: { done: 2, pending: 4 } });
  expect(await staff.ok('job.stop', { id: job.id })).toMatchObject({ status: 'STOPPED' });
  await run();
  expect(await jobOf(job.id)).toMatchObject({ status: 'STOPPED', counts: { done: 2, pending: 4 } });
  expect((await staff.call('job.stop', { id: job.id })).status).toBe(409);
  await staff.ok('job.resume', { id: job.id });
  await run();
  expect(await jobOf(job.id)).toMatchObject({ status: 'COMPLETED', counts: { done: 6 } });
  const entries = await api.sql`
    select resource_id from audit_entry where correlation_id = ${job.correlationId} and resource_type = 'subscriber'`;
  expect(entries.map(({ resource_id }) => resource_id).sort()).toEqual([...ids].sort());
});

test('403 for a role that may not do it to one row, and for stopping the job of a person who may', async () => {
  const { mark } = await subscribers(1);
  const viewer = await member(staff, 'viewer');
  const refused = await suspendAll(mark, 1, viewer);
  expect(refused.status).toBe(403);
  expect(refused.error.rejectionReasons[0].message).toContain('change subscribers');
  const { data: job } = await suspendAll(mark, 1);
  expect((await viewer.call('job.stop', { id: job.id })).status).toBe(403);
  expect((await viewer.call('job.get', { id: job.id })).status).toBe(200);
  await staff.ok('job.stop', { id: job.id });
  expect((await viewer.call('job.resume', { id: job.id })).status).toBe(403);
  expect((await jobOf(job.id)).status).toBe('STOPPED');
});

test.each([
  [
    'loses the role',
    async (id: string) => staff.ok('team.changeRole', { id, role: 'viewer' }),
    'change subscribers',
  ],
  ['leaves the team', async (id: string) => staff.ok('team.remove', { id }), 'has left the team'],
])('the job of a person who %s stops by itself, with the reason', async (_, happen, reason) => {
  const { mark, ids } = await subscribers(3);
  const colleague = await member(staff, 'support');
  const { data: job } = await suspendAll(mark, 3, colleague);
  await happen(colleague.id);
  await run();
  expect(await jobOf(job.id)).toMatchObject({
    status: 'STOPPED',
    stopReason: expect.stringContaining(reason),
    counts: { pending: 3, done: 0 },
  });
  expect(dataOf(await partner.get(`/v1/subscribers/${ids[0]}`)).hold).toBeNull();
  // The job stops before its first row, not because a row is refused.
  const refused = await api.sql`
    select 1 from audit_entry where action = 'permission.refused' and correlation_id = ${job.correlationId}`;
  expect(refused).toEqual([]);
});

test('a row that queues a delivery says that until the receiver has answered', async () => {
  const webhook = dataOf(await partner.post('/v1/webhooks', bodies.webhook({ events: ['plan.created'] })));
  dataOf(await partner.post('/v1/plans', bodies.plan()));
  await api.sql`update delivery set next_attempt_at = null where webhook_id = ${webhook.id}`;
  const { data: job, error } = await staff.call('job.createBulk', {
    action: 'deliveries.resend',
    filter: { id: webhook.id, status: 'FAILED' },
    total: 1,
  });
  expect(error).toBeUndefined();
  await run();
  expect(await rowsOf(job.id)).toMatchObject([
    { outcome: 'DONE', sent: { status: 'PENDING' }, webhookId: webhook.id },
  ]);
  await api.sql`
    update delivery set next_attempt_at = null, delivered_at = now() where webhook_id = ${webhook.id}`;
  expect(await rowsOf(job.id)).toMatchObject([{ outcome: 'DONE', sent: { status: 'DELIVERED' } }]);
});

test('every bulk action of the contract is a procedure with a permission', async () => {
  const { bulkActions } = await import('../../server/contract/portal/bulk-actions.ts');
  for (const [action, { list }] of Object.entries(bulkActions)) {
    const filter = list === 'deliveries' ? { id: `whk_${'0'.repeat(26)}` } : {};
    const answer = await staff.call('job.createBulk', { action, filter, total: -1 });
    expect([404, 409], `${action} ${JSON.stringify(answer.error)}`).toContain(answer.status);
  }
});

test('a job and its rows are deleted 30 days after it ended, not before', async () => {
  const { mark } = await subscribers(1);
  const { data: job } = await suspendAll(mark, 1);
  await run();
  await purgeJobs();
  const { expiresAt } = await jobOf(job.id);
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000);
  await api.sql`update job set expires_at = now() - interval '1 second' where id = ${job.id}`;
  await purgeJobs();
  expect((await staff.call('job.get', { id: job.id })).status).toBe(404);
  expect(await api.sql`select 1 from job_row where job_id = ${job.id}`).toHaveLength(0);
});

test('a job whose process was killed after its last row still ends', async () => {
  const { mark } = await subscribers(1);
  const { data: job } = await suspendAll(mark, 1);
  await api.sql`update job_row set outcome = 'DONE', due_at = null where job_id = ${job.id}`;
  await finishJobs(staff.providerId);
  expect(await jobOf(job.id)).toMatchObject({ status: 'COMPLETED' });
});
