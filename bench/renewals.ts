import postgres from 'postgres';
import { monotonicMs } from '../server/clock.ts';
import { DEFAULT_LANES, lanesOf } from '../server/domain/queue/lane.ts';
import { type Bench, demarcs, figure } from './bench.ts';
import { alternate, type Contender, type Kind, type Measured } from './measure.ts';
import { installPeer, runPeer } from './peers.ts';
import type { Demarc } from './processes.ts';
import { fillCredit, renewInSql, rowsLeft } from './renewal-rows.ts';
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
  const measured: ({ size: number } & Renewed)[] = [];
  for (const size of quick ? [2_000, 10_000] : [10_000, 100_000, ...(whole ? [1_000_000] : [])]) {
    measured.push({ size, ...(await renew(bench, size)) });
  }
  const [first, last] = [measured[0], measured.at(-1)];
  const lines = measured.flatMap(({ size, ways, oneLane, covered }) => {
    const ours = ways[0] as Measured;
    return [
      ...compare(`renewal run, ${figure(size)} due`, 'perSecond', ways, {
        baseline: { atLeast: 0.7 },
        reference: { atLeast: 2 },
        peer: { atLeast: 1 },
      }),
      ...(covered
        ? compare(
            `a renewal that credit covers, ${figure(size)} due`,
            'ms',
            [covered, { ...ours, kind: 'baseline', name: 'a renewal without credit' }],
            { baseline: { atMost: 1.15 } },
          )
        : []),
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

/** What was measured of one size: our way first, without the others of the largest sizes. `covered`: our way, from credit. */
type Renewed = { ways: Measured[]; oneLane?: Measured | undefined; covered?: Measured | undefined };

async function renew(bench: Bench, size: number): Promise<Renewed> {
  const { ours, print, peers } = bench;
  const { databaseUrl } = ours;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const demarcContender = (
    demarc: Demarc,
    { name, kind }: Pick<Contender, 'name' | 'kind'>,
    { lanes, isCovered = false }: { lanes?: number | undefined; isCovered?: boolean } = {},
  ): Contender => {
    const run = async () => {
      const [providerId, warmUpId] = [await dueAccount(demarc, size), await dueAccount(demarc, WARM_UP)];
      if (isCovered) for (const id of [providerId, warmUpId]) await fillCredit(sql, id);
      const { ms, peakRss, cpu, databaseCpu } = await demarc.renew({
        providerId,
        warmUpId,
        lanes: lanes ? lanesOf(lanes) : undefined,
      });
      await requireRows(demarc.databaseUrl, providerId, size, { withAudit: demarc === ours, isCovered });
      return {
        ...{ perSecond: (size * 1_000) / ms, ms: ms / size, bytes: peakRss, cpu: cpu / size },
        ...(databaseCpu === null ? {} : { databaseCpu: databaseCpu / size }),
      };
    };
    return { name, kind, run };
  };
  // The server of another commit runs as it did: without lanes, if it had none.
  const demarcContenders = demarcs(bench).map((demarc) =>
    demarcContender(demarc, demarc, { lanes: demarc === ours ? DEFAULT_LANES : undefined }),
  );
  const oneLaneContender = demarcContender(ours, { name: 'one lane', kind: 'baseline' }, { lanes: 1 });
  const coveredContender = demarcContender(
    ours,
    { name: 'covered by credit', kind: 'ours' },
    { lanes: DEFAULT_LANES, isCovered: true },
  );
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
      await requireRows(databaseUrl, providerId, size, { withAudit: true });
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
    const contenders = [
      ...[...demarcContenders, coveredContender, oneStatement],
      ...[...(hasPeer ? [loop] : []), oneLaneContender],
    ];
    const measured = await alternate(
      size > OURS_ALONE ? contenders.slice(0, 1) : contenders,
      size < STEADY ? ROUNDS : 1,
    );
    print(summary(`Renewal run, ${figure(size)} due`, measured, ['perSecond', 'ms', 'cpu', 'databaseCpu']));
    const named = ({ name }: Contender) => measured.find((way) => way.name === name);
    const [oneLane, covered] = [named(oneLaneContender), named(coveredContender)];
    return { ways: measured.filter((way) => way !== oneLane && way !== covered), oneLane, covered };
  } finally {
    await sql.end();
  }
}

/** A comparison of different work would mean nothing. */
async function requireRows(
  databaseUrl: string,
  providerId: string,
  size: number,
  { withAudit, isCovered = false }: { withAudit: boolean; isCovered?: boolean },
) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const left = await rowsLeft(sql, providerId, withAudit).finally(() => sql.end());
  const kinds = [
    'billing.cycle_ending',
    'cycle ACTIVE COMPLETED',
    isCovered ? 'cycle SCHEDULED COMPLETED' : 'cycle SCHEDULED PENDING',
    isCovered ? 'invoice RENEWAL PAID' : 'invoice RENEWAL OPEN',
    'mail INVOICE HELD',
    ...(withAudit ? ['subscription.renewal_window'] : []),
  ];
  const expected = kinds.map((kind) => `${kind}: ${size}`).join('\n');
  if (left !== expected) throw new Error(`The renewals left:\n${left}\n\nand not:\n${expected}`);
}
