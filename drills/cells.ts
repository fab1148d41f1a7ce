import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SECOND_MS } from '../server/clock.ts';
import { type Database, openDatabase } from '../server/db/client.ts';
import { type Embedded, startEmbedded } from '../server/postgres/embedded.ts';
import { freePort } from '../server/postgres/embedded-postmaster.ts';
import { checkInvariants } from '../test/invariants/check-invariants.ts';
import { createClient, type PartnerClient, withoutAnswer } from './client.ts';
import { type Cluster, openCluster, report } from './cluster.ts';
import { createPartner, node, say } from './commands.ts';
import { createCatalogue, dataOf, type Onboarded, startTraffic } from './customers.ts';
import { fillAccount } from './fill-account.ts';
import { startReceiver } from './receiver.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const configuration = join(root, 'deploy/cells');
const log = { info: () => {}, warn: () => {} };
const names = ['one', 'two'] as const;
type CellName = (typeof names)[number];

/** How long the traffic runs before and after each move, in ms. */
const QUIET_MS = 5 * SECOND_MS;
/** The longest wait for the last deliveries, in ms: a sweep of each minute finds those that wait. */
const ARRIVES_WITHIN_MS = 150 * SECOND_MS;

type Cell = { name: CellName; cluster: Cluster; adminUrl: string };

/**
 * Moves a partner from one cell to another and back, through a router and under traffic: writes, webhooks and a reader of the feed.
 * Nothing may be lost or doubled.
 * @param subscribers of the partner, before the traffic
 */
export async function cells(subscribers: number): Promise<void> {
  if (!existsSync('/usr/sbin/haproxy')) return say('skipped: this drill needs haproxy: apt install haproxy');
  await node(root, 'scripts/build.mjs', ['--if-needed'], {});
  say('starting two PostgreSQL');
  const folder = await mkdtemp(join(tmpdir(), 'demarc-cells-'));
  const secretsKey = randomBytes(32).toString('base64');
  const opened: Cell[] = [];
  const receiver = await startReceiver();
  let router: Awaited<ReturnType<typeof startRouter>> | undefined;
  try {
    for (const name of names) opened.push(await openCell(name, secretsKey));
    const [one, two] = opened as [Cell, Cell];
    const account = await fillPartner(one, subscribers);
    say('starting a process in each cell, and HAProxy');
    router = await startRouter(folder, { one: await serve(one), two: await serve(two) });
    await drill({ one, two, folder, secretsKey, receiver, subscribers, account, router: router.address });
  } finally {
    await router?.stop();
    receiver.close();
    for (const { cluster } of opened) await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openCell(name: CellName, secretsKey: string): Promise<Cell> {
  let embedded: Embedded | undefined;
  const cluster = await openCluster(async (folder) => {
    embedded = await startEmbedded({ dataDir: join(folder, 'data'), log });
    return embedded;
  });
  cluster.env.SECRETS_KEY = secretsKey;
  await node(root, 'dist/cli/migrate.js', [], cluster.env);
  return { name, cluster, adminUrl: (embedded as Embedded).adminUrl };
}

type Account = {
  access: [id: string, secret: string];
  providerId: string;
  /** How many rows were filled in. */
  rows: number;
  /** The invariants that miss the history of these rows. */
  broken: ReadonlySet<string | undefined>;
};

/** Creates the partner with its subscribers. No process runs yet, which would do due work of the same rows. */
async function fillPartner(cell: Cell, subscribers: number): Promise<Account> {
  const access = await createPartner(root, cell.cluster.env, (...given) => given, { isLive: false });
  say(`filling the account with ${subscribers} subscribers`);
  return on(cell, async ({ sql, db }) => {
    const [provider] = await sql<{ id: string }[]>`select id from provider`;
    const providerId = provider?.id as string;
    const rows = await fillAccount(sql, providerId, subscribers);
    await sql`vacuum analyze`;
    return { access, providerId, rows, broken: new Set((await checkInvariants(db)).map(ruleOf)) };
  });
}

/** Starts the process of a cell. Returns its address. */
async function serve({ name, cluster }: Cell): Promise<string> {
  const { address } = await cluster.start(name, root, { MIGRATE: '0', TRUSTED_PROXIES: '127.0.0.1' });
  return address;
}

/** HAProxy with the file of `deploy/cells`, on loopback and without TLS. */
async function startRouter(folder: string, { one, two }: Record<CellName, string>) {
  const port = await freePort(0);
  const text = (await readFile(join(configuration, 'haproxy.cfg'), 'utf8'))
    .replace(/bind 10\.0\.0\.10:443.*/, `bind 127.0.0.1:${port}`)
    .replace('/run/haproxy/cells.sock', join(folder, 'router.sock'))
    .replaceAll('/etc/haproxy/', `${folder}/`)
    .replaceAll('__Host-demarc', 'demarc')
    .replace('10.0.1.11:3000', new URL(one).host)
    .replace('10.0.2.11:3000', new URL(two).host)
    .replace(/^ {2}server web2 .*\n/gm, '');
  await writeFile(join(folder, 'haproxy.cfg'), text);
  await writeFile(join(folder, 'cells.map'), '');
  await writeFile(join(folder, 'hosts.map'), await readFile(join(configuration, 'hosts.map')));
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const address = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let left = 200; !(await isReady()); left--) {
    if (left === 0 || child.exitCode !== null) throw new Error('HAProxy does not answer');
    await sleep(50);
  }
  return {
    address,
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    },
  };
}

