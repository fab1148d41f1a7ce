import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { monotonicMs, SECOND_MS } from '../server/clock.ts';
import { openDatabase } from '../server/db/client.ts';
import { createClient, type PartnerClient } from './client.ts';
import { report } from './cluster.ts';
import { createPartner, node, say } from './commands.ts';
import { createCatalogue, dataOf, onboard, startTraffic } from './customers.ts';
import { missingWrites } from './failover.ts';
import { missingAccounting, startRouter } from './layout/accounting.ts';
import {
  addresses,
  type Layout,
  type Machine,
  machines,
  openLayout,
  whyNoLayout,
} from './layout/machines.ts';
import { restoreInstant } from './layout/restore.ts';
import { runUnit } from './layout/units.ts';
import { run } from './processes.ts';
import { startReceiver } from './receiver.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** What a fault takes away. */
type Lost = { machine: Machine; units?: string[] }[];
type Fault = {
  name: string;
  lost(layout: Layout): Promise<Lost>;
  /** Whether the parts are stopped and started again at once, as in an upgrade. Each request is answered then, and none with 503. */
  isRestart?: true;
};

const every = (...units: string[]): Lost => machines.map((machine) => ({ machine, units }));
const only =
  (machine: Machine, ...units: string[]) =>
  async (): Promise<Lost> => [{ machine, units }];

const faults: Fault[] = [
  { name: 'Redis', lost: only('three', 'redis-server') },
  { name: 'a web process', lost: only('one', 'demarc-web') },
  { name: 'a web process, restarted', lost: only('two', 'demarc-web'), isRestart: true },
  { name: 'a process with jobs', lost: only('two', 'demarc-jobs') },
  { name: 'HAProxy of one machine', lost: only('one', 'haproxy') },
  { name: 'FreeRADIUS of one machine', lost: only('one', 'freeradius') },
  { name: 'the receiver of the log', lost: only('three', 'demarc-wal') },
  { name: 'etcd of one machine', lost: only('two', 'etcd') },
  { name: 'etcd of all machines', lost: async () => every('etcd') },
  { name: 'PostgreSQL, the synchronous standby', lost: (layout) => patroniOf(layout.synchronous()) },
  { name: 'PostgreSQL, the primary', lost: (layout) => patroniOf(layout.primary()) },
  { name: 'PostgreSQL of all machines', lost: async () => every('patroni') },
  { name: 'the machine of the primary', lost: (layout) => machineOf(layout.primary()) },
  { name: 'machine three', lost: async () => [{ machine: 'three' }] },
];

async function machineOf(machine: Promise<Machine | null>): Promise<Lost> {
  const found = await machine;
  if (!found) throw new Error('Patroni names no such machine');
  return [{ machine: found }];
}

const patroniOf = async (machine: Promise<Machine | null>): Promise<Lost> =>
  (await machineOf(machine)).map((each) => ({ ...each, units: ['patroni'] }));

/**
 * Brings up the three machines of `deploy/three` on loopback from their files, loses each part in turn under traffic, and restores
 * to an earlier instant. No acknowledged write or accounting packet may be missing.
 * @param isQuick each part is away for 15 s instead of 45 s
 * @param only a part of the names of faults, to run these alone
 */
export async function layoutDrill({ isQuick, only: chosen = '' }: { isQuick: boolean; only?: string }) {
  const reason = whyNoLayout();
  if (reason) {
    say(reason);
    process.exitCode = 1;
    return;
  }
  await node(root, 'scripts/build.mjs', ['--if-needed'], {});
  say('making the files of three machines');
  const layout = await openLayout();
  const receiver = await startReceiver();
  const stop = () => layout.close().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await bringUp(layout);
    await drill(layout, receiver, {
      awayMs: (isQuick ? 15 : 45) * SECOND_MS,
      chosen: faults.filter(({ name }) => name.includes(chosen)),
    });
  } finally {
    await layout.close();
    receiver.close();
  }
}

