import type { DeliveryJob, DeliveryResult } from './delivery-run.ts';
import { median } from './measure.ts';
import { runDeliveries, startSink } from './processes.ts';
import type { Row } from './report.ts';

type Bench = {
  databaseUrl: string;
  dataDir: string;
  /** Events to deliver in each round. */
  events: number;
  profile: boolean;
  say(text: string): void;
};

const ROUNDS = 3;

/**
 * Deliveries to a receiver on this machine: ours, from the claim to the log, beside a loop that signs and sends and has
 * no database; and ours once more with a second webhook whose receiver never answers. They take turns.
 */
export async function deliveries({ databaseUrl, dataDir, events, profile, say }: Bench): Promise<Row[]> {
  const sink = await startSink(dataDir);
  const run = (kind: DeliveryJob['kind']): Promise<DeliveryResult> =>
    runDeliveries({ databaseUrl, sinkUrl: sink.address, events, kind }, dataDir, profile && kind === 'ours');
  const perSecond: Record<DeliveryJob['kind'], number[]> = { ours: [], bare: [], 'beside a dead one': [] };
  const kinds = Object.keys(perSecond) as DeliveryJob['kind'][];
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of kinds) perSecond[kind].push(events / ((await run(kind)).ms / 1_000));
  }
  await sink.stop();
  say(`\nDeliveries of ${events.toLocaleString('en')} events to a local receiver`);
  for (const kind of kinds) say(`  ${kind.padEnd(36)} ${median(perSecond[kind]).toFixed(0).padStart(6)}/s`);
  const share = (of: DeliveryJob['kind'], to: DeliveryJob['kind']) =>
    median(perSecond[of].map((figure, i) => figure / (perSecond[to][i] ?? Number.NaN)));
  const ours = share('ours', 'bare');
  const besides = share('beside a dead one', 'ours');
  return [
    {
      what: 'outbound deliveries to a local receiver',
      baseline: 'an undici loop that signs and sends, no database: deliveries/s',
      ratio: ours,
      target: '≥ 0.50',
      met: ours >= 0.5,
    },
    {
      what: 'the same beside a receiver that never answers',
      baseline: 'itself without: deliveries/s',
      ratio: besides,
      target: '≥ 0.90',
      met: besides >= 0.9,
    },
  ];
}
