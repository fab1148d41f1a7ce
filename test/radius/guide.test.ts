import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { languages, outputsOf, readGuide, runSteps } from '../contract/guide-code.ts';
import { customerOf } from './line.ts';
import { useNetwork } from './network.ts';

const network = useNetwork();

test('the code of the guide prints the output in the guide, in the shell and in TypeScript', async () => {
  const partner = await network.api.partner();
  await customerOf(partner, { plan: { downloadSpeedMbps: 20, uploadSpeedMbps: 5 } });
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
    // The program in TypeScript finds the session that the shell has started.
    for (const language of languages) {
      const printed = await runSteps(language, steps, network.api.base, { accessId, accessSecret }, env);
      expect(printed).toEqual(outputsOf(language, steps));
    }
  } finally {
    isOver = true;
    await job;
  }
}, 60_000);
