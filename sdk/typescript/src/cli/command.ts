import { parseArgs } from 'node:util';

/** The options of a command, in the form of `parseArgs`. */
type OptionTable = Readonly<
  Record<
    string,
    { type: 'string' | 'boolean'; short?: string; multiple?: boolean; about: string; value?: string }
  >
>;

export type Given = {
  positionals: string[];
  /** The value of an option. */
  text(name: string): string | undefined;
  /** All values of an option that can be repeated. */
  texts(name: string): string[];
  /** Whether an option without a value is given. */
  has(name: string): boolean;
};

/** A command of `demarc`. */
export type Command = {
  /** What follows `demarc`, such as `clock advance DURATION`. */
  usage: string;
  /** One line of the overview. */
  summary: string;
  /** More for `--help`. */
  details?: string;
  options?: OptionTable;
  /** The words that can follow the command, and the values of its options by their names. */
  words?: readonly string[];
  values?: Readonly<Record<string, () => readonly string[]>>;
  run(given: Given, io: Io): Promise<void>;
};

/** Where a command writes. */
export type Io = {
  /** Whether `--json` is given: results are JSON, one value a line. */
  json: boolean;
  /** A result: text for people, or a value as JSON. */
  result(text: string, value: unknown): void;
  /** Progress, on standard error. Not with `--json`. */
  note(text: string): void;
};

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {}

/** The command could not do its work: exit code 1. */
export class CommandError extends Error {}

/** The options of all commands. */
export const common: OptionTable = {
  json: { type: 'boolean', about: 'Print JSON, one value a line.' },
  profile: { type: 'string', value: 'NAME', about: 'Use the server and the credentials of this profile.' },
  help: { type: 'boolean', short: 'h', about: 'Print this help.' },
};

/** @throws UsageError for an unknown option */
export function parse(command: Command, args: string[]): Given {
  const options = { ...command.options, ...common };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return {
      positionals,
      text: (name) => {
        const value = values[name];
        return typeof value === 'string' ? value : undefined;
      },
      texts: (name) => [values[name] ?? []].flat().map(String),
      has: (name) => values[name] === true,
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The help of a command. */
export function helpOf({ usage, summary, details, options = {} }: Command): string {
  const rows = Object.entries({ ...options, ...common }).map(([name, { short, value, about }]) => [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    about,
  ]);
  return [
    `Usage: demarc ${usage}`,
    summary,
    ...(details ? [details.trim()] : []),
    `Options:\n${columns(rows)}`,
  ].join('\n\n');
}

/** Rows with aligned columns, indented. */
export function columns(rows: readonly (readonly (string | undefined)[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell = '', i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  return rows
    .map((row) => `  ${row.map((cell = '', i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
