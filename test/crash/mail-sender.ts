import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/client.ts';
import { sendDueMails } from '../../server/domain/messaging/email/send-due.ts';

// Sends one provider's mails, again and again, in a process of its own, to be killed.

openDatabase(process.env.DATABASE_URL ?? '', 4);
process.send?.('at work');
for (;;) {
  const { more } = await sendDueMails({ providerId: process.env.PROVIDER_ID ?? '', budgetMs: 5_000 });
  if (!more) await sleep(10);
}
