import { parseArgs } from 'node:util';
import { createPartner, partnerInput } from '../domain/partner/create.ts';
import { runCli, UsageError, withDatabase } from './command.ts';

const usage = `Usage: npm run partner:create -- --name NAME --email EMAIL [--live] [--json]

  --name   the partner's name, 1 to 120 characters
  --email  the owner's email address for the sign-in
  --live   a live account; without it, a sandbox account
  --json   the result as JSON, alone on standard output`;

const problems: Record<string, string> = {
  name: '--name must have 1 to 120 characters.',
  email: '--email must be an email address.',
};

await runCli(usage, async () => {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      live: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const input = { name: values.name ?? '', email: values.email ?? '', livemode: values.live };
  const checked = partnerInput.safeParse(input);
  if (!checked.success) {
    const fields = new Set(checked.error.issues.map((issue) => String(issue.path[0])));
    throw new UsageError([...fields].map((field) => problems[field] ?? `${field} is not valid.`).join('\n'));
  }

  const made = await withDatabase(() => createPartner(input));
  if (values.json) {
    process.stdout.write(`${JSON.stringify(made)}\n`);
    return;
  }
  process.stdout.write(`${made.livemode ? 'Live' : 'Sandbox'} account of ${checked.data.name}

  Provider id     ${made.providerId}
  Access id       ${made.accessId}
  Access secret   ${made.accessSecret}
  Owner email     ${made.ownerEmail}
  Owner password  ${made.ownerPassword ?? 'unchanged: this person already has one'}

The secret and the password are shown this once. The password has to be changed at the first sign-in.
`);
});
