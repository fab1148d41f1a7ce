import { CsvError, parse } from 'csv-parse/sync';
import { planTypes } from '../../contract/enums.ts';
import { asMinor, isCurrency, MAX_AMOUNT, type Minor, minorDigits, ZERO } from '../../contract/money.ts';
import { isCleanText, isInRange, parseInstant } from '../../contract/primitives.ts';
import type { Floor } from '../model/schedule-d/rules.ts';

export type ScheduleDRow = Floor & { effectiveFrom: Date };

/** The faults of a file, line by line. */
export class ScheduleDError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`Schedule D was not loaded:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const headings = [
  'planType',
  'currency',
  'minSpeedMbps',
  'maxSpeedMbps',
  'floorAmount',
  'effectiveFrom',
] as const;
type Cells = Record<(typeof headings)[number], string>;

type Line = { line: number; row: ScheduleDRow };

/**
 * Parses a file of floors. Columns may have any order. Speeds are in Mbps, floors in major units of their currency; a
 * date without a time is its midnight in UTC. Contract: Schedule D.
 * @throws ScheduleDError that lists every invalid line
 */
export function readScheduleD(csv: string): ScheduleDRow[] {
  const [head, ...records] = split(csv);
  if (!head) throw new ScheduleDError(['The file is empty.']);
  const columns = columnsOf(head.cells);
  if (records.length === 0) throw new ScheduleDError(['The file has headings but no rows.']);

  const problems: string[] = [];
  const lines: Line[] = [];
  for (const { line, cells } of records) {
    const found: string[] = [];
    if (cells.length !== head.cells.length) {
      found.push(`has ${cells.length} columns instead of ${head.cells.length}`);
    } else {
      const row = readRow(
        Object.fromEntries(headings.map((name) => [name, cells[columns[name]]])) as Cells,
        found,
      );
      if (row) lines.push({ line, row });
    }
    problems.push(...found.map((problem) => `line ${line}: ${problem}`));
  }
  problems.push(...clashes(lines));
  if (problems.length > 0) throw new ScheduleDError(problems);
  return [...new Map(lines.map(({ row }) => [keyOf(row), row])).values()];
}

function split(csv: string): { line: number; cells: string[] }[] {
  if (!isCleanText(csv)) throw new ScheduleDError(['The file is not UTF-8 text.']);
  try {
    const records: { line: number; cells: string[] }[] = [];
    parse(csv, {
      bom: true,
      trim: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      on_record(cells: string[], { lines }) {
        records.push({ line: lines, cells });
        return null;
      },
    });
    return records;
  } catch (error) {
    if (error instanceof CsvError) throw new ScheduleDError([error.message]);
    throw error;
  }
}

function columnsOf(cells: string[]): Record<keyof Cells, number> {
  const problems = [
    ...headings.filter((name) => !cells.includes(name)).map((name) => `the column ${name} is missing`),
    ...cells
      .filter((name, i) => !headings.some((each) => each === name) || cells.indexOf(name) !== i)
      .map((name) => `the column "${name}" is not one of ${headings.join(', ')}, or is there twice`),
  ];
  if (problems.length > 0) throw new ScheduleDError(problems.map((problem) => `line 1: ${problem}`));
  return Object.fromEntries(headings.map((name) => [name, cells.indexOf(name)])) as Record<
    keyof Cells,
    number
  >;
}

function readRow(cells: Cells, problems: string[]): ScheduleDRow | null {
  const before = problems.length;
  const { planType, currency } = cells;
  if (!planTypes.some((each) => each === planType)) {
    problems.push(`planType "${planType}" is not one of ${planTypes.join(', ')}`);
  }
  if (!isCurrency(currency)) problems.push(`currency "${currency}" is not in ISO 4217`);
  const minSpeedMbps = readSpeed('minSpeedMbps', cells, problems);
  const maxSpeedMbps = readSpeed('maxSpeedMbps', cells, problems);
  if (maxSpeedMbps <= minSpeedMbps) problems.push('maxSpeedMbps must be above minSpeedMbps');
  const floorAmount = readFloor(cells, problems);
  const effectiveFrom = readInstant(cells.effectiveFrom);
  if (!effectiveFrom) {
    problems.push(`effectiveFrom "${cells.effectiveFrom}" is neither a date nor a time with an offset`);
  }
  if (problems.length > before || !effectiveFrom) return null;
  return { planType, currency, minSpeedMbps, maxSpeedMbps, floorAmount, effectiveFrom };
}

function readSpeed(name: 'minSpeedMbps' | 'maxSpeedMbps', cells: Cells, problems: string[]): number {
  if (/^\d{1,7}(\.\d{1,3})?$/.test(cells[name])) return Number(cells[name]);
  problems.push(`${name} "${cells[name]}" is not a speed in Mbps`);
  return Number.NaN;
}

/** Converts major units as text to integer minor units, digit by digit. */
function readFloor({ floorAmount, currency }: Cells, problems: string[]): Minor {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(floorAmount) ?? [];
  if (whole === undefined || Number(whole) > MAX_AMOUNT) {
    problems.push(`floorAmount "${floorAmount}" is not an amount from 0 to ${MAX_AMOUNT}`);
    return ZERO;
  }
  if (!isCurrency(currency)) return ZERO;
  const digits = minorDigits(currency);
  if (fraction.length > digits) {
    problems.push(`floorAmount "${floorAmount}" has more than the ${digits} decimals of ${currency}`);
    return ZERO;
  }
  return asMinor(Number(whole + fraction.padEnd(digits, '0')));
}

function readInstant(value: string): Date | null {
  const at = parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value);
  return at && isInRange(at) ? at : null;
}

/** Faults between tiers of one table: tiers may touch but not overlap, and a repeated tier must have one floor. */
function clashes(lines: Line[]): string[] {
  const problems: string[] = [];
  const tables = new Map<string, Line[]>();
  for (const { line, row } of lines) {
    const table = tables.get(tableOf(row)) ?? [];
    tables.set(tableOf(row), table);
    const earlier = table.find((other) => overlaps(other.row, row));
    if (!earlier) table.push({ line, row });
    else if (keyOf(earlier.row) !== keyOf(row)) {
      problems.push(`line ${line}: the tier overlaps with that of line ${earlier.line}`);
    } else if (earlier.row.floorAmount !== row.floorAmount) {
      problems.push(`line ${line}: another floor than line ${earlier.line} for the same tier`);
    }
  }
  return problems;
}

/** Whether two tiers of one table share a speed. A tier excludes its lower bound and includes its upper one. */
export function overlaps(a: Floor, b: Floor): boolean {
  return a.minSpeedMbps < b.maxSpeedMbps && b.minSpeedMbps < a.maxSpeedMbps;
}

/** The table of a row: rows of a plan type, a currency and an instant take effect together. */
export function tableOf({
  planType,
  currency,
  effectiveFrom,
}: Pick<ScheduleDRow, 'planType' | 'currency' | 'effectiveFrom'>): string {
  return `${planType} ${currency} ${effectiveFrom.toISOString()}`;
}

/** The identity of a row: everything but its floor. */
export function keyOf(row: ScheduleDRow): string {
  return `${tableOf(row)} ${row.minSpeedMbps} ${row.maxSpeedMbps}`;
}
