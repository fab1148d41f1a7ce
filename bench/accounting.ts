import postgres, { type Sql } from 'postgres';
import { type Bench, demarcs } from './bench.ts';
import { type Cost, costOf } from './cost.ts';
import { alternate, type Contender, part } from './measure.ts';
import type { Demarc } from './processes.ts';
import { compare, type Line, summary } from './report.ts';

/** As many connections as FreeRADIUS's pool has at work under load. */
const CONNECTIONS = 8;
const INTERIMS = 10;
const ROUNDS = 6;

/** Statements a second, and µs of PostgreSQL's CPU time for one. */
type Speed = { perSecond: number; databaseCpu?: number };
type Speeds = { interims: Speed; ends: Speed };

/**
 * What FreeRADIUS writes for a session, as its stock queries do: a start, interim updates, a stop. With our triggers
 * and without them, for subscribers who are all known.
 */
export async function accounting(bench: Bench): Promise<Line[]> {
  const subscribers = bench.quick ? 500 : 3_000;
  const pools: Sql[] = [];
  const contenders: Contender<Speeds>[] = [];
  try {
    for (const demarc of demarcs(bench)) {
      const pool = postgres(demarc.databaseUrl, { max: CONNECTIONS, onnotice: () => {} });
      pools.push(pool);
      const names = await radiusNames(pool, demarc, subscribers);
      const run = async (triggers: 'enable' | 'disable') => {
        await pool.unsafe(`alter table radius.radacct ${triggers} trigger all`);
        return sessions(pool, names, String(++marks)).finally(() =>
          pool.unsafe('alter table radius.radacct enable trigger all'),
        );
      };
      contenders.push({ name: demarc.name, kind: demarc.kind, run: () => run('enable') });
      if (demarc.kind === 'reference') continue;
      contenders.push({ name: 'without our triggers', kind: 'baseline', run: () => run('disable') });
    }
    const measured = await alternate(contenders, ROUNDS);
    const linesOf = (work: string, speed: keyof Speeds, atLeast: number): Line[] => {
      const speeds = part(measured, (round) => round[speed]);
      bench.print(summary(work, speeds, ['perSecond', 'databaseCpu']));
      const references = speeds.filter(({ kind }) => kind !== 'baseline');
      return [
        ...compare(work, 'perSecond', speeds, { baseline: { atLeast } }),
        ...(references.length > 1 ? compare(work, 'databaseCpu', references) : []).filter(
          ({ other }) => other,
        ),
      ];
    };
    return [
      ...linesOf('accounting, interim updates', 'interims', 0.95),
      ...linesOf('accounting, session starts and stops', 'ends', 0.5),
    ];
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

/** Marks the sessions of each round. */
let marks = 0;

async function radiusNames(sql: Sql, demarc: Demarc, subscribers: number): Promise<string[]> {
  const { providerId } = await demarc.account('Accounted ISP', subscribers);
  await demarc.fillDue(providerId);
  const users = await sql<{ name: string }[]>`
    select radius_username as name from subscription where provider_id = ${providerId} order by id`;
  return users.map(({ name }) => name);
}

async function sessions(sql: Sql, names: string[], mark: string): Promise<Speeds> {
  const start = (name: string) => sql`
    insert into radius.radacct (
      acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime, acctsessiontime,
      acctinputoctets, acctoutputoctets, framedipaddress
    ) values (${mark}, ${mark + name}, ${name}, '10.9.0.1', now(), now(), 0, 0, 0, '100.64.0.9')
    on conflict (acctuniqueid) do update set acctstarttime = now(), acctupdatetime = now()
    where radacct.acctuniqueid = ${mark + name} and radacct.acctstoptime is null`;
  const interim = (name: string) => sql`
    update radius.radacct set framedipaddress = '100.64.0.9', acctsessiontime = 300,
      acctinterval = extract(epoch from now() - coalesce(acctupdatetime, acctstarttime)), acctupdatetime = now(),
      acctinputoctets = acctinputoctets + 1000, acctoutputoctets = acctoutputoctets + 9000
    where acctuniqueid = ${mark + name} and acctstoptime is null`;
  const stop = (name: string) => sql`
    update radius.radacct set acctstoptime = now(), acctupdatetime = now(), acctsessiontime = 600,
      acctterminatecause = 'User-Request'
    where acctuniqueid = ${mark + name} and acctstoptime is null`;
  const cost = (runs: ((name: string) => Promise<unknown>)[]) =>
    costOf(sql, async () => {
      for (const run of runs) await Promise.all(names.map(run));
    });
  const started = await cost([start]);
  const interims = await cost(Array.from({ length: INTERIMS }, () => interim));
  const stopped = await cost([stop]);
  return {
    interims: speedOf(names.length * INTERIMS, interims),
    ends: speedOf(names.length * 2, started, stopped),
  };
}

function speedOf(statements: number, ...costs: Cost[]): Speed {
  const sum = (figures: (number | null)[]) =>
    figures.reduce<number>((total, figure) => total + (figure ?? 0), 0);
  const databaseCpu = sum(costs.map((cost) => cost.databaseCpu)) / statements;
  return {
    perSecond: (statements / sum(costs.map(({ ms }) => ms))) * 1_000,
    ...(databaseCpu > 0 ? { databaseCpu } : {}),
  };
}
