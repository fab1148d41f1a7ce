import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs, SECOND_MS } from '../../server/clock.ts';
import { openDatabase } from '../../server/db/client.ts';
import { checkInvariants } from '../../test/invariants/check-invariants.ts';
import type { PartnerClient } from '../client.ts';
import { type Catalogue, dataOf, onboard, planBody } from '../customers.ts';
import { run } from '../processes.ts';
import { type Layout, machines } from './machines.ts';

/**
 * Restores the database to an instant between two customers, by the steps of docs/operations/three-machines.md.
 * @returns how long it took, and what is not as it was at the instant
 */
export async function restoreInstant(layout: Layout, partner: PartnerClient, catalogue: Catalogue) {
  const url = layout.env.DATABASE_URL as string;
  const before = await onboard(partner, catalogue);
  await sleep(2 * SECOND_MS);
  const instant = await withDatabase(url, async ({ sql }) => {
    const [row] = await sql<{ now: string }[]>`select now()::text as now`;
    return row?.now as string;
  });
  await sleep(2 * SECOND_MS);
  const after = await onboard(partner, catalogue);
  // The receiver has the log of a commit a moment after it.
  await sleep(2 * SECOND_MS);

  const began = monotonicMs();
  await stopUsers(layout);
  const three = layout.rootOf('three');
  await run(join(three, 'usr/local/sbin/demarc-point-in-time'), [instant], { as: 'postgres' });
  await forgetCluster(layout);
  await layout.start('three', ['patroni']);
  await layout.until('the restored primary', () => layout.primary());
  for (const machine of ['one', 'two'] as const) {
    await rm(join(layout.rootOf(machine), 'var/lib/postgresql/demarc'), { recursive: true });
    await layout.start(machine, ['patroni']);
  }
  await layout.until('a standby', () => layout.synchronous());
  for (const machine of machines) await layout.start(machine);
  await layout.untilWhole();
  const took = `${((monotonicMs() - began) / SECOND_MS).toFixed(1)} s from the stop to the whole layout`;

  const problems: string[] = [];
  const kept = await partner.get(`/v1/subscriptions/${before.subscriptionId}`);
  if (kept.status !== 200) problems.push(`a customer of before the instant: ${kept.status}`);
  const gone = await partner.get(`/v1/subscriptions/${after.subscriptionId}`);
  if (gone.status !== 404) problems.push(`a customer of after the instant: ${gone.status}`);
  dataOf(await partner.post('/v1/plans', planBody()));
  problems.push(...(await withDatabase(url, ({ db }) => checkInvariants(db))));
  return { figures: took, problems };
}

/** Stops all that uses the database, and all PostgreSQL. */
async function stopUsers(layout: Layout): Promise<void> {
  const users = ['demarc-web', 'demarc-jobs', 'freeradius', 'demarc-wal'];
  const stop = (units: string[]) => Promise.all(machines.map((machine) => layout.stop(machine, units)));
  await stop(users);
  await stop(['patroni']);
}

/** etcd forgets the positions after the instant. `patronictl` wants its questions answered. */
async function forgetCluster(layout: Layout): Promise<void> {
  const config = join(layout.rootOf('three'), 'etc/patroni/config.yml');
  const input = 'demarc\nYes I am aware\n';
  await run('patronictl', ['-c', config, 'remove', 'demarc'], { as: 'postgres', input });
}

type Database = ReturnType<typeof openDatabase>;

async function withDatabase<T>(url: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, 2);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
