import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createCredential } from '../auth/credentials.ts';
import { eraseAccount } from '../domain/account-archive/erase.ts';
import { exportAccount } from '../domain/account-archive/export.ts';
import { importAccount } from '../domain/account-archive/import.ts';
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
  erase ACCOUNT --name NAME                delete all rows of a closed account

ACCOUNT is the provider id, prv_…. partner:create makes an account.
  --json   the result as JSON, alone on standard output`;

type Options = { account: string; name?: string; label: string; email?: string; to?: string; from?: string };

/** A result as JSON, and as text. */
type Result = { json: unknown; text: string };

const commands: Record<string, (options: Options) => Promise<Result>> = {
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

await runCli(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      label: { type: 'string', default: 'Made by the operator' },
      email: { type: 'string' },
      to: { type: 'string' },
      from: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [name = '', account, ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name ? `There is no command ${name}.` : 'A command is missing.');
  const takesAccount = name !== 'list' && name !== 'import';
  if (rest.length > 0 || (account !== undefined) !== takesAccount) {
    throw new UsageError(`${name} takes ${takesAccount ? 'one' : 'no'} account.`);
  }
  const { json, text } = await withDatabase(() => command({ ...values, account: account ?? '' }));
  process.stdout.write(`${values.json ? JSON.stringify(json) : text}\n`);
});

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
