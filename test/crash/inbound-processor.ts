import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/client.ts';
import { processDueEvents } from '../../server/domain/inbound-event/process-due.ts';

// Processes one provider's inbound events in a loop, as a process that tests kill.

openDatabase(process.env.DATABASE_URL ?? '', 8);
process.send?.('at work');
for (;;) {
  const { more } = await processDueEvents({ providerId: process.env.PROVIDER_ID ?? '', budgetMs: 5_000 });
  if (!more) await sleep(10);
}
