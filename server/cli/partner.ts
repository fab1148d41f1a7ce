import { parseArgs } from 'node:util';
import { createCredential } from '../auth/credentials.ts';
import { asOperator } from '../domain/partner/as-operator.ts';
import { closeAccount, resumeAccount, suspendAccount } from '../domain/partner/change-status.ts';
import { newOwnerPassword } from '../domain/partner/new-owner-password.ts';
import { listPartners, type PartnerAccount, showPartner } from '../domain/partner/read.ts';
import { runCli, UsageError, withDatabase } from './command.ts';

const usage = `Usage: npm run partner -- COMMAND [ACCOUNT] [--json]

  list                                     all accounts
  show ACCOUNT                             an account, its team and its API keys
  suspend ACCOUNT                          refuse its API and portal; billing, deliveries and RADIUS continue
  resume ACCOUNT                           end a suspension
  close ACCOUNT --name NAME                close it for good; NAME is its name, as a confirmation
  new-key ACCOUNT [--label LABEL]          a further API key
  new-owner-password ACCOUNT --email EMAIL a new password for an owner

ACCOUNT is the provider id, prv_…. partner:create makes an account.
  --json   the result as JSON, alone on standard output`;

type Options = { account: string; name?: string; label: string; email?: string };

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
  resume: (options) => changed(options, resumeAccount),
  close: async (options) => {
    const { name } = await showPartner(options.account);
    if (options.name !== name) throw new UsageError(`--name must be the name of the account: ${name}`);
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
};

await runCli(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      label: { type: 'string', default: 'Made by the operator' },
      email: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [name = '', account, ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name ? `There is no command ${name}.` : 'A command is missing.');
  if (rest.length > 0 || (account !== undefined) !== (name !== 'list')) {
    throw new UsageError(name === 'list' ? 'list takes no account.' : `${name} takes one account.`);
  }
  const { json, text } = await withDatabase(() => command({ ...values, account: account ?? '' }));
  process.stdout.write(`${values.json ? JSON.stringify(json) : text}\n`);
});

async function changed({ account }: Options, change: typeof suspendAccount): Promise<Result> {
  await asOperator(account, change);
  const found = await showPartner(account);
  return { json: found, text: line(found) };
}

function line({ providerId, name, livemode, status, subscribers }: PartnerAccount): string {
  const kind = livemode ? 'live' : 'sandbox';
  return `${providerId}  ${status.padEnd(9)}  ${kind.padEnd(7)}  ${subscribers} subscribers  ${name}`;
}
