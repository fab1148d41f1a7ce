import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createCredential } from '../auth/credentials.ts';
import { accessCredentialCreate } from '../contract/portal/access-credential.ts';
import { eraseAccount, eraseRows } from '../domain/account-archive/erase.ts';
import { exportAccount } from '../domain/account-archive/export.ts';
import { importAccount } from '../domain/account-archive/import.ts';
import { readCells, withCells } from '../domain/account-move/cells.ts';
import { writeMap } from '../domain/account-move/map.ts';
import { cancelMove, type Moved, moveAccount } from '../domain/account-move/move.ts';
import { asOperator } from '../domain/partner/as-operator.ts';
import {
  closeAccount,
  pauseAccount,
  resumeAccount,
  suspendAccount,
} from '../domain/partner/change-status.ts';
import { newOwnerPassword } from '../domain/partner/new-owner-password.ts';
import { listPartners, type PartnerAccount, showPartner } from '../domain/partner/read.ts';
import { createLog } from '../log.ts';
import { runCli, UsageError, withDatabase } from './command.ts';

const usage = `Usage: npm run partner -- COMMAND [ACCOUNT] [--json]

  list                                     all accounts
  show ACCOUNT                             an account, its team and its API keys
  suspend ACCOUNT                          refuse its API and portal; billing, deliveries and RADIUS continue
  pause ACCOUNT                            refuse its API and portal for the moment, and run nothing; RADIUS continues
  resume ACCOUNT                           end a suspension or a pause
  close ACCOUNT --name NAME                close it for good; NAME is its name, as a confirmation
  new-key ACCOUNT [--label LABEL]          a further API key
  new-owner-password ACCOUNT --email EMAIL a new password for an owner
  export ACCOUNT --to FILE                 all its rows as an archive
  import --from FILE                       an archive into this database; the account is paused
  erase ACCOUNT --name NAME                delete all rows of a closed account, or of one that was moved
  move ACCOUNT --to CELL                   to another cell, with a pause of seconds; continues an unfinished move
  move ACCOUNT --cancel                    end an unfinished move; the account stays in its cell

ACCOUNT is the provider id, prv_…. partner:create makes an account.
  --json         the result as JSON, alone on standard output
  --cells FILE   the cells, for move; default /etc/demarc/cells.json`;

type Options = {
  account: string;
  name?: string;
  label: string;
  email?: string;
  to?: string;
  from?: string;
  cancel: boolean;
  cells: string;
};

/** A result as JSON, and as text. */
type Result = { json: unknown; text: string };

type Command = (options: Options) => Promise<Result>;

const commands: Record<string, Command> = {
  list: async () => {
    const accounts = await listPartners();
    return { json: accounts, text: accounts.map(line).join('\n') };
  },
  show: async ({ account }) => {
    const { team, keys, ...found } = await showPartner(account);
    const text = [
      line(found),
      `  Organisation  ${found.organisation}`,
      `  Time zone     ${found.timeZone}`,
      `  Created       ${found.createdAt}`,
      ...(found.otherCell ? [`  Cell          ${found.otherCell}`] : []),
      ...team.map(({ email, role }) => `  ${role.padEnd(13)} ${email}`),
      ...keys.map(
        ({ accessId, label, lastUsedAt, expiresAt }) =>
          `  API key       ${accessId}  ${label}, last used ${lastUsedAt ?? 'never'}${expiresAt ? `, expires ${expiresAt}` : ''}`,
      ),
    ].join('\n');
    return { json: { ...found, team, keys }, text };
  },
  suspend: (options) => changed(options, suspendAccount),
  pause: (options) => changed(options, pauseAccount),
  resume: (options) => changed(options, resumeAccount),
  close: async (options) => {
    await requireName(options);
    return changed(options, closeAccount);
  },
  'new-key': async ({ account, label }) => {
    if (!accessCredentialCreate.safeParse({ label }).success)
      throw new UsageError('--label must have 1 to 100 characters.');
    const { accessId, accessSecret } = await asOperator(account, (scope) =>
      createCredential(scope, { label }),
    );
    const text = `Access id      ${accessId}\nAccess secret  ${accessSecret}\n\nThe secret is shown this once.`;
    return { json: { accessId, accessSecret }, text };
  },
  'new-owner-password': async ({ account, email }) => {
    if (!email) throw new UsageError('--email is missing.');
    const address = email.toLowerCase();
    const ownerPassword = await asOperator(account, (scope) => newOwnerPassword(scope, { email: address }));
    const text = `Owner password  ${ownerPassword}\n\nIt is shown this once, and has to be changed at the next sign-in.`;
    return { json: { ownerEmail: address, ownerPassword }, text };
  },
  export: async ({ account, to }) => {
    if (!to) throw new UsageError('--to must be a file.');
    const { tables, ...archive } = await exportAccount(account, resolve(to));
    const text = `${archive.file}\nSHA-256  ${archive.sha256}\n${rowsOf(tables)}\n\nThe archive has passwords and personal data. Store it encrypted.`;
    return { json: { ...archive, tables }, text };
  },
  import: async ({ from }) => {
    if (!from) throw new UsageError('--from must be a file.');
    const { hasPreviousKey, ...imported } = await importAccount(resolve(from));
    const rotate = hasPreviousKey ? '\nIts secrets have SECRETS_KEY_PREVIOUS: run secrets:rotate.' : '';
    const text = `${imported.providerId}  ${imported.name}\n${rowsOf(imported.tables)}\n\nAll rows equal those of the archive. The account is paused until it is resumed.${rotate}`;
    return { json: { ...imported, hasPreviousKey }, text };
  },
  erase: async (options) => {
    await requireName(options);
    const erased = await eraseAccount(options.account, createLog('info', process.stderr));
    const lines = Object.entries(erased).map(([table, rows]) => `  ${table.padEnd(26)} ${rows}`);
    return { json: erased, text: ['Erased rows', ...lines].join('\n') };
  },
};

