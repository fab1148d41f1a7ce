import { execFile } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MINUTE_MS, monotonicMs, SECOND_MS } from '../server/clock.ts';
import { type Database, openDatabase } from '../server/db/client.ts';
import { createPartner } from '../server/domain/partner/create.ts';
import { loadDefaultScheduleD } from '../server/domain/schedule-d/load.ts';
import { migrate } from '../server/postgres/migrate.ts';
import { seeded } from '../test/crash/killable.ts';
import { checkInvariants } from '../test/invariants/check-invariants.ts';
import { type Client, createClient, type PartnerClient } from './client.ts';
import { type Cluster, openCluster, report } from './cluster.ts';
import { type Catalogue, createCatalogue, dataOf, onboard } from './customers.ts';
import { startReceiver } from './receiver.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const PARTNERS = 3;
/** Customers of a partner. The traffic goes on with them. */
const MAX_CUSTOMERS = 400;
const ADVANCE_EVERY_MS = 5 * SECOND_MS;
const KILL_EVERY_MS = 20 * SECOND_MS;
const SAMPLE_EVERY_MS = 5 * SECOND_MS;
/** Due work has to be done this long after the traffic, in ms. */
const SETTLES_WITHIN_MS = 3 * MINUTE_MS;
/** Memory that a process may hold, in MB. */
const MAX_MEMORY_MB = 900;

/** The processes, by name, with their roles. */
const roles = { 'web-1': 'web', 'web-2': 'web', 'jobs-1': 'jobs', 'jobs-2': 'jobs' } as const;

type Partner = {
  providerId: string;
  client: PartnerClient;
  catalogue: Catalogue;
  integration: { id: string; secret: string };
  /** Ids that were answered 201. */
  acknowledged: { subscriber: string[]; subscription: string[]; payment: string[]; inbound_event: string[] };
};

type Soak = {
  minutes: number;
  /** Of the order in which processes are killed. */
  seed: number;
  /** The pause between two calls of one kind of traffic of a partner, in ms. */
  pauseMs: number;
};

/**
 * Mixed traffic on two web and two jobs processes, one of which is killed every 20 s: onboarding, lists, inbound events,
 * RADIUS accounting, and renewals by the test clock. At the end all due work must be done, all that was acknowledged must
 * be there, all invariants must hold, and no process may hold more memory than its bound.
 */
export async function soak({ minutes, seed, pauseMs }: Soak): Promise<void> {
  process.stdout.write(`${minutes} minutes, seed ${seed}, pause ${pauseMs} ms\n`);
  await run(process.execPath, ['scripts/build.mjs', '--if-needed'], { cwd: root, maxBuffer: 2 ** 26 });
  const cluster = await openCluster();
  const receiver = await startReceiver();
  try {
    await migrate(cluster.database.url);
    const database = openDatabase(cluster.database.url, 6);
    // Partners are created with the key of the processes.
    await loadDefaultScheduleD();
    for (const name of names()) await start(cluster, name);
    const client = createClient(() => [...cluster.replicas.values()].filter(isWeb).map((r) => r.address));
    const partners: Partner[] = [];
    for (let n = 0; n < PARTNERS; n++) partners.push(await openPartner(client, receiver.url, n));

    const watch = watchMemory(cluster);
    const traffic = startTraffic({ partners, client, database, pauseMs });
    const kills = await killFor(minutes * MINUTE_MS, cluster, seeded(seed));
    await traffic.stop();
    const settledMs = await settle(database);
    watch.stop();
    report(
      `Soak of ${minutes} minutes`,
      { ...(await figures(database)), ...traffic.figures(), ...watch.figures(), kills, settledMs },
      [
        ...new Set(client.counts.failed),
        ...(settledMs === null ? ['due work is left'] : []),
        ...watch.problems(),
        ...(await missing(database, partners)),
        ...(await receiver.missing(database)),
        ...(await checkInvariants(database.db)),
      ],
    );
    await database.close();
  } finally {
    await cluster.close();
    receiver.close();
  }
}

type Name = keyof typeof roles;
const names = () => Object.keys(roles) as Name[];
const isWeb = ({ name }: { name: string }) => roles[name as Name] === 'web';
const start = (cluster: Cluster, name: Name) =>
  cluster.start(name, root, { DEMARC_ROLE: roles[name], MIGRATE: '0' });

// --- partners -----------------------------------------------------------------------------------------------------

