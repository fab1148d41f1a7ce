import postgres from 'postgres';
import { monotonicMs } from '../server/clock.ts';
import { DEFAULT_LANES, lanesOf } from '../server/domain/queue/lane.ts';
import { type Bench, demarcs, figure } from './bench.ts';
import { alternate, type Contender, type Kind, type Measured } from './measure.ts';
import { installPeer, runPeer } from './peers.ts';
import type { Demarc } from './processes.ts';
import { renewInSql, rowsLeft } from './renewal-rows.ts';
import { compare, type Line, summary } from './report.ts';

/** Small runs are over before the machine is steady: they are made several times. */
const STEADY = 100_000;
const ROUNDS = 3;
/** Renewals after which a process is warm. */
const WARM_UP = 2_000;
/** More than these would take a peer that works row by row an hour, and tell nothing new. */
const ROW_BY_ROW = 10_000;
/** Of more than these the cost of one and the memory count, which need no others: each fills a million rows of three tables. */
const OURS_ALONE = 100_000;

/**
 * The renewal run of providers whose every subscription is due, beside one set-based statement that writes the same
 * rows, and beside a loop of transactions. Each run has a provider of its own.
 */
export async function renewals(bench: Bench): Promise<Line[]> {
  const { quick, whole } = bench;
  const measured: { size: number; ways: Measured[]; oneLane?: Measured }[] = [];
  for (const size of quick ? [2_000, 10_000] : [10_000, 100_000, ...(whole ? [1_000_000] : [])]) {
    measured.push({ size, ...(await renew(bench, size)) });
  }
  const [first, last] = [measured[0], measured.at(-1)];
  const lines = measured.flatMap(({ size, ways, oneLane }) => {
    const ours = ways[0] as Measured;
    return [
      ...compare(`renewal run, ${figure(size)} due`, 'perSecond', ways, {
        baseline: { atLeast: 0.7 },
        reference: { atLeast: 2 },
        peer: { atLeast: 1 },
      }),
      ...(oneLane
        ? compare(`${DEFAULT_LANES} lanes, ${figure(size)} due`, 'perSecond', [ours, oneLane], {
            baseline: { atLeast: 1.5 },
          })
        : []),
    ];
  });
  if (!first || !last || first === last) return lines;
  const [small, big] = [first, last].map(({ ways }) => ways[0]) as [Measured, Measured];
  const baseline: Measured = { ...small, kind: 'baseline', name: `${figure(first.size)} due` };
  const growth = (what: string, of: 'ms' | 'bytes') =>
    compare(`${what}, ${figure(last.size)} due`, of, [big, baseline], { baseline: { atMost: 1.15 } });
  return [...lines, ...growth('one renewal', 'ms'), ...growth('peak memory of the run', 'bytes')];
}

let accounts = 0;

async function dueAccount(demarc: Demarc, size: number): Promise<string> {
  const { providerId } = await demarc.account(`Renewing ISP ${++accounts}`, size);
  await demarc.fillDue(providerId);
  return providerId;
}

/** @returns our way first; without the others of the largest sizes */
async function renew(bench: Bench, size: number): Promise<{ ways: Measured[]; oneLane?: Measured }> {
  const { ours, print, peers } = bench;
  const { databaseUrl } = ours;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const demarcContender = (
    demarc: Demarc,
    { name, kind }: Pick<Contender, 'name' | 'kind'>,
    lanes?: number,
  ): Contender => {
    const run = async () => {
      const [providerId, warmUpId] = [await dueAccount(demarc, size), await dueAccount(demarc, WARM_UP)];
      const { ms, peakRss, cpu, databaseCpu } = await demarc.renew({
        providerId,
        warmUpId,
        lanes: lanes ? lanesOf(lanes) : undefined,
      });
      await requireRows(demarc.databaseUrl, providerId, size, demarc === ours);
      return {
        ...{ perSecond: (size * 1_000) / ms, ms: ms / size, bytes: peakRss, cpu: cpu / size },
        ...(databaseCpu === null ? {} : { databaseCpu: databaseCpu / size }),
      };
    };
    return { name, kind, run };
  };
  // The server of another commit runs as it did: without lanes, if it had none.
  const demarcContenders = demarcs(bench).map((demarc) =>
    demarcContender(demarc, demarc, demarc === ours ? DEFAULT_LANES : undefined),
  );
  const oneLaneContender = demarcContender(ours, { name: 'one lane', kind: 'baseline' }, 1);
  const otherContender = (
    name: string,
    kind: Kind,
    work: (providerId: string) => Promise<number>,
  ): Contender => ({
    name,
    kind,
    async run() {
      const providerId = await dueAccount(ours, size);
      const ms = await work(providerId);
      await requireRows(databaseUrl, providerId, size, true);
      return { perSecond: (size * 1_000) / ms, ms: ms / size };
    },
  });
  const oneStatement = otherContender('one set-based SQL statement', 'baseline', async (providerId) => {
    const started = monotonicMs();
    await renewInSql(sql, providerId);
    return monotonicMs() - started;
  });
  const loop = otherContender('drizzle-loop', 'peer', async (providerId) => {
    const { ms } = await runPeer<{ ms: number }>(bench, 'drizzle-loop', { databaseUrl, providerId });
    return ms;
  });
  const hasPeer = peers && size <= ROW_BY_ROW && (await installPeer(bench, 'drizzle-loop'));
  try {
    const contenders = [...demarcContenders, oneStatement, ...(hasPeer ? [loop] : []), oneLaneContender];
    const measured = await alternate(
      size > OURS_ALONE ? contenders.slice(0, 1) : contenders,
      size < STEADY ? ROUNDS : 1,
    );
    print(summary(`Renewal run, ${figure(size)} due`, measured, ['perSecond', 'ms', 'cpu', 'databaseCpu']));
    const isOneLane = ({ name }: Measured) => name === oneLaneContender.name;
    return { ways: measured.filter((way) => !isOneLane(way)), oneLane: measured.find(isOneLane) };
  } finally {
    await sql.end();
  }
}

/** A comparison of different work would mean nothing. */
async function requireRows(databaseUrl: string, providerId: string, size: number, withAudit: boolean) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const left = await rowsLeft(sql, providerId, withAudit).finally(() => sql.end());
  const kinds = [
    'billing.cycle_ending',
    'cycle ACTIVE COMPLETED',
    'cycle SCHEDULED PENDING',
    'invoice RENEWAL OPEN',
    'mail INVOICE HELD',
    ...(withAudit ? ['subscription.renewal_window'] : []),
  ];
  const expected = kinds.map((kind) => `${kind}: ${size}`).join('\n');
  if (left !== expected) throw new Error(`The renewals left:\n${left}\n\nand not:\n${expected}`);
}
