import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { outputsOf, pasteSteps, readGuide } from '../contract/guide-code.ts';
import { isShellThere, shellNames } from '../contract/pasted.ts';
import { useNetwork } from './network.ts';

const network = useNetwork();

test('the code of the guide prints the output in the guide, in each shell', async () => {
  const partner = await network.api.partner();
  const { 'x-access-id': accessId, 'x-access-secret': accessSecret } = partner.headers;
  const { auth, accounting } = network.radius.ports;
  const env = { RADIUS: `127.0.0.1:${auth}`, RADIUS_ACCT: `127.0.0.1:${accounting}` };
  const steps = readGuide('connect-freeradius.md');
  let isOver = false;
  // It stands for the job that a server has beside its API.
  const job = (async () => {
    for (; !isOver; await sleep(50)) await processAccounting({ budgetMs: 1_000 });
  })();
  try {
    const run = { base: network.api.base, caller: { accessId, accessSecret }, env };
    for (const shell of shellNames.filter(isShellThere)) {
      const { outputs, screen } = await pasteSteps(shell, 'typed', steps, run);
      expect(outputs, screen).toEqual(outputsOf('sh', steps));
    }
  } finally {
    isOver = true;
    await job;
  }
});