async function openPartner(client: Client, receiver: string, n: number): Promise<Partner> {
  const made = await createPartner({
    name: `Soak ${n}`,
    email: `owner-${n}@soak.example`,
    livemode: false,
    mayKeepPassword: true,
  });
  const as = client.as(made.accessId, made.accessSecret);
  const catalogue = await createCatalogue(as);
  dataOf(await as.post('/v1/webhooks', { url: receiver, events: ['*'] }));
  const integration = dataOf(
    await as.post('/v1/integrations', {
      name: 'External system',
      adapter: 'native',
      tariffMap: { 1: catalogue.planId },
      defaultDemarcationPointId: catalogue.demarcationPointId,
    }),
  );
  return {
    providerId: made.providerId,
    client: as,
    ...{ catalogue, integration },
    acknowledged: { subscriber: [], subscription: [], payment: [], inbound_event: [] },
  };
}

// --- traffic ------------------------------------------------------------------------------------------------------

/** A kind of traffic: one call, or a few that belong together. */
type Kind = (partner: Partner) => Promise<unknown>;

type Traffic = { partners: Partner[]; client: Client; database: Database; pauseMs: number };

function startTraffic({ partners, client, database, pauseMs }: Traffic) {
  const kinds: Record<string, Kind> = {
    'customers onboarded': onboardCustomer,
    'lists read': readLists,
    'inbound events sent': (partner) => sendInbound(client, partner),
    'renewals paid': payRenewal,
    'accounting rows written': (partner) => writeAccounting(database, partner),
    'test clock moved': advanceClock,
  };
  const counts: Record<string, number> = {};
  const errors = new Map<string, number>();
  let isOver = false;
  async function loop(name: string, kind: Kind, partner: Partner): Promise<void> {
    while (!isOver) {
      try {
        if ((await kind(partner)) !== false) counts[name] = (counts[name] ?? 0) + 1;
      } catch (error) {
        const text = `${name}: ${(error as Error).message.replace(/"correlationId":"[^"]*"/, '')}`.slice(
          0,
          300,
        );
        errors.set(text, (errors.get(text) ?? 0) + 1);
      }
      await sleep(name === 'test clock moved' ? ADVANCE_EVERY_MS : pauseMs);
    }
  }
  const loops = partners.flatMap((partner) =>
    Object.entries(kinds).map(([name, kind]) => loop(name, kind, partner)),
  );
  return {
    async stop() {
      isOver = true;
      await Promise.all(loops);
      // Refusals of the contract, such as a payment of what another one has just paid. They are shown, not failures.
      for (const [text, n] of errors) process.stdout.write(`refused ${n} times: ${text}\n`);
    },
    figures: () => ({
      ...counts,
      'requests answered': client.counts.answered,
      '503, repeated': client.counts.unavailable,
      'connections lost, repeated': client.counts.lost.length,
      'slowest answer with repetitions': `${client.counts.slowest.ms} ms, ${client.counts.slowest.request}`,
    }),
  };
}

async function onboardCustomer({ client, catalogue, acknowledged }: Partner) {
  const { length } = acknowledged.subscriber;
  if (length >= MAX_CUSTOMERS) return false;
  const made = await onboard(client, catalogue, { externalUserId: String(length) });
  acknowledged.subscriber.push(made.subscriberId);
  acknowledged.subscription.push(made.subscriptionId);
  acknowledged.payment.push(made.paymentId);
  return true;
}

async function readLists({ client }: Partner) {
  for (const path of ['subscribers', 'subscriptions', 'invoices', 'payments', 'events'])
    dataOf(await client.get(`/v1/${path}?limit=20`));
}

async function sendInbound(client: Client, { integration, acknowledged }: Partner) {
  const customer = Math.floor(Math.random() * Math.max(1, acknowledged.subscriber.length));
  const body = JSON.stringify({
    event: 'service.created',
    data: {
      serviceId: `svc-${customer}`,
      customer: { externalId: String(customer) },
      tariffId: '1',
      status: 'active',
    },
    nonce: randomUUID(),
  });
  const signature = createHmac('sha256', integration.secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature };
  const answer = await client.send('POST', `/v1/integrations/${integration.id}/webhooks`, { headers, body });
  acknowledged.inbound_event.push(dataOf(answer).inboundEventId);
}

/** Pays an open renewal, as a customer does. */
async function payRenewal({ client, acknowledged }: Partner) {
  const open = dataOf(await client.get('/v1/invoices?status=OPEN&sort=createdAt&limit=20'));
  const invoice = open[Math.floor(Math.random() * open.length)];
  if (!invoice) return false;
  const { subscriptionId } = invoice;
  const payment = dataOf(await client.post('/v1/payments', { subscriptionId, rail: 'manual' }));
  acknowledged.payment.push(payment.id);
  return true;
}

