import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { announceSessions } from '../../server/domain/network/announce-sessions.ts';
import { applySessionChanges } from '../../server/domain/network/apply-session-changes.ts';
import { countUsage } from '../../server/domain/network/count-usage.ts';
import { enqueueMissedSessionChanges } from '../../server/domain/network/enqueue-session-changes.ts';
import { accountMissedSessions } from '../../server/domain/network/missed-accounting.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { purgeAccounting } from '../../server/domain/network/purge-accounting.ts';
import { endSilentSessions } from '../../server/domain/network/sweep.ts';
import type { Partner } from '../contract/api.ts';
import { useNetwork } from './network.ts';
import { pass } from './pass-time.ts';
import { openRouter } from './router.ts';

// No statement of FreeRADIUS waits for Demarc, or fails. Transactions of Demarc are stopped before their commit, with all their
// locks held, and FreeRADIUS, which waits for no lock, accounts meanwhile.

// Each packet starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

const network = useNetwork({ lockTimeout: '50ms' });
let partner: Partner;
/** A session that stops the transactions of Demarc. */
let brake: Sql;

const BRAKE = 4_711;
/** The tables that jobs and requests write for the network. */
const TABLES = String.raw`^(radius\..*|public\.(network_.*|.*accounting.*|subscription|subscriber|traffic|row_count|event|audit_entry))$`;

