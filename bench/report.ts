import { type Measured, median, type Round } from './measure.ts';

/** One line of the closing table. */
export type Row = { what: string; baseline: string; ratio: number; target: string; met: boolean };

/** What every target gave: medians of its rounds. */
export function figures(measured: Measured[]): string {
  const line = ({ name, rounds }: Measured) => {
    const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
    const ms = (figure: 'p50' | 'p95' | 'p99') => `${of(figure).toFixed(2)} ms`;
    return `  ${name.padEnd(36)} ${of('perSecond').toFixed(0).padStart(6)}/s   p50 ${ms('p50')}   p95 ${ms('p95')}   p99 ${ms('p99')}   CPU ${of('cpu').toFixed(0)} µs`;
  };
  return measured.map(line).join('\n');
}

/** The ratios, as a table in Markdown. */
export function table(rows: Row[]): string {
  const line = ({ what, baseline, ratio, target, met }: Row) =>
    `| ${what} | ${baseline} | ${ratio.toFixed(2)} | ${target} | ${met ? 'yes' : 'no'} |`;
  return ['| What | Baseline | Ratio | Target | Met |', '|---|---|---|---|---|', ...rows.map(line)].join(
    '\n',
  );
}