/** Writes what FreeRADIUS writes: a start, an interim update, or a stop. */
async function writeAccounting({ sql }: Database, { providerId }: Partner) {
  const [user] = await sql<{ name: string; session: string | null }[]>`
    select s.radius_username as name, (
      select acctuniqueid from radius.radacct a where a.username = s.radius_username and a.acctstoptime is null limit 1
    ) as session
    from subscription s where s.provider_id = ${providerId} and s.radius_username is not null
    order by random() limit 1`;
  if (!user) return false;
  if (!user.session) {
    await sql`
      insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime)
      values (${randomUUID().slice(0, 8)}, ${randomUUID()}, ${user.name}, '192.0.2.1', now(), now())`;
  } else if (Math.random() < 0.7) {
    await sql`
      update radius.radacct set acctupdatetime = now(), acctinputoctets = coalesce(acctinputoctets, 0) + 1000000
      where acctuniqueid = ${user.session}`;
  } else {
    await sql`
      update radius.radacct set acctstoptime = now(), acctterminatecause = 'User-Request'
      where acctuniqueid = ${user.session}`;
  }
  return true;
}

const advanceClock: Kind = async ({ client }) =>
  dataOf(await client.post('/v1/test-clock/advance', { by: { days: 1 } }));

// --- kills and memory ---------------------------------------------------------------------------------------------

/** Kills a process every 20 s and starts it again. Returns how many were killed. */
async function killFor(ms: number, cluster: Cluster, random: () => number): Promise<number> {
  const until = monotonicMs() + ms;
  let kills = 0;
  while (monotonicMs() + KILL_EVERY_MS < until) {
    await sleep(KILL_EVERY_MS);
    const name = names()[Math.floor(random() * names().length)] as Name;
    await cluster.replicas.get(name)?.kill();
    kills++;
    await start(cluster, name);
  }
  await sleep(Math.max(0, until - monotonicMs()));
  return kills;
}

function watchMemory(cluster: Cluster) {
  const highest = new Map<string, number>();
  const sample = async () => {
    for (const { name, memoryMb } of cluster.replicas.values()) {
      const mb = await memoryMb();
      if (mb !== null) highest.set(name, Math.max(highest.get(name) ?? 0, mb));
    }
  };
  const sampling = setInterval(() => void sample(), SAMPLE_EVERY_MS);
  return {
    stop: () => clearInterval(sampling),
    figures: () =>
      Object.fromEntries([...highest].map(([name, mb]) => [`memory of ${name} at most, MB`, mb])),
    problems: () =>
      [...highest].filter(([, mb]) => mb > MAX_MEMORY_MB).map(([name, mb]) => `${name} held ${mb} MB`),
  };
}

// --- the end ------------------------------------------------------------------------------------------------------

/** Waits until no work is due. Returns the ms that it took, null if work is left. */
async function settle({ sql }: Database): Promise<number | null> {
  const began = monotonicMs();
  while (monotonicMs() - began < SETTLES_WITHIN_MS) {
    const [left] = await sql`
      select (select count(*) from delivery where status = 'PENDING')
        + (select count(*) from inbound_event where next_attempt_at is not null)
        + (select count(*) from pending_accounting)
        + (select count(*) from network_session_fact) as n`;
    if (Number(left?.n) === 0) return Math.round(monotonicMs() - began);
    await sleep(SECOND_MS / 2);
  }
  return null;
}

async function figures({ sql }: Database): Promise<Record<string, unknown>> {
  const [row] = await sql`
    select (select count(*) from event) as events, (select count(*) from billing_cycle) as "billing cycles",
      (select count(*) from invoice) as invoices, (select count(*) from network_session) as sessions,
      (select count(*) from delivery_attempt) as "delivery attempts"`;
  return { ...row };
}

/** What was acknowledged and is not in the database. */
async function missing({ sql }: Database, partners: Partner[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { acknowledged } of partners) {
    for (const [table, ids] of Object.entries(acknowledged)) {
      const wanted = [...new Set(ids)];
      const rows = await sql`select id from ${sql(table)} where id = any(${wanted})`;
      if (rows.length < wanted.length)
        problems.push(`${wanted.length - rows.length} of ${table} are missing`);
    }
  }
  return problems;
}