type Drill = {
  one: Cell;
  two: Cell;
  folder: string;
  secretsKey: string;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  subscribers: number;
  account: Account;
  router: string;
};

async function drill(given: Drill): Promise<void> {
  const { one, two, folder, secretsKey, receiver, subscribers, router } = given;
  const { access, providerId, rows, broken } = given.account;
  const file = join(folder, 'cells.json');
  const content = {
    cells: [one, two].map(({ adminUrl }, n) => ({ name: names[n], databaseUrl: adminUrl })),
    router: { map: join(folder, 'cells.map'), socket: join(folder, 'router.sock') },
  };
  await writeFile(file, JSON.stringify(content));
  const run = async (script: string, args: string[], env = {}) =>
    JSON.parse(
      (await node(root, `dist/cli/${script}.js`, [...args, '--json'], { SECRETS_KEY: secretsKey, ...env }))
        .stdout,
    );

  const client = createClient(() => [router]);
  const partner = client.as(...access);
  dataOf(await partner.post('/v1/webhooks', { url: receiver.url, events: ['*'] }));
  await run('cells', ['map', '--cells', file]);

  // Another account stays in its cell. Its requests are not held up.
  const neighbour = createClient(() => [router]);
  const other = await createPartner(root, one.cluster.env, neighbour.as, {
    isLive: false,
    email: 'other@drill.example',
  });
  const traffic = startTraffic(partner, await createCatalogue(partner), { clients: 3, pauseMs: 50 });
  const neighbours = startTraffic(other, await createCatalogue(other), { clients: 1, pauseMs: 100 });
  const reader = startReader(partner);
  const figures: Record<string, unknown> = { 'rows of the account': rows };
  const problems: string[] = [];

  for (const to of ['two', 'one'] as const) {
    await sleep(QUIET_MS);
    Object.assign(client.counts, { unavailable: 0, slowest: { ms: 0, request: '' } });
    Object.assign(neighbour.counts, { slowest: { ms: 0, request: '' } });
    const moved = await run('partner', ['move', providerId, '--to', to, '--cells', file]);
    await sleep(QUIET_MS);
    say(`moved to ${to}: paused for ${moved.pausedMs} ms`);
    Object.assign(figures, {
      [`to ${to}: rows copied in service`]: moved.copied.inService,
      [`to ${to}: rows copied in the pause`]: moved.copied.paused,
      [`to ${to}: pause`]: `${moved.pausedMs} ms`,
      [`to ${to}: 503, repeated`]: client.counts.unavailable,
      [`to ${to}: slowest answer with repetitions`]: `${client.counts.slowest.ms} ms`,
      [`to ${to}: slowest answer of another account`]: `${neighbour.counts.slowest.ms} ms`,
    });
    if (client.counts.unavailable === 0) problems.push(`to ${to}: no request met the pause`);
  }

  const created = await traffic.stop();
  await neighbours.stop();
  const read = await reader.stop();
  figures['customers created meanwhile'] = created.length;
  figures['events read from the feed'] = read.length;
  for (const { counts } of [client, neighbour]) {
    problems.push(...counts.failed, ...withoutAnswer(counts));
  }
  problems.push(...(await checkHome(one, { providerId, created, subscribers, read, receiver })));
  for (const [name, cell] of [
    ['one', one],
    ['two', two],
  ] as const) {
    const violations = await on(cell, ({ db }) => checkInvariants(db));
    problems.push(
      ...violations.filter((found) => !broken.has(ruleOf(found))).map((found) => `cell ${name}: ${found}`),
    );
  }
  const erased = await run('partner', ['erase', providerId, '--name', 'Drill ISP'], two.cluster.env);
  const left = await on(two, ({ sql }) => sql`select id from subscriber where provider_id = ${providerId}`);
  if (left.length > 0 || !erased.subscriber)
    problems.push(`${left.length} subscribers are left in the former cell`);
  report(`Cells: a partner of ${subscribers} subscribers, there and back`, figures, [...new Set(problems)]);
}

