import { parseArgs } from 'node:util';
import { resetSecondFactorOf } from '../auth/reset-second-factor.ts';
import { cleanedId } from '../contract/clean-text.ts';
import { isEmail, MAX_EMAIL } from '../contract/email-address.ts';
import { createLog } from '../log.ts';
import { securityEvent } from '../security-log.ts';
import { runCli, UsageError, withDatabase } from './command.ts';

const usage = `Usage: npm run staff:reset-second-factor -- --email EMAIL

Deletes the second factor of a person who lost the app and the recovery codes, and ends the person's sessions. Make sure first
that the request comes from that person. The next sign-in needs the password alone, and sets the factor up again where the
organisation requires one.`;

await runCli(usage, async () => {
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  const email = cleanedId(values.email ?? '', MAX_EMAIL).toLowerCase();
  if (!isEmail(email)) throw new UsageError('--email must be an email address.');
  const done = await withDatabase(() => resetSecondFactorOf(email));
  if (!done) throw new Error(`Nobody with the address ${email} works here.`);
  if (!done.hadFactor) throw new Error(`${email} has no second factor.`);
  securityEvent(
    { event: 'second_factor.reset', outcome: 'success', account: email, details: { by: 'operator' } },
    createLog('info', process.stderr),
  );
  process.stdout.write(`The second factor of ${email} is deleted, and all sessions are ended.\n`);
});
