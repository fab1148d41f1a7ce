import { sql } from 'drizzle-orm';
import { job } from '../../../../drizzle/schema/job.ts';
import { jobSnapshot } from '../../../contract/portal/job.ts';
import { defineResource, type Row } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { jobMachine } from './machine.ts';

export const jobResource = defineResource({
  name: 'job',
  object: null,
  table: job,
  snapshot: jobSnapshot,
  machine: jobMachine,
  load: countsOf,
});

export type Job = Row<typeof jobResource>;

/** The number of rows of each outcome. */
async function countsOf({ db, providerId }: Scope, rows: { id: string }[]) {
  const ids = rows.map(({ id }) => id);
  const counted = await db.execute<Record<string, string>>(sql`
    select job_id, count(*) as total, count(*) filter (where outcome is null) as pending,
      count(*) filter (where outcome = 'DONE') as done, count(*) filter (where outcome = 'UNCHANGED') as unchanged,
      count(*) filter (where outcome = 'REFUSED') as refused
    from job_row where provider_id = ${providerId} and job_id = any(${sql.param(ids)}) group by job_id`);
  const byId = new Map(counted.map((row) => [row.job_id, row]));
  return new Map(
    ids.map((id) => {
      const n = (name: string) => Number(byId.get(id)?.[name] ?? 0);
      const counts = {
        total: n('total'),
        pending: n('pending'),
        done: n('done'),
        unchanged: n('unchanged'),
        refused: n('refused'),
      };
      return [id, { counts }];
    }),
  );
}
