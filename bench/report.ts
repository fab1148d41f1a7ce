import { type Figure, type Kind, type Measured, median, ratios, values } from './measure.ts';

type Target = { atLeast: number } | { atMost: number };

/** The targets of the ratios to each kind of contender, and under `ours` that of our own figure. */
export type Targets = Partial<Record<Kind, Target>>;

/** One line of the closing tables. */
export type Line = {
  work: string;
  figure: Figure;
  ours: Measured;
  /** The contender that ours is compared with; absent for a figure without a comparison. */
  other?: Measured;
  target?: Target;
};

/**
 * One line for each contender other than ours. Our own figure has a line without a comparison if it has a target, or if
 * there is no baseline.
 */
export function compare(work: string, figure: Figure, measured: Measured[], targets: Targets = {}): Line[] {
  const [ours, ...others] = measured;
  if (!ours) return [];
  const isAlone = targets.ours !== undefined || others.every(({ kind }) => kind !== 'baseline');
  const alone = isAlone ? [{ work, figure, ours, target: targets.ours }] : [];
  return [...alone, ...others.map((other) => ({ work, figure, ours, other, target: targets[other.kind] }))];
}

const units: Record<Figure, (value: number) => string> = {
  perSecond: (value) => `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })}/s`,
  p50: milliseconds,
  p95: milliseconds,
  p99: milliseconds,
  ms: milliseconds,
  cpu: microseconds,
  databaseCpu: microseconds,
  bytes: (value) =>
    value < 2 ** 20 ? `${(value / 2 ** 10).toFixed(0)} KiB` : `${(value / 2 ** 20).toFixed(0)} MiB`,
};

function microseconds(value: number): string {
  return `${value.toFixed(0)} µs`;
}

function milliseconds(value: number): string {
  if (value >= 10_000) return `${(value / 1_000).toFixed(1)} s`;
  return value < 10 ? `${value.toFixed(2)} ms` : `${value.toFixed(0)} ms`;
}

/** A figure with its unit. */
export const formatFigure = (figure: Figure, value: number) => units[figure](value);

const captions: Record<Figure, string> = {
  ...{ perSecond: '', ms: '', bytes: '' },
  ...{ cpu: ', CPU', databaseCpu: ', CPU of PostgreSQL' },
  ...{ p50: ', p50', p95: ', p95', p99: ', p99' },
};

/** The figures of each contender: medians of its rounds. */
export function summary(title: string, measured: Measured[], figures: Figure[]): string {
  const line = (one: Measured) =>
    figures
      .filter((figure) => values(one, figure).length > 0)
      .map((figure) =>
        `${captions[figure].slice(2)} ${formatFigure(figure, median(values(one, figure)))}`.trim(),
      )
      .join('   ');
  return [`\n${title}`, ...measured.map((one) => `  ${one.name.padEnd(36)} ${line(one)}`)].join('\n');
}

const titles: Record<Exclude<Kind, 'ours'>, [title: string, column: string]> = {
  baseline: ['Against bare baselines', 'Baseline'],
  reference: ['Against ourselves at another commit, or in an archive', 'Reference'],
  peer: ['Against peers', 'Peer'],
};

/** Tables in Markdown against baselines, the reference commit and peers. Empty tables are omitted. */
export function tables(lines: Line[]): string {
  return (['baseline', 'reference', 'peer'] as const)
    .flatMap((kind) => {
      const of = lines.filter(({ other }) => (other?.kind ?? 'baseline') === kind);
      if (of.length === 0) return [];
      const [title, column] = titles[kind];
      const hasTargets = of.some(({ target }) => target !== undefined);
      const head = ['Work', 'Ours', column, 'Ratio', 'Spread', ...(hasTargets ? ['Target'] : [])];
      const rows = of.map((line) => cells(line).slice(0, head.length));
      const text = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
      return [`${title}\n\n${text.join('\n')}`];
    })
    .join('\n\n');
}

function cells({ work, figure, ours, other, target }: Line): string[] {
  const own = median(values(ours, figure));
  const compared = other ? ratios(ours, other, figure) : [];
  const actual = other ? median(compared) : own;
  const comparison = other ? `${other.name}: ${formatFigure(figure, median(values(other, figure)))}` : '–';
  const spread = `${Math.min(...compared).toFixed(2)}–${Math.max(...compared).toFixed(2)}`;
  return [
    work + captions[figure],
    formatFigure(figure, own),
    comparison,
    other ? actual.toFixed(2) : '–',
    other ? spread : '–',
    target ? verdict(target, actual, other ? (value) => value.toFixed(2) : units[figure]) : '–',
  ];
}

function verdict(target: Target, actual: number, write: (value: number) => string): string {
  const [sign, limit, met] =
    'atLeast' in target
      ? ['≥', target.atLeast, actual >= target.atLeast]
      : ['≤', target.atMost, actual <= target.atMost];
  return `${sign} ${write(limit)}, ${met ? 'met' : 'missed'}`;
}
