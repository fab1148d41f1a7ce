import { type Figure, type Kind, type Measured, median, ratios, values } from './measure.ts';

/** What a ratio has to reach; without a second party, what our own figure has to. */
export type Target = { atLeast: number } | { atMost: number };

/** One line of the closing tables. */
export type Line = {
  work: string;
  figure: Figure;
  ours: Measured;
  /** Whom we are compared with; nobody for a figure that stands alone. */
  theirs?: Measured;
  target?: Target;
};

/**
 * Lines for everybody a work was measured with. The target is for the baseline; without one, our figure stands alone.
 */
export function compare(work: string, figure: Figure, measured: Measured[], target?: Target): Line[] {
  const [ours, ...others] = measured;
  if (!ours) return [];
  const alone = others.some(({ kind }) => kind === 'baseline') ? [] : [{ work, figure, ours, target }];
  return [...alone, ...others.map((theirs) => ({ work, figure, ours, theirs, target }))];
}

const units: Record<Figure, (value: number) => string> = {
  perSecond: (value) => `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })}/s`,
  p50: milliseconds,
  p95: milliseconds,
  p99: milliseconds,
  ms: milliseconds,
  cpu: (value) => `${value.toFixed(0)} µs`,
  bytes: (value) =>
    value < 2 ** 20 ? `${(value / 2 ** 10).toFixed(0)} KiB` : `${(value / 2 ** 20).toFixed(0)} MiB`,
};

function milliseconds(value: number): string {
  if (value >= 10_000) return `${(value / 1_000).toFixed(1)} s`;
  return value < 10 ? `${value.toFixed(2)} ms` : `${value.toFixed(0)} ms`;
}

/** A figure as people read it. */
export const written = (figure: Figure, value: number) => units[figure](value);

const captions: Record<Figure, string> = {
  ...{ perSecond: '', ms: '', bytes: '', cpu: ', CPU' },
  ...{ p50: ', p50', p95: ', p95', p99: ', p99' },
};

/** What each contender gave: medians of its rounds. */
export function summary(title: string, measured: Measured[], figures: Figure[]): string {
  const line = (one: Measured) =>
    figures
      .map((figure) => `${captions[figure].slice(2)} ${written(figure, median(values(one, figure)))}`.trim())
      .join('   ');
  return [`\n${title}`, ...measured.map((one) => `  ${one.name.padEnd(36)} ${line(one)}`)].join('\n');
}

const titles: Record<Exclude<Kind, 'ours'>, [title: string, column: string]> = {
  baseline: ['Against bare baselines', 'Baseline'],
  reference: ['Against ourselves at another commit', 'Reference'],
  peer: ['Against peers', 'Peer'],
};

/** Three tables in Markdown: baselines, the reference commit, peers. An empty one is left out. */
export function tables(lines: Line[]): string {
  return (['baseline', 'reference', 'peer'] as const)
    .flatMap((kind) => {
      const of = lines.filter(({ theirs }) => (theirs?.kind ?? 'baseline') === kind);
      if (of.length === 0) return [];
      const [title, column] = titles[kind];
      const hasTargets = kind === 'baseline';
      const head = ['Work', 'Ours', column, 'Ratio', 'Spread', ...(hasTargets ? ['Target'] : [])];
      const rows = of.map((line) => cells(line).slice(0, head.length));
      const text = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
      return [`${title}\n\n${text.join('\n')}`];
    })
    .join('\n\n');
}

function cells({ work, figure, ours, theirs, target }: Line): string[] {
  const own = median(values(ours, figure));
  const shares = theirs ? ratios(ours, theirs, figure) : [];
  const reached = theirs ? median(shares) : own;
  const other = theirs ? `${theirs.name}: ${written(figure, median(values(theirs, figure)))}` : '–';
  const spread = `${Math.min(...shares).toFixed(2)}–${Math.max(...shares).toFixed(2)}`;
  return [
    work + captions[figure],
    written(figure, own),
    other,
    theirs ? reached.toFixed(2) : '–',
    theirs ? spread : '–',
    target ? judged(target, reached, theirs ? (value) => value.toFixed(2) : units[figure]) : '–',
  ];
}

function judged(target: Target, reached: number, write: (value: number) => string): string {
  const [sign, limit, met] =
    'atLeast' in target
      ? ['≥', target.atLeast, reached >= target.atLeast]
      : ['≤', target.atMost, reached <= target.atMost];
  return `${sign} ${write(limit)}, ${met ? 'met' : 'missed'}`;
}
