import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { processDueEvents, providersWithDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import { useApi } from './api.ts';
import { readGuide, runCommands } from './guide-commands.ts';

const api = useApi();

test('the commands of the Splynx guide print the output in the guide', { timeout: 120_000 }, async () => {
  const { commands, outputs } = readGuide('connect-splynx.md');
  let isOver = false;
  const running = runCommands(api.base, commands.join('')).finally(() => {
    isOver = true;
  });
  // Stands for the job, which a server has beside its API.
  while (!isOver) {
    for (const providerId of await providersWithDueEvents())
      await processDueEvents({ providerId, budgetMs: 5_000 });
    await sleep(50);
  }
  expect(await running).toEqual(outputs);
});
