import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/client.ts';
import { drainDue } from '../../server/domain/scheduling/run.ts';

// Runs one provider's due work in a loop, as a process that tests kill.

// The process ends with its parent.
process.once('disconnect', () => process.exit());
openDatabase(process.env.DATABASE_URL ?? '', 4);
process.send?.('at work');
for (;;) {
  const { more } = await drainDue({ providerId: process.env.PROVIDER_ID ?? '', budgetMs: 5_000 });
  if (!more) await sleep(10);
}
