import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/client.ts';
import { pushDueServices } from '../../server/domain/external/outbound-sync/push-due.ts';

// Runs outbound sync for one provider in a loop, in a process that a test can kill.

openDatabase(process.env.DATABASE_URL ?? '', 4);
process.send?.('at work');
for (;;) {
  const { more } = await pushDueServices({ providerId: process.env.PROVIDER_ID ?? '', budgetMs: 5_000 });
  if (!more) await sleep(10);
}
