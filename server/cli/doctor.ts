import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeBundle } from '../doctor/bundle.ts';
import type { Result } from '../doctor/check.ts';
import { examine } from '../doctor/examine.ts';
import { env } from '../env.ts';
import { runCli } from './command.ts';

const usage = `Usage: npm run doctor -- [--json] [--bundle FILE]

Checks the installation and changes nothing. The exit code is 1 when a check failed.

  --json         the results as JSON, alone on standard output
  --bundle FILE  also writes the results, settings and sizes for support, without credentials and data of partners`;

const marks: Record<Result['state'], string> = {
  ok: 'ok',
  warning: 'WARNING',
  failed: 'FAILED',
  skipped: '-',
};

await runCli(usage, async () => {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, bundle: { type: 'string' } },
  });
  const results = await examine({ env }, async (context, found) => {
    if (values.bundle) await writeBundle(resolve(values.bundle), context, found);
    return found;
  });
  process.stdout.write(values.json ? `${JSON.stringify(results)}\n` : textOf(results));
  if (results.some(({ state }) => state === 'failed')) process.exitCode = 1;
});

function textOf(results: Result[]): string {
  const lines = results.flatMap(({ check, state, found, look, remedy }) => [
    `${marks[state].padEnd(8)} ${check.padEnd(13)} ${found}`,
    ...(look ? [`${' '.repeat(23)}look at: ${look}`, `${' '.repeat(23)}remedy:  ${remedy}`] : []),
  ]);
  return `${lines.join('\n')}\n`;
}
