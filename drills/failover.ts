import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { monotonicMs, SECOND_MS } from '../server/clock.ts';
import { openDatabase } from '../server/db/client.ts';
import { checkInvariants } from '../test/invariants/check-invariants.ts';
import { type Client, createClient, type PartnerClient, withoutAnswer } from './client.ts';
import { type Cluster, openCluster, report } from './cluster.ts';
import { createPartner, node, say } from './commands.ts';
import { createCatalogue, dataOf, type Onboarded, planBody, startTraffic } from './customers.ts';
import { fillWithIds } from './fill-account.ts';
import { compareWithBooks, startCopy, untilCopied } from './mirror-copy.ts';
import { otherNode, type PatroniCluster, startPatroni, whyNoPatroni } from './patroni.ts';
import { startReceiver } from './receiver.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const replicaNames = ['one', 'two'];

/** A 503 is prompt, and processes recover by themselves. */
const REFUSED_WITHIN_MS = 2 * SECOND_MS;
const RECOVERS_WITHIN_MS = 15 * SECOND_MS;
/** How long the traffic runs before and after each fault, in ms. */
const QUIET_MS = 3 * SECOND_MS;
/** A program that follows the feed has all changes this long after the last one, in ms. */
const COPIED_WITHIN_MS = 20 * SECOND_MS;

/** A fault of the primary. `after` brings its node back, once the other one is the primary. */
type Fault = {
  name: string;
  cause(cluster: PatroniCluster): Promise<void>;
  after(cluster: PatroniCluster): Promise<void>;
};

/** The node that was the primary when the fault began. */
const previous = async (cluster: PatroniCluster) => otherNode(await cluster.untilPrimary());

const faults: Fault[] = [
  {
    name: 'SIGKILL of the primary',
    cause: async (cluster) => cluster.kill(await cluster.untilPrimary()),
    after: async (cluster) => cluster.start(await previous(cluster)),
  },
  {
    name: 'planned switchover',
    cause: (cluster) => cluster.switchOver(),
    after: async () => {},
  },
  {
    name: 'freeze of the primary',
    cause: async (cluster) => cluster.freeze(await cluster.untilPrimary()),
    // A watchdog resets a machine that froze. Patroni before 3.1 may take the leader key back where it goes on instead.
    after: async (cluster) => {
      const node = await previous(cluster);
      await cluster.kill(node);
      await cluster.start(node);
    },
  },
];

/**
 * Loses the primary of a PostgreSQL with a synchronous standby, in three ways, under the traffic of two processes. Meanwhile
 * requests get 503 with `Retry-After`; afterwards the processes recover by themselves, each acknowledged write is there once, and a
 * program that follows the feed has all of them.
 * @param subscribers the account has so many before the program copies it
 */
