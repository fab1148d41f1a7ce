import { openDatabase } from '../server/db/client.ts';
import { firstStart } from '../server/demo/first-start.ts';
import { loadDefaultScheduleD } from '../server/domain/schedule-d/load.ts';
import { migrate } from '../server/postgres/migrate.ts';
import { openCluster, report } from './cluster.ts';
import { say } from './commands.ts';

/** Tables with fewer rows say nothing: a page is never smaller than 8 KiB. */
const LEAST_ROWS = 300;

type Size = { name: string; rows: number; bytes: number };

/**
 * Measures how many bytes each table and its indexes take for a subscriber and month: the year of the demo, after a rewrite of
 * the tables, divided by the months in service.
 */
export async function size(): Promise<void> {
  const cluster = await openCluster();
  try {
    await migrate(cluster.database.url);
    const { sql, close } = openDatabase(cluster.database.url, 4);
    await loadDefaultScheduleD();
    say('playing the year of the demo');
    await firstStart({ log: { info: () => {} }, publicUrl: 'http://127.0.0.1:3000', enabled: true });
    const [span] = await sql<[{ months: number; subscribers: number }]>`
      select (sum(extract(epoch from coalesce(ends_at, now()) - starts_at)) / 86400 / 30)::float8 as months,
        count(distinct subscription_id)::int as subscribers
      from service_period`;
    const months = span?.months ?? 1;
    const tables = await sql<{ name: string }[]>`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'radius') and c.relkind = 'r' order by name`;
    const sizes: Size[] = [];
    for (const { name } of tables) {
      await sql.unsafe(`vacuum full ${name}`);
      const [found] = await sql.unsafe<[{ rows: string; bytes: string }]>(
        `select (select count(*) from ${name}) as rows, pg_total_relation_size('${name}') as bytes`,
      );
      sizes.push({ name: nameOf(name), rows: Number(found?.rows), bytes: Number(found?.bytes) });
    }
    await close();
    report(
      `Bytes of a subscriber and month, from ${Math.round(months)} months of ${span?.subscribers} subscribers`,
      Object.fromEntries(
        [...summed(sizes)]
          .filter(([, { rows }]) => rows >= LEAST_ROWS)
          .sort(([, one], [, other]) => other.bytes - one.bytes)
          .map(([name, { rows, bytes }]) => [
            name,
            `${(rows / months).toFixed(1)} rows of ${Math.round(bytes / rows)} bytes: ${Math.round(bytes / months)}`,
          ]),
      ),
      [],
    );
  } finally {
    await cluster.close();
  }
}

/** The table of a partition, without the month or day. */
function nameOf(name: string): string {
  return name.replace(/^public\./, '').replace(/_(?:default|\d{4}(?:_\d\d)+)$/, '');
}

function summed(sizes: Size[]): Map<string, { rows: number; bytes: number }> {
  const tables = new Map<string, { rows: number; bytes: number }>();
  for (const { name, rows, bytes } of sizes) {
    const before = tables.get(name) ?? { rows: 0, bytes: 0 };
    tables.set(name, { rows: before.rows + rows, bytes: before.bytes + bytes });
  }
  return tables;
}
