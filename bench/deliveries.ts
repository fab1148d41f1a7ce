import { exampleEvent } from '../server/contract/examples/events.ts';
import { type Bench, demarcs, figure, stopAtEnd } from './bench.ts';
import type { Cost } from './cost.ts';
import { alternate, type Figures, type Kind } from './measure.ts';
import { installPeer, runPeer } from './peers.ts';
import { startReceivers } from './processes.ts';
import { startRedis } from './redis.ts';
import { compare, type Line, summary } from './report.ts';

const ROUNDS = 3;
const MANY = 200;
/** Deliveries before those that are counted, as many as requests before a round of load. */
const WARM_UP = 10_000;
const QUICK_WARM_UP = 4_000;
const body = JSON.stringify(exampleEvent('payment.received'));
const queues = ['pg-boss', 'graphile-worker', 'bullmq'] as const;

/**
 * Deliveries to one receiver on this machine and to many: ours, from the claim to the log, beside a loop that signs and
 * sends and has no database, and beside three queues; and ours once more with a second receiver that never answers.
 */
export async function deliveries(bench: Bench): Promise<Line[]> {
  const all = bench.quick ? 4_000 : 20_000;
  const { urls, stop } = await stopAtEnd(bench, startReceivers(bench.ours.bundle, MANY, bench.dataDir));
  const one = urls.slice(0, 1);
  const lines = [...(await deliver(bench, one, all)), ...(await deliver(bench, urls, all))];
  await stop();
  return lines;
}

/** @param all number of deliveries */
async function deliver(bench: Bench, receivers: string[], all: number): Promise<Line[]> {
  const { ours, print } = bench;
  const { databaseUrl } = ours;
  const isOne = receivers.length === 1;
  const contender = (name: string, kind: Kind, work: () => Promise<Pick<Cost, 'ms'> & Partial<Cost>>) => ({
    ...{ name, kind },
    async run(): Promise<Figures> {
      const { ms, cpu, databaseCpu } = await work();
      return {
        perSecond: (all * 1_000) / ms,
        ...(cpu === undefined ? {} : { cpu: cpu / all }),
        ...(databaseCpu == null ? {} : { databaseCpu: databaseCpu / all }),
      };
    },
  });
  const job = {
    receivers,
    events: all / receivers.length,
    warmUp: (bench.quick ? QUICK_WARM_UP : WARM_UP) / receivers.length,
  };
  const contenders = [
    ...demarcs(bench).map((demarc) =>
      contender(demarc.name, demarc.kind, () => demarc.deliver({ ...job, kind: 'ours' })),
    ),
    contender('an undici loop that signs and sends, no database', 'baseline', () =>
      ours.deliver({ ...job, kind: 'bare' }),
    ),
  ];
  for (const queue of queues) {
    if (!(await installPeer(bench, queue))) continue;
    const redis = queue === 'bullmq' ? await startRedis(bench) : null;
    if (queue === 'bullmq' && !redis) continue;
    contenders.push(
      contender(queue, 'peer', () =>
        runPeer(bench, queue, { ...job, body, databaseUrl, redisPort: redis?.port }),
      ),
    );
  }
  const unresponsive = `${receivers[0]}/never`;
  const besideUnresponsive = contender(`beside a receiver that never answers`, 'ours', () =>
    ours.deliver({ ...job, unresponsive, kind: 'ours' }),
  );
  if (isOne) contenders.push(besideUnresponsive);
  const measured = await alternate(contenders, ROUNDS);
  const whom = isOne ? 'one receiver' : `${figure(receivers.length)} receivers`;
  const work = `outbound deliveries to ${whom}`;
  print(summary(`${figure(all)} ${work}`, measured, ['perSecond', 'cpu', 'databaseCpu']));
  const [own] = measured;
  const measuredBeside = measured.find(({ name }) => name === besideUnresponsive.name);
  const others = measured.filter((one) => one !== measuredBeside);
  const lines = compare(work, 'perSecond', others, {
    baseline: { atLeast: 0.5 },
    reference: { atLeast: 1.5 },
    peer: { atLeast: 1 },
  });
  if (!own || !measuredBeside) return lines;
  const without = { ...own, kind: 'baseline', name: 'without it' } as const;
  return [
    ...lines,
    ...compare(`${work}, beside one that never answers`, 'perSecond', [measuredBeside, without], {
      baseline: { atLeast: 0.9 },
    }),
  ];
}
