// What the three queues do alike: the tables, the signature, one attempt and its line in the log.
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

/** As many attempts at a time as ours. */
export const CONCURRENCY = 64;

/** Seconds after each failure; with the first attempt, eight. */
export const RETRY_DELAYS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/**
 * The peer's own schema, empty, with a webhook for each receiver, and its jobs, which carry everything but the secret. Those of the
 * warm-up come before those that are counted.
 */
export async function prepare(pool, schema, { receivers, events, warmUp, body }) {
  await pool.query(`
    drop schema if exists ${schema} cascade;
    create schema ${schema};
    create table ${schema}.webhook (id text primary key, url text not null, secret text not null);
    create table ${schema}.delivery_attempt (
      id uuid primary key, event_id text not null, webhook_id text not null references ${schema}.webhook,
      number int not null, at timestamptz not null, response_status int, latency_ms int, response_excerpt text,
      error text, unique (event_id, webhook_id, number)
    )`);
  const webhooks = receivers.map((url, i) => ({
    id: `whk_${i}`,
    url,
    secret: `whsec_${'x'.repeat(40)}${i}`,
  }));
  for (const { id, url, secret } of webhooks) {
    await pool.query(`insert into ${schema}.webhook values ($1, $2, $3)`, [id, url, secret]);
  }
  const jobsOf = (from, n) =>
    Array.from({ length: n }, (_, i) =>
      webhooks.map(({ id }) => ({
        eventId: `evt_${from + i}`,
        type: 'payment.received',
        webhookId: id,
        body,
      })),
    ).flat();
  return {
    webhooks: new Map(webhooks.map((webhook) => [webhook.id, webhook])),
    warmUpJobs: jobsOf(0, warmUp),
    jobs: jobsOf(warmUp, events),
  };
}

/**
 * Makes attempts: signed, sent, logged.
 * @returns a function of a job and the number of its attempt, from 1; it throws when the receiver did not accept
 */
export function attempts(pool, schema, webhooks) {
  const dispatcher = new Agent({ connections: CONCURRENCY, headersTimeout: 10_000, bodyTimeout: 10_000 });
  return async function attempt({ eventId, type, webhookId, body }, number) {
    const { url, secret } = webhooks.get(webhookId);
    const at = new Date();
    const timestamp = Math.floor(at.getTime() / 1_000);
    const id = randomUUID();
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Peer/1',
      'x-service-event-id': eventId,
      'x-service-event-type': type,
      'x-service-timestamp': String(timestamp),
      'x-service-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
      'x-service-delivery-id': id,
      'x-service-delivery-attempt': String(number),
    };
    let status = null;
    let excerpt = null;
    let error = null;
    try {
      const response = await request(url, { method: 'POST', headers, body, dispatcher });
      status = response.statusCode;
      excerpt = (await response.body.text()).slice(0, 1_024);
    } catch (thrown) {
      error = thrown.code ?? thrown.message;
    }
    const line = [id, eventId, webhookId, number, at, status, Date.now() - at.getTime(), excerpt, error];
    await pool.query(
      `insert into ${schema}.delivery_attempt values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      line,
    );
    if (status === null || status >= 300) throw new Error(error ?? `the receiver answered ${status}`);
  };
}

/** A promise that resolves when so many have been counted. */
export function countdown(n) {
  let left = n;
  let done;
  const all = new Promise((resolve) => {
    done = resolve;
  });
  const one = () => {
    if (--left === 0) done();
  };
  return { all, one };
}

/** The outcome has to be the same as ours. */
export async function requireLog(pool, schema, n) {
  const { rows } = await pool.query(
    `select count(*)::int as n from ${schema}.delivery_attempt where response_status = 200`,
  );
  if (rows[0].n !== n) throw new Error(`${n} attempts were to be logged, there are ${rows[0].n}`);
}
