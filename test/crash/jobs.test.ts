import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { transaction } from '../../server/db/transaction.ts';
import { createJob } from '../../server/domain/job/create.ts';
import { createPartner } from '../../server/domain/partner/create.ts';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { crashSeed, Killable, seeded } from './killable.ts';

const ROWS = 400;
const KILLS = 6;

const database = useDatabase();
const random = seeded(crashSeed());
let runner: Killable | undefined;

afterAll(() => runner?.kill());

test('despite kills each row of a bulk action takes effect once, and its outcome agrees with its effect', async () => {
  const { sql } = database.current;
  const { providerId } = await createPartner({ name: 'ISP', email: 'owner@example.com', livemode: false });
  const [person] = await sql`select id, name from staff_user`;
  const caller = { type: 'staff', id: person?.id, name: person?.name, role: 'owner' } as const;
  const correlationId = '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c';
  const { id } = await transaction({ providerId, caller, correlationId }, async (scope) => {
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

  runner = new Killable('job-runner', { DATABASE_URL: database.current.url, PROVIDER_ID: providerId });
  const status = async () => (await sql`select status from job where id = ${id}`)[0]?.status as string;
  while ((await status()) === 'RUNNING') {
    await runner.ready();
    if (runner.kills < KILLS) {
      await sleep(50 + random() * 250);
      await runner.kill();
      // The leases of the killed process expire now instead of after half a minute.
      await sql`update job_row set due_at = now() where outcome is null`;
    } else await sleep(50);
  }

  expect(runner.kills).toBeGreaterThan(2);
  const [rows] = await sql`
    select count(*)::int as n, count(*) filter (where outcome = 'DONE')::int as done from job_row where job_id = ${id}`;
  expect(rows).toEqual({ n: ROWS, done: ROWS });
  const [events] = await sql`
    select count(*)::int as n, count(distinct resource_id)::int as subscribers from event
    where correlation_id = ${correlationId} and type = 'subscriber.suspended'`;
  expect(events).toEqual({ n: ROWS, subscribers: ROWS });
  const ended = await sql`select 1 from audit_entry where resource_id = ${id} and action = 'job.complete'`;
  expect(ended).toHaveLength(1);
}, 120_000);
