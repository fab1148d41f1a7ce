import { randomBytes } from 'node:crypto';
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

const usage = `Usage: npm run radius:role -- [--password PASSWORD] [--freeradius]

  --password    FreeRADIUS's password; generated and printed when absent
  --freeradius  prints the connection as lines of FreeRADIUS's configuration, with the password`;

await runCli(usage, async () => {
  const { values } = parseArgs({
    options: { password: { type: 'string' }, freeradius: { type: 'boolean', default: false } },
  });
  const password = values.password ?? randomBytes(24).toString('base64url');
  if (!isRolePassword(password)) {
    throw new UsageError(
      '--password must have 1 to 128 characters of ASCII, without spaces, quotes and backslashes.',
    );
  }

  const url = await withDatabase(async (location) => {
    await prepareRadiusRole(database().sql, password);
    return location;
  });
  const settings = {
    role: RADIUS_ROLE,
    database: decodeURIComponent(url.pathname.slice(1)),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || '5432',
    schema: RADIUS_SCHEMA,
    ...(values.password === undefined ? { password } : {}),
  };
  if (values.freeradius) {
    process.stdout.write(freeRadiusConnection({ ...settings, password }));
    return;
  }
  for (const [name, value] of Object.entries(settings)) process.stdout.write(`${name}=${value}\n`);
});