/** The invariant of a violation. */
const ruleOf = (violation: string) => violation.split(':', 1)[0];

async function on<T>({ cluster }: Cell, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(cluster.database.url, 4);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Follows the feed. Returns the ids of the events in the order in which they were read. */
function startReader(partner: PartnerClient) {
  const ids: string[] = [];
  let isOver = false;
  let last = false;
  async function follow(): Promise<void> {
    let after = '';
    while (!last) {
      last = isOver;
      const wait = isOver ? 0 : 2;
      const answer = await partner.get(`/v1/events/feed?limit=100&wait=${wait}${after}`);
      const data: { id: string }[] = dataOf(answer);
      ids.push(...data.map(({ id }) => id));
      after = `&after=${answer.body.meta.next}`;
      if (data.length > 0) last = false;
    }
  }
  const done = follow();
  done.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await done;
      return ids;
    },
  };
}

type Expected = Pick<Drill, 'subscribers' | 'receiver'> & {
  providerId: string;
  created: Onboarded[];
  read: string[];
};

/** Each acknowledged write is there once and no other; each event was read once and delivered once. */
async function checkHome(
  cell: Cell,
  { providerId, created, subscribers, read, receiver }: Expected,
): Promise<string[]> {
  return on(cell, async (database) => {
    const { sql } = database;
    const problems: string[] = [];
    for (const [table, key, before] of [
      ['subscriber', 'subscriberId', subscribers],
      ['subscription', 'subscriptionId', subscribers],
      ['payment', 'paymentId', 0],
    ] as const) {
      const ids = created.map((each) => each[key]);
      const [row] = await sql`
        select count(*)::int as n, count(*) filter (where id = any(${ids}))::int as known
        from ${sql(table)} where provider_id = ${providerId}`;
      if (row?.known !== ids.length) problems.push(`${ids.length - row?.known} of ${table} are missing`);
      if (row?.n !== ids.length + before)
        problems.push(`${row?.n - ids.length - before} of ${table} are too many`);
    }
    const events = await sql<{ id: string }[]>`
      select event_id as id from event_feed where provider_id = ${providerId} order by position`;
    if (new Set(read).size !== read.length)
      problems.push(`${read.length - new Set(read).size} events were read twice`);
    if (events.map(({ id }) => id).join() !== read.join())
      problems.push(`${events.length} events are in the feed, ${read.length} were read, or in another order`);
    for (
      let left = ARRIVES_WITHIN_MS;
      left > 0 && (await receiver.missing(database)).length > 0;
      left -= SECOND_MS
    )
      await sleep(SECOND_MS);
    const doubled = receiver.doubled();
    if (doubled > 0) problems.push(`${doubled} events were delivered twice`);
    return [...problems, ...(await receiver.missing(database))];
  });
}
