import type { Sql } from 'postgres';
import { monotonicMs } from '../server/clock.ts';
import type { Account } from './database.ts';
import { median } from './measure.ts';
import { runRenewals } from './processes.ts';
import { fillDue, renewInSql, rowsLeft } from './renewal-rows.ts';
import type { Row } from './report.ts';

type Bench = {
  database: { url: string; sql: Sql; account(name: string, subscribers: number): Promise<Account> };
  dataDir: string;
  /** Due subscriptions, smallest first. */
  sizes: number[];
  profile: boolean;
  say(text: string): void;
};

type Measured = { size: number; ours: number; share: number; peakRss: number };

/** Small runs are over before the machine is steady: they are made several times. */
const STEADY = 100_000;
const ROUNDS = 3;
/** Renewals after which a process is warm. */
const WARM_UP = 2_000;
const MIB = 2 ** 20;

/**
 * The renewal run of providers whose every subscription is due, beside one set-based statement that writes the same
 * rows. Each run has a provider of its own, and the two take turns.
 */
export async function renewals({ database, dataDir, sizes, profile, say }: Bench): Promise<Row[]> {
  const { sql, url: databaseUrl } = database;
  let made = 0;
  const dueAccount = async (size: number) => {
    const { providerId } = await database.account(`Renewing ISP ${++made}`, size);
    await fillDue(sql, providerId);
    return providerId;
  };
  const measured: Measured[] = [];
  for (const size of sizes) {
    const rounds: Omit<Measured, 'size'>[] = [];
    for (let round = 0; round < (size < STEADY ? ROUNDS : 1); round++) {
      const [forUs, warmUpId] = [await dueAccount(size), await dueAccount(WARM_UP)];
      const job = { databaseUrl, providerId: forUs, warmUpId };
      const { ms, peakRss } = await runRenewals(job, dataDir, profile);
      // The statement may take as long again, or more disk than there is: what is known is told at once.
      say(`\nRenewal run, ${figure(size)} due\n  Demarc ${speed(ms / size)}, at most ${mib(peakRss)}`);
      const forSql = await dueAccount(size);
      const started = monotonicMs();
      await renewInSql(sql, forSql);
      const baseline = monotonicMs() - started;
      say(`  one statement ${speed(baseline / size)}`);
      await requireSame(sql, forUs, forSql);
      rounds.push({ ours: ms / size, share: baseline / ms, peakRss });
    }
    const of = (key: keyof Omit<Measured, 'size'>) => median(rounds.map((round) => round[key]));
    measured.push({ size, ours: of('ours'), share: of('share'), peakRss: of('peakRss') });
  }
  return report(measured);
}

const figure = (size: number) => size.toLocaleString('en');
const mib = (bytes: number) => `${(bytes / MIB).toFixed(0)} MiB`;
/** @param each ms that one takes */
const speed = (each: number) => `${(1_000 / each).toFixed(0)}/s, ${(each * 1_000).toFixed(0)} µs each`;

function report(measured: Measured[]): Row[] {
  const [first] = measured;
  const last = measured.at(-1);
  if (!first || !last) return [];
  const rows = measured.map(({ size, share }) => ({
    what: `renewal run, ${figure(size)} due`,
    baseline: 'one set-based SQL statement writing the same rows: rows/s',
    ratio: share,
    target: '≥ 0.60',
    met: share >= 0.6,
  }));
  if (last === first) return rows;
  const growth = (what: string, ratio: number) => ({
    what: `${what} at ${figure(last.size)} due`,
    baseline: `itself at ${figure(first.size)}`,
    ratio,
    target: '≤ 1.3',
    met: ratio <= 1.3,
  });
  return [
    ...rows,
    growth('cost of a renewal', last.ours / first.ours),
    growth('peak memory of the run', last.peakRss / first.peakRss),
  ];
}

/** A comparison of different work would mean nothing. */
async function requireSame(sql: Sql, ours: string, baseline: string): Promise<void> {
  const [left, right] = [await rowsLeft(sql, ours), await rowsLeft(sql, baseline)];
  if (left !== right) throw new Error(`the renewals left different rows:\n${left}\n\n${right}`);
}
