import { parseArgs } from 'node:util';
import { rotateSecondFactors } from '../auth/rotate-second-factors.ts';
import { type Rotated, sealAgain } from '../domain/secrets/rotate.ts';
import { env } from '../env.ts';
import { createLog } from '../log.ts';
import { securityEvent } from '../security-log.ts';
import { runCli, UsageError, withDatabase } from './command.ts';

const usage = `Usage: npm run secrets:rotate

Encrypts all stored secrets with SECRETS_KEY that are encrypted with SECRETS_KEY_PREVIOUS. Servers with both keys may run
meanwhile. It may be ended and run again; a run that finds nothing to do shows that SECRETS_KEY_PREVIOUS is no longer needed.`;

await runCli(usage, async () => {
  parseArgs({ options: {} });
  if (!env.SECRETS_KEY_PREVIOUS)
    throw new UsageError('Set SECRETS_KEY_PREVIOUS to the key before SECRETS_KEY.');
  let sealedAgain = 0;
  let unreadable = 0;
  const report = (rotated: Rotated) => {
    sealedAgain += rotated.sealedAgain;
    unreadable += rotated.unreadable;
    const lost = rotated.unreadable > 0 ? `, ${rotated.unreadable} that no key opens` : '';
    process.stdout.write(
      `${rotated.name.padEnd(36)} ${rotated.texts} found, ${rotated.sealedAgain} encrypted again${lost}\n`,
    );
  };
  await withDatabase(async () => {
    await sealAgain(report);
    report({ name: 'staff_two_factor', ...(await rotateSecondFactors()) });
  });
  const outcome = unreadable > 0 ? 'failure' : 'success';
  securityEvent(
    { event: 'secrets.rotated', outcome, details: { sealedAgain, unreadable } },
    createLog('info', process.stderr),
  );
  if (unreadable > 0)
    throw new Error(
      `${unreadable} texts were encrypted with neither key. Keep both keys, and find the key that is missing.`,
    );
  process.stdout.write(
    sealedAgain > 0
      ? 'All secrets have SECRETS_KEY. Once every server was restarted with it, run this once more.\n'
      : 'Nothing has the key before. SECRETS_KEY_PREVIOUS can be removed.\n',
  );
});
