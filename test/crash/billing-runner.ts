import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/client.ts';
import { drainDue } from '../../server/domain/scheduling/run.ts';

// Works off what falls due for one provider, again and again, in a process of its own, to be killed.

// Nobody is left to kill it when its parent is gone.
process.once('disconnect', () => process.exit());
openDatabase(process.env.DATABASE_URL ?? '', 4);
process.send?.('at work');
for (;;) {
  const { more } = await drainDue({ providerId: process.env.PROVIDER_ID ?? '', budgetMs: 5_000 });
  if (!more) await sleep(10);
}