export async function failover(subscribers: number): Promise<void> {
  const reason = whyNoPatroni();
  if (reason) return say(`skipped: ${reason}`);
  await node(root, 'scripts/build.mjs', ['--if-needed'], {});
  say('starting etcd, two PostgreSQL with Patroni, HAProxy, and two processes of Demarc');
  let database: PatroniCluster | undefined;
  let folder = '';
  const cluster = await openCluster(async (ofCluster) => {
    folder = ofCluster;
    database = await startPatroni(folder);
    return database;
  });
  const receiver = await startReceiver();
  try {
    await drill(cluster, database as PatroniCluster, receiver, { folder, subscribers });
  } finally {
    await cluster.close();
    receiver.close();
  }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

async function drill(
  cluster: Cluster,
  postgres: PatroniCluster,
  receiver: Receiver,
  { folder, subscribers }: { folder: string; subscribers: number },
): Promise<void> {
  await node(root, 'dist/cli/migrate.js', [], cluster.env);
  for (const name of replicaNames) await cluster.start(name, root, { MIGRATE: '0' });
  const addresses = () => [...cluster.replicas.values()].map(({ address }) => address);
  const client = createClient(addresses);
  const account = await createPartner(root, cluster.env, (...access) => access, { isLive: false });
  const partner = client.as(...account);
  dataOf(await partner.post('/v1/webhooks', { url: receiver.url, events: ['*'] }));
  if (subscribers > 0) await fillWithIds(cluster.database.url, subscribers);
  const copy = await startCopy({ path: join(folder, 'copy'), addresses, account });
  const copiedMs = await untilCopied(copy, 1);
  const traffic = startTraffic(partner, await createCatalogue(partner), { clients: 4, pauseMs: 100 });

  const figures: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const fault of faults) {
    await postgres.untilSynchronous();
    await sleep(QUIET_MS);
    Object.assign(client.counts, { unavailable: 0, slowest503: { ms: 0, request: '' } });
    const old = await postgres.untilPrimary();
    say(`${fault.name}, node ${old}`);
    const began = monotonicMs();
    await fault.cause(postgres);
    await postgres.untilPrimary(otherNode(old));
    const awayMs = Math.round(monotonicMs() - began);
    // One after the other would hide the second one's delay behind the first one's.
    const recoveryMs = await Promise.all(
      addresses().map((address) =>
        untilWriting(
          createClient(() => [address]),
          account,
        ),
      ),
    );
    say(`node ${otherNode(old)} after ${awayMs} ms; writes again after ${recoveryMs.join(' and ')} ms`);
    await fault.after(postgres);
    await postgres.untilSynchronous();
    await sleep(QUIET_MS);
    const { unavailable, slowest503 } = client.counts;
    say(`${unavailable} times 503, at most ${slowest503.ms} ms: ${slowest503.request}`);
    Object.assign(figures, {
      [`${fault.name}: new primary after`]: `${awayMs} ms`,
      [`${fault.name}: first write of each after that`]: recoveryMs.map((ms) => `${ms} ms`).join(', '),
      [`${fault.name}: 503, repeated`]: unavailable,
      [`${fault.name}: slowest 503`]: `${slowest503.ms} ms, ${slowest503.request}`,
    });
    if (Math.max(...recoveryMs) > RECOVERS_WITHIN_MS) problems.push(`${fault.name}: recovered too late`);
    if (slowest503.ms > REFUSED_WITHIN_MS) problems.push(`${fault.name}: a 503 took ${slowest503.ms} ms`);
  }

  const created = await traffic.stop();
  const latest = monotonicMs() + COPIED_WITHIN_MS;
  let differences = await compareWithBooks(copy, partner);
  while (differences.length > 0 && monotonicMs() < latest) {
    await sleep(SECOND_MS);
    differences = await compareWithBooks(copy, partner);
  }
  problems.push(...differences);
  if (copy.copies() !== 1) problems.push(`the lists were copied ${copy.copies()} times`);
  await copy.close();
  const { counts } = client;
  problems.push(...withoutAnswer(counts));
  report(
    'Fail-over',
    {
      ...figures,
      'requests answered': counts.answered,
      'customers created': created.length,
      'rows of a copy by the feed': copy.rows.size,
      'first copy': `${copiedMs} ms`,
      'slowest answer with repetitions': `${counts.slowest.ms} ms, ${counts.slowest.request}`,
    },
    [
      ...new Set([...problems, ...counts.failed]),
      ...(await missingWrites(cluster.database.url, created, receiver, subscribers)),
    ],
  );
}

/** How long the process of a client refuses to write, in ms. */
async function untilWriting(client: Client, account: [string, string]): Promise<number> {
  const began = monotonicMs();
  const partner: PartnerClient = client.as(...account);
  dataOf(await partner.post('/v1/plans', planBody()));
  return Math.round(monotonicMs() - began);
}

/**
 * Each acknowledged write must be there once, and no other; its events must arrive.
 * @param before subscribers that were there before the traffic
 */
export async function missingWrites(
  url: string,
  created: Onboarded[],
  receiver: Receiver,
  before = 0,
): Promise<string[]> {
  const database = openDatabase(url, 4);
  const { sql } = database;
  const problems: string[] = [];
  try {
    for (const [table, key] of [
      ['subscriber', 'subscriberId'],
      ['subscription', 'subscriptionId'],
      ['payment', 'paymentId'],
    ] as const) {
      const ids = created.map((each) => each[key]);
      const wanted = ids.length + (table === 'subscriber' ? before : 0);
      const [row] = await sql`
        select count(*)::int as n, count(*) filter (where id = any(${ids}))::int as known from ${sql(table)}`;
      if (row?.known !== ids.length) problems.push(`${ids.length - row?.known} of ${table} are missing`);
      if (row?.n > wanted) problems.push(`${row?.n - wanted} of ${table} are too many`);
    }
    const latest = monotonicMs() + 60 * SECOND_MS;
    let missing = await receiver.missing(database);
    while (missing.length > 0 && monotonicMs() < latest) {
      await sleep(SECOND_MS);
      missing = await receiver.missing(database);
    }
    // Subscribers that are there before are made by SQL, without the events and audit entries of a creation.
    return [...problems, ...missing, ...(before > 0 ? [] : await checkInvariants(database.db))];
  } finally {
    await database.close();
  }
}
