import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadScheduleD } from '../domain/schedule-d/load.ts';
import { runCli, UsageError, withDatabase } from './command.ts';

const usage = `Usage: npm run schedule-d:load -- FILE

  FILE  a CSV with the headings planType,currency,minSpeedMbps,maxSpeedMbps,floorAmount,effectiveFrom`;

await runCli(usage, async () => {
  const { positionals } = parseArgs({ options: {}, allowPositionals: true });
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new UsageError('Give exactly one file.');
  const csv = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${error.code ?? error.message}).`);
  });

  const { added, changed, unchanged } = await withDatabase(() => loadScheduleD(csv));
  process.stdout.write(`Schedule D: ${added} rows added, ${changed} changed, ${unchanged} unchanged.\n`);
});
