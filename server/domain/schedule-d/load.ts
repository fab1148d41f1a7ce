import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { scheduleDRow } from '../../../drizzle/schema/schedule-d.ts';
import { realNow } from '../../clock.ts';
import { db, type Tx } from '../../db/client.ts';
import { shippedFile } from '../../shipped-file.ts';
import { newId } from '../../work/ids.ts';
import { keyOf, overlaps, readScheduleD, ScheduleDError, type ScheduleDRow, tableOf } from './read-csv.ts';

/** The numbers of new rows, of rows with another floor than before, and of unchanged rows. */
type ScheduleDLoad = { added: number; changed: number; unchanged: number };

/**
 * Adds the rows of a CSV to Schedule D: all of them, or none if one is invalid. An existing row gets the floor of the
 * file. Safe while the server runs; concurrent loads take turns. Contract: Schedule D.
 * @throws ScheduleDError that lists every invalid line
 */
export async function loadScheduleD(csv: string): Promise<ScheduleDLoad> {
  const rows = readScheduleD(csv);
  return underLock(async (tx) => {
    await refuseOverlaps(tx, rows);
    return write(tx, rows);
  });
}

/**
 * Fills an empty Schedule D with the default table. A table with any row is not changed.
 * @returns the number of rows that were added
 */
export function loadDefaultScheduleD(): Promise<number> {
  return underLock(async (tx) => {
    const [any] = await tx.select({ one: sql`1` }).from(scheduleDRow).limit(1);
    if (any) return 0;
    return (
      await write(
        tx,
        readScheduleD(readFileSync(shippedFile('server/domain/schedule-d/default.csv'), 'utf8')),
      )
    ).added;
  });
}

/** Allows one load at a time; readers do not wait. */
function underLock<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db().transaction(async (tx) => {
    await tx.execute(sql`lock table schedule_d_row in share row exclusive mode`);
    return work(tx);
  });
}

async function write(tx: Tx, rows: ScheduleDRow[]): Promise<ScheduleDLoad> {
  const now = realNow();
  const at = now.toISOString();
  const column = (value: (row: ScheduleDRow) => string | number) => sql.param(rows.map(value));
  const written = await tx.execute<{ added: boolean }>(sql`
    insert into schedule_d_row as d (
      id, plan_type, currency, min_speed_mbps, max_speed_mbps, floor_amount, effective_from, created_at, updated_at
    )
    select r.id, r.plan_type, r.currency, r.min, r.max, r.floor, r.effective_from::timestamptz, ${at}, ${at}
    from unnest(
      ${column(() => newId('scheduleDRow', now))}::text[],
      ${column((row) => row.planType)}::text[], ${column((row) => row.currency)}::text[],
      ${column((row) => row.minSpeedMbps)}::float8[], ${column((row) => row.maxSpeedMbps)}::float8[],
      ${column((row) => row.floorAmount)}::bigint[], ${column((row) => row.effectiveFrom.toISOString())}::text[]
    ) as r (id, plan_type, currency, min, max, floor, effective_from)
    on conflict (plan_type, currency, min_speed_mbps, max_speed_mbps, effective_from)
    do update set floor_amount = excluded.floor_amount, updated_at = excluded.updated_at
    where d.floor_amount <> excluded.floor_amount
    returning xmax = 0 as added`);
  const added = written.filter((row) => row.added).length;
  return { added, changed: written.length - added, unchanged: rows.length - written.length };
}

/** A file may contain a part of a table. Its rows must not overlap with existing ones. */
async function refuseOverlaps(tx: Tx, rows: ScheduleDRow[]): Promise<void> {
  const stored = await tx.select().from(scheduleDRow);
  const problems = rows.flatMap((row) =>
    stored
      .filter(
        (other) => tableOf(other) === tableOf(row) && keyOf(other) !== keyOf(row) && overlaps(other, row),
      )
      .map(
        (other) =>
          `${tableOf(row)}: the tier ${row.minSpeedMbps} to ${row.maxSpeedMbps} Mbps overlaps with the loaded ` +
          `tier ${other.minSpeedMbps} to ${other.maxSpeedMbps} Mbps`,
      ),
  );
  if (problems.length > 0) throw new ScheduleDError(problems);
}
