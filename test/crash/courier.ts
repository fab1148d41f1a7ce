import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/client.ts';
import { createCourier } from '../../server/domain/messaging/delivery/dispatcher.ts';
import { createSender } from '../../server/webhooks/send.ts';

// Carries one provider's deliveries, in a process of its own, to be killed.

openDatabase(process.env.DATABASE_URL ?? '', 4);
const courier = createCourier(createSender());
process.send?.('at work');
for (;;) {
  await courier.work(process.env.PROVIDER_ID ?? '');
  await sleep(10);
}
