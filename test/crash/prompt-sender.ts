import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/client.ts';
import { sendDuePrompts } from '../../server/domain/payment/send-prompts.ts';

// Sends the prompts of one provider in a loop, in a process that a test can kill.

openDatabase(process.env.DATABASE_URL ?? '', 4);
process.send?.('at work');
for (;;) {
  const { more } = await sendDuePrompts({ providerId: process.env.PROVIDER_ID ?? '', budgetMs: 5_000 });
  if (!more) await sleep(10);
}
