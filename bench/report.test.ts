import { expect, it } from 'vitest';
import type { Figures, Kind, Measured } from './measure.ts';
import { compare, formatFigure, tables } from './report.ts';

const measured = (name: string, kind: Kind, ...rounds: Figures[]): Measured => ({ name, kind, rounds });
const ours = measured('Demarc', 'ours', { perSecond: 800 }, { perSecond: 900 }, { perSecond: 1_200 });

it('gives a table each to baselines, the reference commit and peers, with the ratio and its spread', () => {
  const others = [
    measured('bare', 'baseline', { perSecond: 1_000 }, { perSecond: 1_000 }, { perSecond: 1_000 }),
    measured('abc1234', 'reference', { perSecond: 400 }, { perSecond: 450 }, { perSecond: 300 }),
    measured('queue', 'peer', { perSecond: 80 }, { perSecond: 100 }, { perSecond: 100 }),
  ];
  const targets = { baseline: { atLeast: 0.95 }, reference: { atLeast: 1.5 } };
  expect(tables(compare('lists', 'perSecond', [ours, ...others], targets))).toBe(`Against bare baselines

| Work | Ours | Baseline | Ratio | Spread | Target |
| --- | --- | --- | --- | --- | --- |
| lists | 900/s | bare: 1,000/s | 0.90 | 0.80–1.20 | ≥ 0.95, missed |

Against ourselves at another commit, or in an archive

| Work | Ours | Reference | Ratio | Spread | Target |
| --- | --- | --- | --- | --- | --- |
| lists | 900/s | abc1234: 400/s | 2.00 | 2.00–4.00 | ≥ 1.50, met |

Against peers

| Work | Ours | Peer | Ratio | Spread |
| --- | --- | --- | --- | --- |
| lists | 900/s | queue: 100/s | 10.00 | 9.00–12.00 |`);
});

it('our own figure stands alone with its target, also beside a baseline', () => {
  const start = measured('Demarc', 'ours', { ms: 9_500 }, { ms: 12_000 }, { ms: 10_500 });
  const bare = measured('bare', 'baseline', { ms: 5_000 }, { ms: 5_000 }, { ms: 5_000 });
  const targets = { ours: { atMost: 10_000 } };
  const alone = '| first start | 10.5 s | – | – | – | ≤ 10.0 s, missed |';
  expect(tables(compare('first start', 'ms', [start], targets))).toContain(alone);
  expect(tables(compare('first start', 'ms', [start, bare], targets))).toContain(
    `${alone}\n| first start | 10.5 s | bare: 5000 ms | 2.10 | 1.90–2.40 | – |`,
  );
});

it('names the percentile, and a ratio of times is judged by its upper limit', () => {
  const small = measured('of 10,000', 'baseline', { p95: 4 });
  const lines = compare('list', 'p95', [measured('Demarc', 'ours', { p95: 6 }), small], {
    baseline: { atMost: 2 },
  });
  expect(tables(lines)).toContain(
    '| list, p95 | 6.00 ms | of 10,000: 4.00 ms | 1.50 | 1.50–1.50 | ≤ 2.00, met |',
  );
});

it('writes figures with their units', () => {
  expect(formatFigure('perSecond', 12_345.6)).toBe('12,346/s');
  expect(formatFigure('perSecond', 3.14)).toBe('3.1/s');
  expect(formatFigure('ms', 432.4)).toBe('432 ms');
  expect(formatFigure('bytes', 150 * 1_024)).toBe('150 KiB');
  expect(formatFigure('bytes', 224 * 2 ** 20)).toBe('224 MiB');
});