beforeAll(async () => {
  partner = await network.api.partner();
  const { sql, databaseUrl } = network.api;
  brake = postgres(databaseUrl, { max: 1 });
  await sql.unsafe(`
    create function public.brake() returns trigger language plpgsql as $$
    begin
      if session_user <> '${network.role}' then perform pg_advisory_xact_lock_shared(${BRAKE}); end if;
      return null;
    end $$`);
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema || '.' || table_name ~ ${TABLES}`;
  for (const { name } of tables) {
    await sql.unsafe(`create constraint trigger brake after insert or update or delete on ${name}
      deferrable initially deferred for each row execute function public.brake()`);
  }
});
afterEach(async () => {
  await brake`select pg_advisory_unlock_all()`;
});
afterAll(() => brake?.end());

/**
 * Starts work and returns when its transaction is about to commit, or when it has ended without a write.
 * @returns what lets it commit, waits for its end, and returns whether it was stopped
 */
async function stopped(work: () => Promise<unknown>): Promise<() => Promise<boolean>> {
  await brake`select pg_advisory_lock(${BRAKE})`;
  let isOver = false;
  const running = work().finally(() => {
    isOver = true;
  });
  running.catch(() => {});
  for (;;) {
    const waiting = await network.api.sql`
      select from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and locktype = 'advisory' and objid = ${BRAKE} and not granted`;
    if (waiting.length > 0 || isOver) break;
  }
  return async () => {
    const wasStopped = !isOver;
    await brake`select pg_advisory_unlock_all()`;
    await running;
    return wasStopped;
  };
}

type Router = Awaited<ReturnType<typeof openRouter>>;

/** Sends packets of every kind about a session and beside it, each of which FreeRADIUS has to write at once. */
async function account(router: Router, session: string): Promise<void> {
  const from = network.radius.log().length;
  const codes = [
    await router.send('Start', `${session}-new`, [0, 0]),
    await router.send('Interim-Update', `${session}-new`, [1, 1]),
    await router.send('Interim-Update', session, [20, 30]),
    await router.send('Stop', `${session}-new`, [2, 2]),
    await router.send('Stop', session, [30, 40]),
    await router.send('Start', session, [0, 0]),
    await router.send('Interim-Update', session, [5, 5]),
    await router.boot(),
  ].map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set(['Accounting-Response']));
  expect(network.radius.log().slice(from)).not.toMatch(/ERROR: |lock timeout|deadlock/);
}

type Case = [
  name: string,
  prepare: (router: Router) => Promise<unknown>,
  work: (router: Router) => Promise<unknown>,
];
const nothing = async () => {};
const silence = async () => {
  await pass(network.api.sql, 16);
};

test.each<Case>([
  [
    'the processing of a start',
    (router) => router.send('Start', 'other', [0, 0]),
    () => processAccounting({ budgetMs: 5_000 }),
  ],
  [
    'the processing of an end',
    (router) => router.send('Stop', 'session', [10, 10]),
    () => processAccounting({ budgetMs: 5_000 }),
  ],
  ['the count of usage', (router) => router.send('Interim-Update', 'session', [10, 10]), () => countUsage()],
  ['the announcement', nothing, () => announceSessions({ providerId: partner.providerId, budgetMs: 5_000 })],
  [
    'the search for missed sessions',
    async (router) => {
      await network.api.sql`alter table radius.radacct disable trigger user`;
      await router.send('Start', 'missed', [0, 0]);
      await network.api.sql`alter table radius.radacct enable trigger user`;
    },
    () => accountMissedSessions(),
  ],
  ['a suspension', nothing, (router) => router.suspend()],
  [
    'a disconnect',
    (router) => router.suspend(),
    () => applySessionChanges({ providerId: partner.providerId, budgetMs: 5_000 }),
  ],
  [
    'the search for missed changes',
    async (router) => {
      await router.suspend();
      await network.api.sql`delete from network_command`;
    },
    () => enqueueMissedSessionChanges(),
  ],
  ['the sweep that ends sessions', silence, () => endSilentSessions()],
])('%s makes no statement of FreeRADIUS wait', async (_, prepare, work) => {
  const router = await openRouter(network, partner);
  await router.account('Start', 'session', [0, 0]);
  await router.account('Interim-Update', 'session', [5, 5]);
  await prepare(router);
  const finish = await stopped(() => work(router));
  await account(router, 'session');
  expect(await finish()).toBe(true);
  await router.minute();
  const open = (await router.sessions()).filter(({ endedAt }) => endedAt === null);
  expect(open).toEqual([]);
  await router.close();
});

test('a purge makes no statement about a live session wait', async () => {
  const router = await openRouter(network, partner);
  await router.account('Start', 'old', [0, 0]);
  await router.account('Stop', 'old', [5, 5]);
  await router.minute();
  await pass(network.api.sql, 3 * 24 * 60);
  await router.account('Start', 'session', [0, 0]);
  const finish = await stopped(() => purgeAccounting({ budgetMs: 5_000, days: 1 }));
  await account(router, 'session');
  await finish();
  await router.close();
});

test.each([
  ['first', [0, 1]],
  ['last', [1, 0]],
])(
  'a sweep holds no row while it waits for another: no deadlock with an Accounting-On that has the %s',
  async (_, order) => {
    const { sql, databaseUrl } = network.api;
    const routers = [await openRouter(network, partner), await openRouter(network, partner)];
    for (const router of routers) await router.account('Start', 'session', [0, 0]);
    await routers[0]?.minute();
    await pass(sql, 16);
    // Accounting-On updates one row after the other in one statement.
    const statement = postgres(databaseUrl, { max: 1, connection: { lock_timeout: 1_000 } });
    let sweep: Promise<void> = Promise.resolve();
    try {
      await statement.begin(async (tx) => {
        const [{ pid } = { pid: 0 }] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
        const update = (n: number | undefined) => tx`
        update radius.radacct set acctupdatetime = acctupdatetime
        where username = ${routers[n as number]?.username as string}`;
        await update(order[0]);
        let isOver = false;
        sweep = endSilentSessions().finally(() => {
          isOver = true;
        });
        sweep.catch(() => {});
        // It goes on to its end, or it waits for the statement.
        for (;;) {
          const waiting = await sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
          if (waiting.length > 0 || isOver) break;
        }
        await update(order[1]);
      });
      await sweep;
    } finally {
      await statement.end();
      for (const router of routers) await router.close();
    }
  },
);

test('packets of many sessions beside all jobs: each is answered, none fails, and all octets are there', async () => {
  const { sql } = network.api;
  const router = await openRouter(network, partner);
  const sessions = Array.from({ length: 6 }, (_, n) => `busy-${n}`);
  let isOver = false;
  const from = network.radius.log().length;
  const jobs = (async () => {
    while (!isOver) await router.minute();
  })();
  try {
    await Promise.all(
      sessions.map(async (session, n) => {
        const at = (step: number): [number, number] => [step * 100, step * 1_000];
        await router.send('Start', session, [0, 0], ['NAS-Port = 1']);
        for (let step = 1; step <= 5; step++) {
          await router.send('Interim-Update', session, at(step + n), [`Acct-Session-Time = ${step}`]);
        }
        await router.send('Stop', session, at(6 + n), ['Acct-Session-Time = 6']);
      }),
    );
  } finally {
    isOver = true;
    await jobs;
  }
  await router.minute();
  expect(network.radius.log().slice(from)).not.toMatch(/ERROR: |lock timeout|deadlock/);
  const told = await router.sessions();
  expect(told.map(({ reason }) => reason)).toEqual(sessions.map(() => 'User-Request'));
  const steps = sessions.reduce((sum, _, n) => sum + 6 + n, 0);
  expect(await router.usage()).toEqual({
    cycle: steps * 1_100,
    upload: steps * 100,
    download: steps * 1_000,
  });
  const waits = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  expect(waits).toHaveLength(0);
  await router.close();
});
