import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/client.ts';
import { sendDueEmails } from '../../server/domain/messaging/email/send-due.ts';

// Sends the emails of one provider in a loop. The test kills this process.

openDatabase(process.env.DATABASE_URL ?? '', 4);
process.send?.('at work');
for (;;) {
  const { more } = await sendDueEmails({ providerId: process.env.PROVIDER_ID ?? '', budgetMs: 5_000 });
  if (!more) await sleep(10);
}