/** Commands that open the databases of all cells. */
const ofCells: Record<string, Command> = {
  move: async ({ account, to, cancel, cells }) => {
    if (cancel === (to !== undefined)) throw new UsageError('move takes either --to or --cancel.');
    const known = await readCells(resolve(cells));
    return withCells(known, async (open) => {
      if (!to) return cancelled(await cancelMove(open, account), account);
      // A router that takes no map would send the account to the wrong cell afterwards.
      if (known.router) await writeMap(open, known);
      const report = (line: string) => void process.stderr.write(`${line}\n`);
      const moved = await moveAccount(open, { providerId: account, to, report });
      if (known.router) await writeMap(open, known);
      return { json: moved, text: movedText(moved) };
    });
  },
};

await runCli(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      label: { type: 'string', default: 'Made by the operator' },
      email: { type: 'string' },
      to: { type: 'string' },
      from: { type: 'string' },
      cancel: { type: 'boolean', default: false },
      cells: { type: 'string', default: '/etc/demarc/cells.json' },
      json: { type: 'boolean', default: false },
    },
  });
  const [name = '', account, ...rest] = positionals;
  const command = commandOf(name);
  if (!command) throw new UsageError(name ? `There is no command ${name}.` : 'A command is missing.');
  const takesAccount = name !== 'list' && name !== 'import';
  if (rest.length > 0 || (account !== undefined) !== takesAccount) {
    throw new UsageError(`${name} takes ${takesAccount ? 'one' : 'no'} account.`);
  }
  const options = { ...values, account: account ?? '' };
  const { json, text } = await command(options);
  process.stdout.write(`${values.json ? JSON.stringify(json) : text}\n`);
});

function commandOf(name: string): Command | undefined {
  if (Object.hasOwn(ofCells, name)) return ofCells[name];
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return command && ((options) => withDatabase(() => command(options)));
}

/** Ends a move, and removes what was copied. */
async function cancelled(
  { home, copies }: Awaited<ReturnType<typeof cancelMove>>,
  providerId: string,
): Promise<Result> {
  for (const { cell } of copies) await eraseRows(cell.database.sql, providerId);
  const json = { providerId, name: home.name, cell: home.cell.name, status: home.status };
  return { json, text: `${providerId}  ${home.status}  stays in the cell ${json.cell}  ${home.name}` };
}

function movedText({ providerId, name, from, to, copied, pausedMs }: Moved): string {
  if (pausedMs === null) return `${providerId}  ${name} is in the cell ${to}.`;
  return [
    `${providerId}  ${name} moved from the cell ${from} to ${to}.`,
    `Copied in service ${copied.inService} rows, in the pause ${copied.paused}. All rows of both cells are equal.`,
    `Paused for ${(pausedMs / 1_000).toFixed(1)} s.`,
  ].join('\n');
}

async function changed({ account }: Options, change: typeof suspendAccount): Promise<Result> {
  await asOperator(account, change);
  const found = await showPartner(account);
  return { json: found, text: line(found) };
}

/** A confirmation of what cannot be undone. */
async function requireName({ account, name }: Options): Promise<void> {
  const { name: expected } = await showPartner(account);
  if (name !== expected) throw new UsageError(`--name must be the name of the account: ${expected}`);
}

function rowsOf(tables: Record<string, { rows: number }>): string {
  const filled = Object.values(tables).filter(({ rows }) => rows > 0);
  return `${filled.reduce((sum, { rows }) => sum + rows, 0)} rows of ${filled.length} tables`;
}

function line({ providerId, name, livemode, status, subscribers }: PartnerAccount): string {
  const kind = livemode ? 'live' : 'sandbox';
  return `${providerId}  ${status.padEnd(9)}  ${kind.padEnd(7)}  ${subscribers} subscribers  ${name}`;
}
