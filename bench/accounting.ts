import postgres, { type Sql } from 'postgres';
import { monotonicMs } from '../server/clock.ts';
import type { Account } from './database.ts';
import { median } from './measure.ts';
import { fillDue } from './renewal-rows.ts';
import type { Row } from './report.ts';

type Bench = {
  database: { url: string; sql: Sql; account(name: string, subscribers: number): Promise<Account> };
  subscribers: number;
  say(text: string): void;
};

/** As many connections as FreeRADIUS's pool has at work under load. */
const CONNECTIONS = 8;
const INTERIMS = 10;
const ROUNDS = 4;
const sides = ['with', 'without'] as const;

/** Statements a second. */
type Speed = { interims: number; ends: number };

/**
 * What FreeRADIUS writes for a session, as its stock queries do: a start, interim updates, a stop. With our triggers
 * and without them, in turns, for subscribers who are all known.
 */
export async function accounting({ database, subscribers, say }: Bench): Promise<Row[]> {
  const { providerId } = await database.account('Accounted ISP', subscribers);
  await fillDue(database.sql, providerId);
  const users = await database.sql<{ name: string }[]>`
    select radius_username as name from subscription where provider_id = ${providerId} order by id`;
  const names = users.map(({ name }) => name);
  const pool = postgres(database.url, { max: CONNECTIONS, onnotice: () => {} });
  const rounds: { with: Speed; without: Speed }[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const speeds = {} as { with: Speed; without: Speed };
      // Whoever is first in one round is second in the next.
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const enabled = side === 'with' ? 'enable' : 'disable';
        await database.sql.unsafe(`alter table radius.radacct ${enabled} trigger all`);
        speeds[side] = await sessions(pool, names, `${side}${round}`);
      }
      rounds.push(speeds);
    }
  } finally {
    await database.sql.unsafe('alter table radius.radacct enable trigger all');
    await pool.end();
  }
  const of = (side: 'with' | 'without', figure: keyof Speed) =>
    median(rounds.map((round) => round[side][figure]));
  const perSecond = (figure: keyof Speed) =>
    `${of('with', figure).toFixed(0)}/s, without triggers ${of('without', figure).toFixed(0)}/s`;
  say(`\nAccounting\n  interim updates ${perSecond('interims')}\n  starts and stops ${perSecond('ends')}`);
  const interims = of('with', 'interims') / of('without', 'interims');
  const ends = of('with', 'ends') / of('without', 'ends');
  const baseline = 'the same without our triggers: statements/s';
  return [
    {
      what: 'accounting, interim updates',
      baseline,
      ratio: interims,
      target: '≥ 0.95',
      met: interims >= 0.95,
    },
    {
      what: 'accounting, starts and stops',
      baseline,
      ratio: ends,
      target: '≥ 0.25',
      met: ends >= 0.25,
    },
  ];
}

async function sessions(sql: Sql, names: string[], mark: string): Promise<Speed> {
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
  const timed = async (statements: (() => Promise<unknown>)[]) => {
    const began = monotonicMs();
    await Promise.all(statements.map((run) => run()));
    return (statements.length / (monotonicMs() - began)) * 1_000;
  };
  const each = (run: (name: string) => Promise<unknown>) => names.map((name) => () => run(name));
  const started = await timed(each(start));
  let interims = 0;
  for (let i = 0; i < INTERIMS; i++) interims += (await timed(each(interim))) / INTERIMS;
  const stopped = await timed(each(stop));
  return { interims, ends: 2 / (1 / started + 1 / stopped) };
}
