import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkOut } from '../scripts/checkout.mjs';
import { monotonicMs } from '../server/clock.ts';
import { openDatabase } from '../server/db/client.ts';
import { checkInvariants } from '../test/invariants/check-invariants.ts';
import { createClient } from './client.ts';
import { openCluster, report } from './cluster.ts';
import { createPartner, node, say } from './commands.ts';
import { createCatalogue, startTraffic } from './customers.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Customers who are onboarded at the same time. */
const CLIENTS = 4;
/** How long two builds serve side by side, in ms. */
const SIDE_BY_SIDE_MS = 5_000;

/**
 * Replaces the processes of an earlier commit by those of this checkout, on one database and under traffic. Every accepted request must
 * be answered, and what was acknowledged must be there.
 * @param from the commit before
 */
export async function upgrade({ from = 'HEAD~1' }: { from?: string }): Promise<void> {
  const before = checkOut(from);
  for (const checkout of [before, root]) await node(checkout, 'scripts/build.mjs', ['--if-needed'], {});
  const cluster = await openCluster();
  const names = ['one', 'two'];
  try {
    await node(before, 'dist/cli/migrate.js', [], cluster.env);
    for (const name of names) await cluster.start(name, before, { MIGRATE: '0' });

    const client = createClient(() => [...cluster.replicas.values()].map(({ address }) => address));
    const partner = await createPartner(before, cluster.env, client.as);
    const traffic = startTraffic(partner, await createCatalogue(partner), { clients: CLIENTS });
    await sleep(SIDE_BY_SIDE_MS);

    say('migrating');
    const migrateMs = await timed(() => node(root, 'dist/cli/migrate.js', [], cluster.env));
    // The build before starts again on the new schema, as after a crash.
    await cluster.replicas.get('one')?.kill();
    const killed = client.counts.lost;
    await cluster.start('one', before, { MIGRATE: '0' });
    client.counts.lost = 0;
    say(`one process of the build before was killed and started again; ${killed} requests were repeated`);
    await cluster.start('three', root, { MIGRATE: '0' });
    await sleep(SIDE_BY_SIDE_MS);

    const stopMs: number[] = [];
    for (const name of names) {
      say(`replacing process ${name}`);
      stopMs.push((await cluster.replicas.get(name)?.stop()) ?? 0);
      await cluster.start(name, root, { MIGRATE: '0' });
    }
    await sleep(SIDE_BY_SIDE_MS);
    const created = (await traffic.stop()).map(({ subscriptionId }) => subscriptionId);
    const found = await countFound(cluster.database.url, created);
    report(
      `Upgrade from ${from}`,
      {
        'requests answered': client.counts.answered,
        '503, repeated': client.counts.unavailable,
        'connections lost by rolling restarts': client.counts.lost,
        'slowest answer with repetitions': `${client.counts.slowest.ms} ms, ${client.counts.slowest.request}`,
        'customers created': created.length,
        'migration, ms': Math.round(migrateMs),
        'SIGTERM to end, ms': stopMs.map(Math.round).join(', '),
      },
      [
        ...client.counts.failed,
        ...(client.counts.lost > 0 ? [`${client.counts.lost} accepted requests got no answer`] : []),
        ...(found.length === created.length
          ? []
          : [`${created.length - found.length} customers are missing`]),
        ...found.violations,
      ],
    );
  } finally {
    await cluster.close();
  }
}

async function countFound(url: string, created: string[]) {
  const database = openDatabase(url, 4);
  try {
    const rows =
      await database.sql`select id from subscription where id = any(${created}) and status = 'ACTIVE'`;
    return { length: rows.length, violations: await checkInvariants(database.db) };
  } finally {
    await database.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = monotonicMs();
  await work();
  return monotonicMs() - began;
}
