// Deliveries in a separate process: by the dispatcher, or by a loop without a database.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { monotonicMs, realNow } from '../server/clock.ts';
import { exampleEvent } from '../server/contract/event-examples.ts';
import { openDatabase } from '../server/db/client.ts';
import { transaction } from '../server/db/transaction.ts';
import { createDeliveryDispatcher } from '../server/domain/messaging/delivery/dispatcher.ts';
import { createPartner } from '../server/domain/partner/create.ts';
import { createWebhook } from '../server/domain/webhook/create.ts';
import { headersOf } from '../server/webhooks/headers.ts';
import { createSender } from '../server/webhooks/send.ts';

export type DeliveryJob = {
  databaseUrl: string;
  sinkUrl: string;
  events: number;
  kind: 'ours' | 'bare' | 'beside a dead one';
};
export type DeliveryResult = { ms: number };

/** The largest concurrency window of the dispatcher. */
const CONCURRENCY = 64;

const body = JSON.stringify(exampleEvent('payment.received'));

async function bare({ sinkUrl, events }: DeliveryJob): Promise<number> {
  const dispatcher = new Agent({ connections: CONCURRENCY });
  const secret = `whsec_${'x'.repeat(43)}`;
  let left = events;
  const started = monotonicMs();
  const loop = async () => {
    while (left-- > 0) {
      const timestamp = Math.floor(realNow().getTime() / 1_000);
      const attempt = { eventId: 'evt_1', eventType: 'payment.received', attemptId: 'att_1', attempt: 1 };
      const headers = headersOf({ ...attempt, body, secret, timestamp, isTest: false, custom: [] });
      const response = await request(sinkUrl, { method: 'POST', headers, body, dispatcher });
      await response.body.text();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  const ms = monotonicMs() - started;
  await dispatcher.close();
  return ms;
}

async function ours({ databaseUrl, sinkUrl, events, kind }: DeliveryJob): Promise<number> {
  const database = openDatabase(databaseUrl);
  const name = `Delivering ${randomUUID()}`;
  const email = `${randomUUID()}@example.com`;
  const { providerId } = await createPartner({ name, email, livemode: false });
  const origin = {
    providerId,
    caller: { type: 'system', name: 'bench' } as const,
    correlationId: randomUUID(),
  };
  const register = (url: string) =>
    transaction(origin, (scope) =>
      createWebhook(scope, { url, events: ['*'], headers: [], apiVersion: '2026-01-15', addresses: [] }),
    );
  const { id } = await register(sinkUrl);
  if (kind !== 'ours') await register(`${sinkUrl}/never`);
  const { sql } = database;
  await sql`
    insert into event (provider_id, id, type, resource_id, body, correlation_id, occurred_at, created_at, updated_at)
    select ${providerId}, 'evt_' || lpad(to_hex(n), 32, '0'), 'payment.received', 'pay_1', ${body}, '-', now(), now(), now()
    from generate_series(1, ${events}::int) n`;
  await sql`vacuum analyze event, delivery`;
  const dispatcher = createDeliveryDispatcher(createSender());
  const started = monotonicMs();
  await dispatcher.dispatchDue(providerId);
  for (;;) {
    await sleep(20);
    const [row] = await sql<{ waiting: boolean }[]>`
      select exists (select 1 from delivery where provider_id = ${providerId} and webhook_id = ${id}
        and priority = 0 and next_attempt_at is not null) as waiting`;
    if (!row?.waiting) break;
  }
  const ms = monotonicMs() - started;
  const [log] = await sql<{ n: number }[]>`
    select count(*)::int as n from delivery_attempt a join delivery d on d.provider_id = a.provider_id and d.id = a.delivery_id
    where d.webhook_id = ${id} and a.response_status = 200`;
  if (log?.n !== events) throw new Error(`${events} attempts were to be logged, there are ${log?.n}`);
  return ms;
}

process.once('message', async (job: DeliveryJob) => {
  const ms = await (job.kind === 'bare' ? bare(job) : ours(job));
  process.send?.({ ms } satisfies DeliveryResult);
});
process.on('disconnect', () => process.exit(0));
