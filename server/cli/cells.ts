import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Cells, type OpenCell, readCells, withCells } from '../domain/account-move/cells.ts';
import { listAccounts } from '../domain/account-move/list.ts';
import { writeMap } from '../domain/account-move/map.ts';
import { runCli, UsageError } from './command.ts';

const usage = `Usage: npm run cells -- COMMAND [--cells FILE] [--json]

  list   the cells, and how many accounts and subscribers each has
  map    write the map from accounts to cells, and load it into the router

  --cells FILE   the cells; default /etc/demarc/cells.json
  --json         the result as JSON, alone on standard output`;

type Result = { json: unknown; text: string };

const commands: Record<string, (open: OpenCell[], cells: Cells) => Promise<Result>> = {
  list: async (open) => {
    const found = await listAccounts(open);
    const text = found
      .map(
        ({ cell, accounts, subscribers }) =>
          `${cell.padEnd(12)} ${accounts} accounts  ${subscribers} subscribers`,
      )
      .join('\n');
    return { json: found, text };
  },
  map: async (open, cells) => {
    const keys = await writeMap(open, cells);
    return { json: { keys }, text: `${keys} keys in ${cells.router?.map}` };
  },
};

await runCli(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cells: { type: 'string', default: '/etc/demarc/cells.json' },
      json: { type: 'boolean', default: false },
    },
  });
  const [name = '', ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name ? `There is no command ${name}.` : 'A command is missing.');
  if (rest.length > 0) throw new UsageError(`${name} takes no argument.`);
  const cells = await readCells(resolve(values.cells));
  const { json, text } = await withCells(cells, (open) => command(open, cells));
  process.stdout.write(`${values.json ? JSON.stringify(json) : text}\n`);
});
