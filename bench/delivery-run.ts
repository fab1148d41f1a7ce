// Deliveries in a separate process: by the dispatcher, or by a loop without a database.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { realNow } from '../server/clock.ts';
import { exampleEvent } from '../server/contract/event-examples.ts';
import { type Database, openDatabase } from '../server/db/client.ts';
import { transaction } from '../server/db/transaction.ts';
import { createDeliveryDispatcher } from '../server/domain/messaging/delivery/dispatcher.ts';
import { createPartner } from '../server/domain/partner/create.ts';
import { createWebhook } from '../server/domain/webhook/create.ts';
import { attemptHeaders } from '../server/webhooks/headers.ts';
import { createSender } from '../server/webhooks/send.ts';
import { answer } from './answer.ts';
import { type Cost, costOf } from './cost.ts';

export type DeliveryJob = {
  databaseUrl: string;
  /** Each receives every event. */
  receivers: string[];
  /** A further receiver of every event, which never answers. */
  unresponsive?: string;
  events: number;
  kind: 'ours' | 'bare';
};

/** The largest concurrency window of the dispatcher. */
const CONCURRENCY = 64;

/** As many as a provider may have. */
const WEBHOOKS = 10;

const body = JSON.stringify(exampleEvent('payment.received'));

async function bare({ receivers, events }: DeliveryJob): Promise<Cost> {
  const dispatcher = new Agent({ connections: Math.ceil(CONCURRENCY / receivers.length) });
  const secret = `whsec_${'x'.repeat(43)}`;
  let left = events * receivers.length;
  const loop = async () => {
    while (left > 0) {
      const url = receivers[left-- % receivers.length] as string;
      const timestamp = Math.floor(realNow().getTime() / 1_000);
      const attempt = { eventId: 'evt_1', eventType: 'payment.received', attemptId: 'att_1', attempt: 1 };
      const headers = attemptHeaders({ ...attempt, body, secret, timestamp, isTest: false, custom: [] });
      const response = await request(url, { method: 'POST', headers, body, dispatcher });
      await response.body.text();
    }
  };
  const cost = await costOf(null, () => Promise.all(Array.from({ length: CONCURRENCY }, loop)));
  await dispatcher.close();
  return cost;
}

/** A provider with webhooks for these addresses, and events to which each of them is subscribed. */
async function due({ sql }: Database, urls: string[], events: number) {
  const name = `Delivering ${randomUUID()}`;
  const email = `${randomUUID()}@example.com`;
  const { providerId } = await createPartner({ name, email, livemode: false });
  const caller = { type: 'system', name: 'bench' } as const;
  const origin = { providerId, caller, correlationId: randomUUID() };
  const webhooks: string[] = [];
  for (const url of urls) {
    const { id } = await transaction(origin, (scope) =>
      createWebhook(scope, { url, events: ['*'], headers: [], apiVersion: '2026-01-15', addresses: [] }),
    );
    webhooks.push(id);
  }
  await sql`
    insert into event (provider_id, id, type, resource_id, body, correlation_id, occurred_at, created_at, updated_at)
    select ${providerId}, 'evt_' || lpad(to_hex(n), 32, '0'), 'payment.received', 'pay_1', ${body}, '-', now(), now(), now()
    from generate_series(1, ${events}::int) n`;
  return { providerId, webhooks };
}

async function ours({ databaseUrl, receivers, unresponsive, events }: DeliveryJob): Promise<Cost> {
  const database = openDatabase(databaseUrl);
  const { sql } = database;
  const providers: string[] = [];
  const webhooks: string[] = [];
  for (let i = 0; i < receivers.length; i += WEBHOOKS) {
    const urls = receivers.slice(i, i + WEBHOOKS);
    const made = await due(database, unresponsive ? [...urls, unresponsive] : urls, events);
    providers.push(made.providerId);
    webhooks.push(...made.webhooks.slice(0, urls.length));
  }
  await sql`vacuum analyze event, delivery`;
  const dispatcher = createDeliveryDispatcher(createSender());
  const cost = await costOf(sql, async () => {
    await Promise.all(providers.map((providerId) => dispatcher.dispatchDue(providerId)));
    for (;;) {
      await sleep(20);
      const [row] = await sql<{ waiting: boolean }[]>`
        select exists (select 1 from delivery where provider_id = any(${providers}) and webhook_id = any(${webhooks})
          and priority = 0 and next_attempt_at is not null) as waiting`;
      if (!row?.waiting) break;
    }
  });
  const [log] = await sql<{ n: number }[]>`
    select count(*)::int as n from delivery_attempt a join delivery d on d.provider_id = a.provider_id and d.id = a.delivery_id
    where d.webhook_id = any(${webhooks}) and a.response_status = 200`;
  const deliveries = events * receivers.length;
  if (log?.n !== deliveries)
    throw new Error(`${deliveries} attempts should be logged, but there are ${log?.n}`);
  return cost;
}

answer((job: DeliveryJob) => (job.kind === 'bare' ? bare(job) : ours(job)));
