import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, demarcs } from './bench.ts';
import { build, startBuilt } from './built.ts';
import { alternate, type Contender, part } from './measure.ts';
import { compare, type Line, summary } from './report.ts';

/** How long a server runs without requests before its memory is read. */
const IDLE_MS = 10_000;

type Starts = { first: number; later: number; memory: number };

/** The first start of a built checkout, with a year of demo data; a later one; and the memory it holds at rest. */
export async function starts(bench: Bench): Promise<Line[]> {
  const contenders: Contender<Starts>[] = [];
  for (const demarc of demarcs(bench)) {
    await build(demarc);
    const run = async (): Promise<Starts> => {
      const dataDir = await mkdtemp(join(bench.dataDir, 'start-'));
      // Under root the database runs as another user, who needs access.
      await chmod(dataDir, 0o711);
      const first = await startBuilt(bench, demarc, { DATA_DIR: dataDir });
      await first.stop();
      const later = await startBuilt(bench, demarc, { DATA_DIR: dataDir });
      await sleep(bench.quick ? IDLE_MS / 10 : IDLE_MS);
      const memory = await later.memory();
      await later.stop();
      return { first: first.readyMs, later: later.readyMs, memory };
    };
    contenders.push({ name: demarc.name, kind: demarc.kind, run });
  }
  const measured = await alternate(contenders, bench.quick ? 1 : 3);
  const first = part(measured, (round) => ({ ms: round.first }));
  const later = part(measured, (round) => ({ ms: round.later }));
  const memory = part(measured, (round) => ({ bytes: round.memory }));
  bench.print(summary('First start', first, ['ms']));
  bench.print(summary('Later start', later, ['ms']));
  bench.print(summary('Memory at rest', memory, ['bytes']));
  return [
    ...compare('first start, with a year of demo data', 'ms', first, { ours: { atMost: 5_000 } }),
    ...compare('later start', 'ms', later, { ours: { atMost: 800 } }),
    ...compare('memory at rest after a later start', 'bytes', memory, { ours: { atMost: 200 * 2 ** 20 } }),
  ];
}