/** The steps of docs/operations/three-machines.md. */
async function bringUp(layout: Layout): Promise<void> {
  for (const machine of machines) {
    const file = join(layout.rootOf(machine), 'etc/haproxy/haproxy.cfg');
    const output = await run('haproxy', ['-c', '-f', file]);
    if (output.includes('WARNING')) throw new Error(`haproxy: ${output}`);
  }
  const starts = async (unit: string) => {
    for (const machine of machines)
      if (layout.unitsOf(machine).includes(unit)) await layout.start(machine, [unit]);
  };
  say('starting etcd, PostgreSQL under Patroni, and HAProxy');
  for (const unit of ['etcd', 'patroni', 'haproxy']) await starts(unit);
  await layout.until('a primary with a standby', () => layout.synchronous());
  await layout.until('the database', () =>
    node(root, 'dist/cli/migrate.js', [], layout.env).then(
      () => true,
      () => null,
    ),
  );
  const passwordFile = join(layout.rootOf('one'), '../made/secrets/radius');
  await node(root, 'dist/cli/radius-role.js', ['--password-file', passwordFile], layout.env);
  say('starting Demarc, FreeRADIUS, Redis, and the receiver of the log');
  for (const machine of machines) {
    if (layout.unitsOf(machine).includes('freeradius')) {
      const own = layout.rootOf(machine);
      const env = { RADDB: join(own, 'etc/freeradius/3.0') };
      for (const name of ['configure.sh', 'buffer.sh'])
        await run('sh', [join(own, 'etc/demarc/radius', name)], { env });
      await run('chown', ['-R', 'freerad:freerad', env.RADDB]);
    }
    await layout.start(machine);
  }
  await layout.untilWhole();
}

type Plan = { awayMs: number; chosen: Fault[] };

async function drill(
  layout: Layout,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  { awayMs, chosen }: Plan,
): Promise<void> {
  const { site } = layout;
  const client = createClient(() => site.addresses, site);
  const account = await createPartner(root, layout.env, (...access) => access, { isLive: false });
  const partner = client.as(...account);
  dataOf(await partner.post('/v1/webhooks', { url: receiver.url, events: ['*'] }));
  const catalogue = await createCatalogue(partner);
  const first = await onboard(partner, catalogue);
  const { username } = dataOf(await partner.get(`/v1/subscriptions/${first.subscriptionId}/credentials`));
  say((await runUnit(layout.rootOf('three'), 'demarc-base-backup')).trim());
  const traffic = startTraffic(partner, catalogue, { clients: 2, pauseMs: 200 });
  const router = startRouter([addresses.one, addresses.two], username);

  const table: Record<string, string> = {};
  const problems: string[] = [];
  for (const fault of chosen) {
    const none = { ms: 0, request: '' };
    Object.assign(client.counts, { unavailable: 0, lost: [], slowest: none, slowest503: none });
    const lost = await fault.lost(layout);
    const before = client.counts.answered;
    const end = fault.isRestart ? layout.stop : layout.kill;
    await Promise.all(lost.map(({ machine, units }) => end(machine, units)));
    await sleep(fault.isRestart ? 0 : awayMs);
    const started = monotonicMs();
    for (const { machine, units } of lost) await layout.start(machine, units);
    await layout.untilWhole();
    const wholeMs = monotonicMs() - started;
    await sleep(3 * SECOND_MS);
    const { unavailable, lost: cut, slowest, answered } = client.counts;
    table[fault.name] = [
      `${answered - before} answered`,
      `${unavailable} times 503`,
      `${cut.length} without an answer`,
      `longest wait ${(slowest.ms / SECOND_MS).toFixed(1)} s`,
      `whole ${(wholeMs / SECOND_MS).toFixed(1)} s after the start`,
    ].join(', ');
    if (fault.isRestart && unavailable + cut.length > 0)
      problems.push(
        `${fault.name}: ${unavailable} times 503, such as ${client.counts.slowest503.request}; ${cut.join('; ')}`,
      );
    say(`${fault.name} (${lost.map(({ machine }) => machine).join(', ')}): ${table[fault.name]}`);
  }

  const created = [first, ...(await traffic.stop())];
  await router.stop();
  if (router.unanswered() > 0) problems.push(`${router.unanswered()} accounting packets got no answer`);
  problems.push(...client.counts.failed);
  say('comparing what was acknowledged with the database');
  problems.push(...(await missingWrites(layout.env.DATABASE_URL as string, created, receiver)));
  problems.push(...(await missingFrom(layout, router.sessions)));
  say('restoring to an earlier instant');
  const restored = await restoreInstant(layout, partner as PartnerClient, catalogue);
  problems.push(...restored.problems);
  report(
    'Three machines',
    {
      ...table,
      'restore to an instant': restored.figures,
      'customers created': created.length,
      'sessions accounted': router.sessions.length,
    },
    [...new Set(problems)],
  );
}

/** Accounting that is not in the database a minute after the traffic ended: the buffers are read within that. */
async function missingFrom(layout: Layout, sessions: Parameters<typeof missingAccounting>[1]) {
  const database = openDatabase(layout.env.DATABASE_URL as string, 2);
  try {
    let missing = await missingAccounting(database.sql, sessions);
    for (let tries = 0; missing.length > 0 && tries < 60; tries++) {
      await sleep(SECOND_MS);
      missing = await missingAccounting(database.sql, sessions);
    }
    return missing;
  } finally {
    await database.close();
  }
}
