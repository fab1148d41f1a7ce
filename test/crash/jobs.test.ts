import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createJob } from '../../server/domain/job/create.ts';
import { createImport, startImport } from '../../server/domain/job/import.ts';
import { createPartner } from '../../server/domain/partner/create.ts';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { transaction } from '../../server/work/transaction.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { crashSeed, Killable, seeded } from './killable.ts';

const ROWS = 240;
/** Of them, those that repeat none before. */
const NEW = 180;
const KILLS = 4;

const database = useDatabase();
const random = seeded(crashSeed());
let runner: Killable | undefined;

afterAll(() => runner?.kill());

/** Runs the jobs of a provider in processes that are killed, until a job has ended. */
async function runToTheEnd(providerId: string, id: string): Promise<void> {
  const { sql } = database.current;
  const killed = new Killable('job-runner', { DATABASE_URL: database.current.url, PROVIDER_ID: providerId });
  runner = killed;
  const status = async () => (await sql`select status from job where id = ${id}`)[0]?.status as string;
  while ((await status()) === 'RUNNING') {
    await killed.ready();
    if (killed.kills < KILLS) {
      await sleep(50 + random() * 250);
      await killed.kill();
      // The leases of the killed process expire now instead of after half a minute.
      await sql`update job_row set due_at = now() where outcome is null`;
    } else await sleep(50);
  }
  await killed.kill();
  expect(killed.kills).toBeGreaterThan(2);
}

/** A partner, and its owner as a caller. */
async function newOwner() {
  const email = `owner-${correlations.length}@example.com`;
  const { providerId } = await createPartner({ name: 'ISP', email, livemode: false });
  const [person] = await database.current.sql`select id, name from staff_user where email = ${email}`;
  const caller = { type: 'staff', id: person?.id, name: person?.name, email, role: 'owner' } as const;
  const correlationId = randomUUID();
  correlations.push(correlationId);
  return { providerId, caller, correlationId };
}

const correlations: string[] = [];

test('despite kills each row of a bulk action takes effect once, and its outcome agrees with its effect', async () => {
  const { sql } = database.current;
  const origin = await newOwner();
  const { correlationId } = origin;
  const { id } = await transaction(origin, async (scope) => {
    const rows = [];
    for (let i = 0; i < ROWS; i++) {
      const made = await createSubscriber(scope, {
        ...{ firstName: 'Ada', lastName: `L${i}`, email: `ada${i}@example.com` },
        phone: `+2547120${String(i).padStart(5, '0')}`,
      });
      rows.push({ resourceId: made.id, input: { id: made.id } });
    }
    const source = { list: 'subscribers', filter: {} };
    return createJob(scope, { kind: 'bulk', action: 'subscribers.suspend', source, status: 'RUNNING' }, rows);
  });

  await runToTheEnd(origin.providerId, id);

  const [rows] = await sql`
    select count(*)::int as n, count(*) filter (where outcome = 'DONE')::int as done from job_row where job_id = ${id}`;
  expect(rows).toEqual({ n: ROWS, done: ROWS });
  const [events] = await sql`
    select count(*)::int as n, count(distinct resource_id)::int as subscribers from event
    where correlation_id = ${correlationId} and type = 'subscriber.suspended'`;
  expect(events).toEqual({ n: ROWS, subscribers: ROWS });
  const ended = await sql`select 1 from audit_entry where resource_id = ${id} and action = 'job.complete'`;
  expect(ended).toHaveLength(1);
});

test('despite kills an import creates each row of the file once, and repeated rows never', async () => {
  const { sql } = database.current;
  const origin = await newOwner();
  const { providerId, correlationId } = origin;
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    ...{ 'First name': 'Grace', 'Last name': `Row ${i}` },
    ...{ Email: `grace${i % NEW}@example.com`, Phone: `+2547130${String(i % NEW).padStart(5, '0')}` },
  }));
  const file = { type: 'subscribers', fileName: 'a.csv', columns: Object.keys(rows[0] ?? {}), rows } as const;
  const { id } = await transaction(origin, (scope) => createImport(scope, file));
  await sql`update job set status = 'CHECKED' where id = ${id}`;
  await transaction(origin, (scope) => startImport(scope, { id }));

  await runToTheEnd(providerId, id);

  const [outcomes] = await sql`
    select count(*) filter (where outcome = 'DONE')::int as done,
      count(*) filter (where outcome = 'UNCHANGED')::int as unchanged from job_row where job_id = ${id}`;
  expect(outcomes).toEqual({ done: NEW, unchanged: ROWS - NEW });
  const [made] = await sql`select count(*)::int as n from subscriber where provider_id = ${providerId}`;
  expect(made?.n).toBe(NEW);
  const [events] = await sql`
    select count(*)::int as n from event where correlation_id = ${correlationId} and type = 'subscriber.created'`;
  expect(events?.n).toBe(NEW);
});
