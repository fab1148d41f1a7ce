import { randomInt } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS, monotonicMs, SECOND_MS } from '../server/clock.ts';
import { backUp, restoreBackup } from '../server/postgres/backup.ts';
import { startEmbedded } from '../server/postgres/embedded.ts';
import { type Answer, createClient, type PartnerClient } from './client.ts';
import { type Cluster, openCluster, report, type Server } from './cluster.ts';
import { createPartner, node, say } from './commands.ts';
import { createCatalogue, dataOf, onboard, subscriberBody } from './customers.ts';
import { fillWithIds } from './fill-account.ts';
import { type Copy, compareWithBooks, startCopy, untilCopied } from './mirror-copy.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const log = { info: () => {}, warn: () => {} };
const processNames = ['one', 'two'] as const;

const WRITERS = 4;
const PAUSE_MS = 50;
const KILL_EVERY_MS = 8 * SECOND_MS;
/** A change is in the copy this long after its answer, in ms. */
const WITHIN_MS = 2 * SECOND_MS;

/**
 * A program of a partner, written with the guide, holds a copy of subscribers and subscriptions. Under changes, processes and the
 * program are killed, and a backup is restored. Each acknowledged change must be in the copy within two seconds, and at the end the
 * copy must equal the books.
 */
export async function mirror({
  subscribers,
  minutes,
}: {
  subscribers: number;
  minutes: number;
}): Promise<void> {
  await node(root, 'scripts/build.mjs', ['--if-needed'], {});
  let folder = '';
  let database: RestorableServer | undefined;
  const cluster = await openCluster(async (ofCluster) => {
    folder = ofCluster;
    database = await startRestorable(ofCluster);
    return database;
  });
  try {
    await drill(cluster, database as RestorableServer, { folder, subscribers, minutes });
  } finally {
    await cluster.close();
  }
}

type Drill = { folder: string; subscribers: number; minutes: number };

async function drill(
  cluster: Cluster,
  database: RestorableServer,
  { folder, subscribers, minutes }: Drill,
): Promise<void> {
  await node(root, 'dist/cli/migrate.js', [], cluster.env);
  const account = await createPartner(root, cluster.env, (...access) => access, { isLive: false });
  say(`${subscribers} subscribers, by SQL`);
  const ids = await fillWithIds(cluster.database.url, subscribers);
  await startProcesses(cluster);
  const addresses = () => [...cluster.replicas.values()].map(({ address }) => address);
  const client = createClient(addresses);
  const partner = client.as(...account);
  const copy = await startCopy({ path: join(folder, 'copy'), addresses, account });
  const problems: string[] = [];
  const figures: Record<string, unknown> = {};
  try {
    const firstMs = await untilCopied(copy, 1);
    say(`copied in ${firstMs} ms; ${minutes} minutes of changes and kills`);
    const churn = startChurn(partner, ids, copy);
    const kills = await killFor(minutes * MINUTE_MS, cluster, copy);
    await backUp(database.adminUrl(), database.dataDir(), join(folder, 'backups')).then(({ path }) => {
      database.backup = path;
    });
    await sleep(5 * SECOND_MS);
    const changes = await churn.stop();
    await untilComplete(copy, problems, 'changes');
    const delays = copy.delays.toSorted((a, b) => a - b);
    problems.push(...(await compareWithBooks(copy, partner)));
    say(`the copy has ${copy.rows.size} rows; a restore of the backup`);

    await Promise.all([...cluster.replicas.values()].map((replica) => replica.kill()));
    await database.restore();
    cluster.env.DATABASE_URL = database.url;
    copy.forget();
    await startProcesses(cluster);
    const againMs = await untilCopied(copy, 2);
    const after = startChurn(partner, ids, copy);
    await sleep(5 * SECOND_MS);
    const changesAfter = await after.stop();
    await untilComplete(copy, problems, 'changes after the restore');
    problems.push(...(await compareWithBooks(copy, partner)));
    if (copy.copies() !== 2) problems.push(`${copy.copies()} copies of the lists instead of 2`);

    const latest = copy.delays.reduce((most, ms) => Math.max(most, ms), 0);
    if (latest > WITHIN_MS) problems.push(`a change was in the copy after ${Math.round(latest)} ms`);
    const at = (share: number) => `${Math.round(delays[Math.floor(delays.length * share)] ?? 0)} ms`;
    Object.assign(figures, {
      'rows of the copy': copy.rows.size,
      'changes, before and after the restore': `${changes}, ${changesAfter}`,
      'kills of processes and of the program': kills,
      'first copy, copy after the restore': `${firstMs} ms, ${againMs} ms`,
      'change in the copy: median, 99 %, latest': `${at(0.5)}, ${at(0.99)}, ${Math.round(latest)} ms`,
      'requests answered, lost and repeated': `${client.counts.answered}, ${client.counts.lost.length}`,
    });
  } finally {
    await copy.close();
  }
  report(`A copy of ${subscribers} subscribers`, figures, [...problems, ...new Set(client.counts.failed)]);
}

