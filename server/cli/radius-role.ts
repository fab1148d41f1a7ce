import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { database } from '../db/client.ts';
import {
  freeRadiusConnection,
  isRolePassword,
  prepareRadiusRole,
  RADIUS_ROLE,
  RADIUS_SCHEMA,
} from '../radius/database-role.ts';
import { runCli, UsageError, withDatabase } from './command.ts';

const usage = `Usage: npm run radius:role -- [--password-file FILE] [--freeradius]

  --password-file  a file with FreeRADIUS's password; generated and printed when absent
  --freeradius     prints the connection as lines of FreeRADIUS's configuration, with the password`;

await runCli(usage, async () => {
  const { values } = parseArgs({
    options: { 'password-file': { type: 'string' }, freeradius: { type: 'boolean', default: false } },
  });
  const file = values['password-file'];
  // Other accounts of the machine see the arguments of a process, so a password is none.
  const password = file === undefined ? randomBytes(24).toString('base64url') : passwordIn(file);
  const url = await withDatabase(async (location) => {
    await prepareRadiusRole(database().sql, password);
    return location;
  });
  const mode = url.searchParams.get('sslmode') ?? '';
  const settings = {
    role: RADIUS_ROLE,
    database: decodeURIComponent(url.pathname.slice(1)),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || '5432',
    schema: RADIUS_SCHEMA,
    ...(file === undefined ? { password } : {}),
  };
  if (values.freeradius) {
    process.stdout.write(
      freeRadiusConnection({ ...settings, password, verifies: mode.startsWith('verify-') }),
    );
    return;
  }
  for (const [name, value] of Object.entries(settings)) process.stdout.write(`${name}=${value}\n`);
});

function passwordIn(file: string): string {
  let password: string;
  try {
    password = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new UsageError(
      `--password-file: the file cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  if (isRolePassword(password)) return password;
  throw new UsageError(
    'The password must have 1 to 128 characters of ASCII, without spaces, quotes and backslashes.',
  );
}
