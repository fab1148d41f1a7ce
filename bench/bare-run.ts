import { createHash, createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import postgres, { type Sql } from 'postgres';
import { newId } from '../server/work/ids.ts';
import { serve } from './serve.ts';
import type { Statement } from './statements.ts';

export type BareJob = { databaseUrl: string; providerId: string } & (
  | { kind: 'list'; statements: readonly Statement[] }
  | { kind: 'create' }
  | { kind: 'inbound'; integrationId: string; secret: string }
);

export type NewSubscriber = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  street: string;
  city: string;
  country: string;
};

/** The least a server can do that answers the list: the statements at once, and their rows as JSON. */
function listing(sql: Sql, statements: readonly Statement[]): RequestListener {
  return async (_req, res) => {
    const [rows, total] = await Promise.all(
      statements.map(({ text, params }) => sql.unsafe(text, params, { prepare: true })),
    );
    const body = JSON.stringify({ success: true, data: rows, meta: total?.[0] });
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    res.end(body);
  };
}

/** The fields of a subscriber that the load does not give. */
const absent = {
  ...{ externalUserId: null, region: null, postalCode: null, hold: null },
  ...{ subscriptionCount: 0, balanceDue: [], deactivatedAt: null },
};

/**
 * The least a server can do to create a subscriber: one transaction that writes the same rows with the same contents,
 * without any check.
 */
function creating(sql: Sql, providerId: string): RequestListener {
  // Random numbers collide among some thousands, and it has no retry. Each process begins elsewhere.
  let accountNumber = randomInt(20_000_000, 90_000_000);
  return async (req, res) => {
    const input = JSON.parse(await bodyOf(req)) as NewSubscriber;
    const key = req.headers['idempotency-key'] as string;
    const now = new Date();
    const id = newId('subscriber', now);
    const correlationId = randomUUID();
    const given = { ...input, status: 'active' };
    const current = { id, ...absent, ...given, createdAt: now, updatedAt: now };
    const body = JSON.stringify({ success: true, data: current, correlationId });
    const eventId = newId('event', now);
    const event = JSON.stringify({
      ...{ id: eventId, type: 'subscriber.created', apiVersion: '2026-01-15', occurredAt: now },
      ...{ providerId, correlationId, livemode: true },
      data: { object: 'subscriber', current },
    });
    const after = Object.entries(given).map(([field, value]) => [field, { before: null, after: value }]);
    const changes = JSON.stringify(Object.fromEntries(after));
    const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('hex');
    await sql.begin(async (tx) => {
      await tx`
        insert into subscriber (
          id, provider_id, account_number, first_name, last_name, email, phone, street, city, country, status, created_at, updated_at
        ) values (
          ${id}, ${providerId}, ${String(accountNumber++)}, ${input.firstName}, ${input.lastName}, ${input.email}, ${input.phone},
          ${input.street}, ${input.city}, ${input.country}, 'active', ${now}, ${now}
        ) returning *`;
      await Promise.all([
        tx`
          insert into event (id, provider_id, type, resource_id, body, correlation_id, occurred_at, created_at, updated_at)
          values (${eventId}, ${providerId}, 'subscriber.created', ${id}, ${event}, ${correlationId}, ${now}, ${now}, ${now})`,
        tx`
          insert into audit_entry (
            id, provider_id, actor_type, actor_name, action, resource_type, resource_id, changes, correlation_id,
            created_at, updated_at
          ) values (
            ${newId('auditEntry', now)}, ${providerId}, 'credential', 'bench', 'subscriber.create', 'subscriber', ${id},
            ${changes}, ${correlationId}, ${now}, ${now}
          )`,
        tx`
          insert into idempotency_key (
            provider_id, key, fingerprint, status, body, correlation_id, resource_id, created_at
          ) values (${providerId}, ${key}, ${fingerprint}, 201, ${body}, ${correlationId}, ${id}, ${now})`,
      ]);
    });
    res.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    res.end(body);
  };
}

/** The least a server can do that takes an event: its signature and one row, which nothing is compared with. */
function receiving(
  sql: Sql,
  providerId: string,
  { integrationId, secret }: { integrationId: string; secret: string },
): RequestListener {
  return async (req, res) => {
    const raw = await bodyOf(req);
    const given = Buffer.from(req.headers['x-webhook-signature'] as string, 'hex');
    const isRight = timingSafeEqual(createHmac('sha256', secret).update(raw).digest(), given);
    const { event, data } = JSON.parse(raw) as { event: string; data: { serviceId: string } };
    const now = new Date();
    const id = newId('inboundEvent', now);
    const hash = createHash('sha256').update(raw).digest('hex');
    if (isRight) {
      await sql`
        insert into inbound_event (
          provider_id, id, integration_id, trust, event, external_service_id, order_key, body_hash, status, reason,
          correlation_id, next_attempt_at, received_at, created_at, updated_at
        ) values (
          ${providerId}, ${id}, ${integrationId}, 'SIGNED', ${event}, ${data.serviceId}, ${data.serviceId}, ${hash},
          'QUEUED', ${raw}, gen_random_uuid()::text, ${now}, ${now}, ${now}, ${now}
        )`;
    }
    const body = JSON.stringify({ success: true, data: { inboundEventId: id, status: 'QUEUED' } });
    res.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    res.end(body);
  };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req.setEncoding('utf8')) text += chunk;
  return text;
}

process.once('message', (job: BareJob) => {
  const sql = postgres(job.databaseUrl, { max: 10, connection: { TimeZone: 'UTC' } });
  if (job.kind === 'list') serve(listing(sql, job.statements));
  else if (job.kind === 'create') serve(creating(sql, job.providerId));
  else serve(receiving(sql, job.providerId, job));
});