async function startProcesses(cluster: Cluster): Promise<void> {
  for (const name of processNames) await cluster.start(name, root, { MIGRATE: '0' });
}

/** Waits until each acknowledged change is in the copy. */
async function untilComplete(copy: Copy, problems: string[], what: string): Promise<void> {
  const latest = monotonicMs() + 10 * SECOND_MS;
  while (copy.missing() > 0 && monotonicMs() < latest) await sleep(50);
  if (copy.missing() > 0) problems.push(`${copy.missing()} ${what} are missing in the copy`);
  // Changes of jobs have no answer: those of an onboarding follow within moments.
  await sleep(WITHIN_MS);
}

/** Changes subscribers and onboards others until it is stopped. Returns the number of acknowledged changes. */
function startChurn(partner: PartnerClient, ids: readonly string[], copy: Copy) {
  let isOver = false;
  let changes = 0;
  const acknowledged = (answer: Answer) => {
    changes++;
    copy.expect(dataOf(answer));
  };
  async function write(): Promise<void> {
    const catalogue = await createCatalogue(partner);
    while (!isOver) {
      const path = `/v1/subscribers/${ids[randomInt(ids.length)]}`;
      const kind = randomInt(10);
      if (kind === 0) acknowledged(await partner.post('/v1/subscribers', subscriberBody()));
      else if (kind === 1) await onboard(partner, catalogue);
      else if (kind === 2) {
        const { status } = dataOf(await partner.get(path));
        const answer = await partner.post(`${path}/${status === 'active' ? 'suspend' : 'activate'}`);
        // Another writer may have made the same move first.
        if (answer.status !== 409) acknowledged(answer);
      } else acknowledged(await partner.patch(path, { city: `City ${randomInt(1e9)}` }));
      await sleep(PAUSE_MS);
    }
  }
  const all = Promise.all(Array.from({ length: WRITERS }, write));
  all.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await all;
      return changes;
    },
  };
}

/** Kills a process or the program, one after the other, and starts it again. Returns the number of kills. */
async function killFor(ms: number, cluster: Cluster, copy: Copy): Promise<number> {
  const until = monotonicMs() + ms;
  let kills = 0;
  for (; ; kills++) {
    await sleep(Math.max(0, Math.min(KILL_EVERY_MS, until - monotonicMs())));
    if (monotonicMs() >= until) return kills;
    const name = [...processNames, null][kills % 3];
    if (!name) await copy.restart();
    else {
      const replica = cluster.replicas.get(name);
      // A proxy stops sending to it at once.
      cluster.replicas.delete(name);
      await replica?.kill();
      await cluster.start(name, root, { MIGRATE: '0' });
    }
  }
}

type RestorableServer = Server & {
  adminUrl(): string;
  dataDir(): string;
  /** The backup to restore. */
  backup?: string;
  restore(): Promise<void>;
};

/** An embedded PostgreSQL whose backup can take its place. */
async function startRestorable(folder: string): Promise<RestorableServer> {
  const dataDir = join(folder, 'data');
  let embedded = await startEmbedded({ dataDir, log });
  const server: RestorableServer = {
    get url() {
      return embedded.url;
    },
    adminUrl: () => embedded.adminUrl,
    dataDir: () => dataDir,
    async restore() {
      await embedded.stop();
      await rename(dataDir, join(folder, 'lost'));
      await restoreBackup(server.backup ?? '', dataDir, log);
      embedded = await startEmbedded({ dataDir, log });
    },
    stop: () => embedded.stop(),
  };
  return server;
}
