import { setTimeout as sleep } from 'node:timers/promises';
import { runDueRows } from '../../server/api/run-job.ts';
import { openDatabase } from '../../server/db/client.ts';

// Runs the rows of one provider's jobs in a loop, as a process that tests kill.

openDatabase(process.env.DATABASE_URL ?? '', 8);
process.send?.('at work');
for (;;) {
  const { more } = await runDueRows({ providerId: process.env.PROVIDER_ID ?? '', budgetMs: 5_000 });
  if (!more) await sleep(10);
}
