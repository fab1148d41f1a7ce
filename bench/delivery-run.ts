// Deliveries in a separate process: by the dispatcher, or by a loop without a database.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { Agent, request } from 'undici';
import { realNow } from '../server/clock.ts';
import { exampleEvent } from '../server/contract/examples/events.ts';
import { openDatabase } from '../server/db/client.ts';
import { createDeliveryDispatcher } from '../server/domain/messaging/delivery/dispatcher.ts';
import { createPartner } from '../server/domain/partner/create.ts';
import { createWebhook } from '../server/domain/webhook/create.ts';
import { attemptHeaders } from '../server/webhooks/headers.ts';
import { createSender } from '../server/webhooks/send.ts';
import { transaction } from '../server/work/transaction.ts';
import { answer } from './answer.ts';
import { type Cost, costOf } from './cost.ts';

export type DeliveryJob = {
  databaseUrl: string;
  /** Each receives every event. */
  receivers: string[];
  /** A further receiver of every event, which never answers. */
  unresponsive?: string;
  events: number;
  /** Events before them that are not counted. V8 compiles the path of a delivery meanwhile. */
  warmUp: number;
  kind: 'ours' | 'bare';
};

/** The largest concurrency window of the dispatcher. */
const CONCURRENCY = 64;

/** As many as a provider may have. */
const WEBHOOKS = 10;

const body = JSON.stringify(exampleEvent('payment.received'));

async function bare({ receivers, events, warmUp }: DeliveryJob): Promise<Cost> {
  const dispatcher = new Agent({ connections: Math.ceil(CONCURRENCY / receivers.length) });
  const secret = `whsec_${'x'.repeat(43)}`;
  const ofEndpoint = ['User-Agent', 'Bench'];
  async function deliver(n: number): Promise<void> {
    let left = n * receivers.length;
    const loop = async () => {
      while (left > 0) {
        const url = receivers[left-- % receivers.length] as string;
        const timestamp = Math.floor(realNow().getTime() / 1_000);
        const attempt = { eventId: 'evt_1', eventType: 'payment.received', attemptId: 'att_1', attempt: 1 };
        const headers = attemptHeaders({ ...attempt, body, secret, timestamp, isTest: false, ofEndpoint });
        const response = await request(url, { method: 'POST', headers, body, dispatcher });
        await response.body.text();
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  }
  await deliver(warmUp);
  const cost = await costOf(null, () => deliver(events));
  await dispatcher.close();
  return cost;
}

/** A provider with a webhook for each of these addresses, which is subscribed to all events. */
async function subscribe(urls: string[]) {
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
  return { providerId, webhooks };
}

async function ours({ databaseUrl, receivers, unresponsive, ...counts }: DeliveryJob): Promise<Cost> {
  const { sql } = openDatabase(databaseUrl);
  const providers: string[] = [];
  const webhooks: string[] = [];
  for (let i = 0; i < receivers.length; i += WEBHOOKS) {
    const urls = receivers.slice(i, i + WEBHOOKS);
    const made = await subscribe(unresponsive ? [...urls, unresponsive] : urls);
    providers.push(made.providerId);
    webhooks.push(...made.webhooks.slice(0, urls.length));
  }
  const dispatcher = createDeliveryDispatcher(createSender());
  async function deliver(): Promise<void> {
    await Promise.all(providers.map((providerId) => dispatcher.dispatchDue(providerId)));
    for (;;) {
      await sleep(20);
      const [row] = await sql<{ waiting: boolean }[]>`
        select exists (select 1 from delivery where provider_id = any(${providers}) and webhook_id = any(${webhooks})
          and next_attempt_at is not null and failures = 0) as waiting`;
      if (!row?.waiting) break;
    }
  }
  const { warmUp, events } = counts;
  await emit(sql, providers, 1, warmUp);
  await deliver();
  await emit(sql, providers, warmUp + 1, warmUp + events);
  const cost = await costOf(sql, deliver);
  const [log] = await sql<{ n: number }[]>`
    select count(*)::int as n from delivery_attempt a join delivery d on d.provider_id = a.provider_id and d.id = a.delivery_id
    where d.webhook_id = any(${webhooks}) and a.response_status = 200`;
  const deliveries = (warmUp + events) * receivers.length;
  if (log?.n !== deliveries)
    throw new Error(`${deliveries} attempts should be logged, but there are ${log?.n}`);
  return cost;
}

/** Writes events of each provider, with these numbers. */
async function emit(sql: Sql, providers: string[], from: number, to: number): Promise<void> {
  for (const providerId of providers) {
    await sql`
      insert into event (provider_id, id, type, resource_id, body, correlation_id, occurred_at, created_at, updated_at)
      select ${providerId}, 'evt_' || lpad(to_hex(n), 32, '0'), 'payment.received', 'pay_1', ${body}, '-', now(), now(), now()
      from generate_series(${from}::int, ${to}::int) n`;
  }
  await sql`vacuum analyze event, delivery`;
}

answer((job: DeliveryJob) => (job.kind === 'bare' ? bare(job) : ours(job)));
