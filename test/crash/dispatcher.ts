import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/client.ts';
import { createDeliveryDispatcher } from '../../server/domain/messaging/delivery/dispatcher.ts';
import { createSender } from '../../server/webhooks/send.ts';

// Dispatches the deliveries of one provider until the test kills it.

openDatabase(process.env.DATABASE_URL ?? '', 4);
const dispatcher = createDeliveryDispatcher(createSender());
process.send?.('at work');
for (;;) {
  await dispatcher.dispatchDue(process.env.PROVIDER_ID ?? '');
  await sleep(10);
}
