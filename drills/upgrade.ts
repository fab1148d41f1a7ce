import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkOut, unpack } from '../scripts/checkout.mjs';
import { monotonicMs } from '../server/clock.ts';
import { openDatabase } from '../server/db/client.ts';
import { checkInvariants } from '../test/invariants/check-invariants.ts';
import { createClient, withoutAnswer } from './client.ts';
import { type Cluster, openCluster, report } from './cluster.ts';
import { createPartner, node, say } from './commands.ts';
import { createCatalogue, startTraffic } from './customers.ts';
import type { Replica } from './replica.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Customers who are onboarded at the same time. */
const CLIENTS = 4;
/** How long two builds serve side by side, in ms. */
const SIDE_BY_SIDE_MS = 5_000;
/** How often the proxy asks a process whether it is ready, in ms. */
const CHECKED_EACH_MS = 200;
/** In which the proxy notices that a process ends. */
const DRAIN_SECONDS = '1';

type Options = { from?: string | undefined; to?: string | undefined };

/**
 * Replaces the processes of an earlier release by those of a later one, on one database and under traffic, and goes back to the earlier
 * one. Every accepted request must be answered, and what was acknowledged must be there.
 * @param options an archive of `npm run package` or a commit; by default the commit before, and this checkout
 */
export async function upgrade({ from = 'HEAD~1', to }: Options): Promise<void> {
  await withRelease(from, (before) =>
    withRelease(to, (after) =>
      replace(before, after, `Upgrade from ${from} to ${to ?? 'this checkout'}, and back`),
    ),
  );
}

/**
 * Uses the folder of a release. An archive is unpacked meanwhile; a commit is checked out and built.
 * @param source this checkout by default
 */
export async function withRelease(
  source: string | undefined,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  if (source === undefined) return use(await built(root));
  if (!source.endsWith('.tar.gz')) return use(await built(checkOut(source)));
  const place = await mkdtemp(join(tmpdir(), 'demarc-release-'));
  try {
    await use(unpack(source, place));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function built(checkout: string): Promise<string> {
  await node(checkout, 'scripts/build.mjs', ['--if-needed'], {});
  return checkout;
}

async function replace(before: string, after: string, title: string): Promise<void> {
  const cluster = await openCluster();
  const names = ['one', 'two'];
  const proxy = startProxy(cluster);
  Object.assign(cluster.env, { MIGRATE: '0', DRAIN_SECONDS });
  try {
    await node(before, 'dist/cli/migrate.js', [], cluster.env);
    for (const name of names) await cluster.start(name, before);

    const client = createClient(proxy.addresses);
    const partner = await createPartner(before, cluster.env, client.as);
    const traffic = startTraffic(partner, await createCatalogue(partner), { clients: CLIENTS });
    await sleep(SIDE_BY_SIDE_MS);

    say('migrating');
    const migrateMs = await timed(() => node(after, 'dist/cli/migrate.js', [], cluster.env));
    // The build before starts again on the new schema, as after a crash.
    await cluster.replicas.get('one')?.kill();
    const killed = client.counts.lost.splice(0).length;
    await cluster.start('one', before);
    say(`one process of the build before was killed and started again; ${killed} requests were repeated`);
    await cluster.start('three', after);
    await sleep(SIDE_BY_SIDE_MS);

    const stopMs: number[] = [];
    const replaceAll = async (release: string, what: string, processes: string[]) => {
      for (const name of processes) {
        say(`${what}: process ${name}`);
        stopMs.push((await cluster.replicas.get(name)?.stop()) ?? 0);
        await cluster.start(name, release);
      }
      await sleep(SIDE_BY_SIDE_MS);
    };
    await replaceAll(after, 'upgrade', names);
    await replaceAll(before, 'back', ['three', ...names]);
    const created = (await traffic.stop()).map(({ subscriptionId }) => subscriptionId);
    const found = await countFound(cluster.database.url, created);
    report(
      title,
      {
        'requests answered': client.counts.answered,
        '503, repeated': client.counts.unavailable,
        'connections lost by rolling restarts': client.counts.lost.length,
        'slowest answer with repetitions': `${client.counts.slowest.ms} ms, ${client.counts.slowest.request}`,
        'customers created': created.length,
        'migration, ms': Math.round(migrateMs),
        'SIGTERM to end, ms': stopMs.map(Math.round).join(', '),
      },
      [
        ...client.counts.failed,
        ...withoutAnswer(client.counts),
        ...(found.length === created.length
          ? []
          : [`${created.length - found.length} customers are missing`]),
        ...found.violations,
      ],
    );
  } finally {
    proxy.stop();
    await cluster.close();
  }
}

/** The choice of a proxy: the processes whose last answer to `/readyz` was 200. */
function startProxy({ replicas }: Cluster) {
  const unready = new Set<string>();
  const check = async ({ address }: Replica) => {
    const isReady = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    unready[isReady ? 'delete' : 'add'](address);
  };
  const timer = setInterval(() => replicas.forEach(check), CHECKED_EACH_MS);
  return {
    addresses: () =>
      [...replicas.values()].map(({ address }) => address).filter((address) => !unready.has(address)),
    stop: () => clearInterval(timer),
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = monotonicMs();
  await work();
  return monotonicMs() - began;
}
