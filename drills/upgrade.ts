import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkOut } from '../scripts/checkout.mjs';
import { monotonicMs } from '../server/clock.ts';
import { openDatabase } from '../server/db/client.ts';
import { plainEnvironment } from '../server/db/embedded-postmaster.ts';
import { checkInvariants } from '../test/invariants/check-invariants.ts';
import { createClient, type PartnerClient } from './client.ts';
import { openCluster, report } from './cluster.ts';
import { createCatalogue, dataOf, onboard } from './customers.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Partners that onboard customers at the same time. */
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
    const traffic = startTraffic(partner, await createCatalogue(partner));
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
    const created = await traffic.stop();
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

/** Onboards customers and reads until it is stopped. */
function startTraffic(partner: PartnerClient, catalogue: Awaited<ReturnType<typeof createCatalogue>>) {
  const created: string[] = [];
  let isOver = false;
  async function one(): Promise<void> {
    while (!isOver) {
      const { subscriptionId } = await onboard(partner, catalogue);
      created.push(subscriptionId);
      const read = dataOf(await partner.get(`/v1/subscriptions/${subscriptionId}`));
      if (read.status !== 'ACTIVE') throw new Error(`${subscriptionId} is ${read.status}`);
      dataOf(await partner.get('/v1/subscribers?limit=20'));
    }
  }
  const all = Promise.all(Array.from({ length: CLIENTS }, one));
  all.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await all;
      return created;
    },
  };
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

async function createPartner<T>(
  checkout: string,
  env: Record<string, string>,
  as: (accessId: string, accessSecret: string) => T,
): Promise<T> {
  const args = ['--name', 'Drill ISP', '--email', 'owner@drill.example', '--live', '--json'];
  const { stdout } = await node(checkout, 'dist/cli/partner-create.js', args, env);
  const { accessId, accessSecret } = JSON.parse(stdout);
  return as(accessId, accessSecret);
}

function node(cwd: string, script: string, args: string[], env: Record<string, string>) {
  return run(process.execPath, [script, ...args], {
    cwd,
    env: { ...plainEnvironment(), NODE_ENV: 'production', ...env },
    maxBuffer: 64 * 1_024 * 1_024,
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = monotonicMs();
  await work();
  return monotonicMs() - began;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
