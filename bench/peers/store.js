// Tables and queries of subscribers, as drizzle's guide writes them. The bench copies this file into the folders of the peers that use
// it, where it finds their packages.
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, count, desc, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { z } from 'zod';

const instant = (name) => timestamp(name, { withTimezone: true, precision: 3 });

const accessCredential = pgTable('access_credential', {
  id: text('id'),
  providerId: text('provider_id'),
  accessId: text('access_id'),
  secretHash: text('secret_hash'),
  label: text('label'),
  expiresAt: instant('expires_at'),
});
const subscriber = pgTable('subscriber', {
  id: text('id'),
  providerId: text('provider_id'),
  accountNumber: text('account_number'),
  externalUserId: text('external_user_id'),
  firstName: text('first_name'),
  lastName: text('last_name'),
  email: text('email'),
  phone: text('phone'),
  street: text('street'),
  city: text('city'),
  region: text('region'),
  postalCode: text('postal_code'),
  country: text('country'),
  status: text('status'),
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
});
const event = pgTable('event', {
  id: text('id'),
  providerId: text('provider_id'),
  type: text('type'),
  resourceId: text('resource_id'),
  body: text('body'),
  correlationId: text('correlation_id'),
  occurredAt: instant('occurred_at'),
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
});
const auditEntry = pgTable('audit_entry', {
  id: text('id'),
  providerId: text('provider_id'),
  actorType: text('actor_type'),
  actorId: text('actor_id'),
  actorName: text('actor_name'),
  action: text('action'),
  resourceType: text('resource_type'),
  resourceId: text('resource_id'),
  changes: text('changes'),
  correlationId: text('correlation_id'),
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
});
const idempotencyKey = pgTable('idempotency_key', {
  providerId: text('provider_id'),
  key: text('key'),
  fingerprint: text('fingerprint'),
  status: bigint('status', { mode: 'number' }),
  body: text('body'),
  correlationId: text('correlation_id'),
  resourceId: text('resource_id'),
  createdAt: instant('created_at'),
});

export const newSubscriber = z.strictObject({
  externalUserId: z.string().max(120).optional(),
  firstName: z.string().trim().min(1).max(120),
  lastName: z.string().trim().min(1).max(120),
  email: z.email().toLowerCase(),
  phone: z.string().regex(/^\+[1-9]\d{6,14}$/),
  street: z.string().max(240).optional(),
  city: z.string().max(120).optional(),
  region: z.string().max(120).optional(),
  postalCode: z.string().max(20).optional(),
  country: z.string().length(2).optional(),
});
export const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  page: z.coerce.number().int().min(1).default(1),
  status: z.enum(['active', 'suspended', 'terminated']).optional(),
});

/** Time first, so that new rows are beside each other in their indexes. */
const newId = (prefix) =>
  `${prefix}_${Date.now().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`;
const sha256 = (text) => createHash('sha256').update(text).digest();
const CACHE_MS = 1_000;

/** Downwards, because the subscribers that the benchmark has made count upwards. */
let lastAccount = 100_000_000;

export class Refusal extends Error {
  constructor(status, code) {
    super(code);
    this.status = status;
  }
}

export function openStore(databaseUrl) {
  const db = drizzle(new pg.Pool({ connectionString: databaseUrl, max: 10 }));
  const cached = new Map();

  async function callerOf(accessId) {
    const known = cached.get(accessId);
    if (known && known.until > Date.now()) return known.caller;
    const [caller] = await db.select().from(accessCredential).where(eq(accessCredential.accessId, accessId));
    cached.set(accessId, { caller, until: Date.now() + CACHE_MS });
    return caller;
  }

  return {
    /** Whose request it is. */
    async authenticate(accessId = '', accessSecret = '') {
      const caller = await callerOf(accessId);
      const isRight = caller && timingSafeEqual(sha256(accessSecret), Buffer.from(caller.secretHash, 'hex'));
      if (!isRight || (caller.expiresAt && caller.expiresAt <= new Date()))
        throw new Refusal(401, 'UNAUTHORIZED');
      return caller;
    },

    async list({ providerId }, { limit, page, status }) {
      const where = and(
        eq(subscriber.providerId, providerId),
        status ? eq(subscriber.status, status) : undefined,
      );
      const [data, [total]] = await Promise.all([
        db
          .select()
          .from(subscriber)
          .where(where)
          .orderBy(desc(subscriber.createdAt), desc(subscriber.id))
          .limit(limit)
          .offset((page - 1) * limit),
        db.select({ total: count() }).from(subscriber).where(where),
      ]);
      return { success: true, data, meta: { page, limit, ...total } };
    },

    /** The answer as text: a repeated key gives the first answer again. */
    async create({ providerId, id: actorId, label }, input, key) {
      const fingerprint = sha256(JSON.stringify(input)).toString('hex');
      return db.transaction(async (tx) => {
        const [known] = await tx
          .select()
          .from(idempotencyKey)
          .where(and(eq(idempotencyKey.providerId, providerId), eq(idempotencyKey.key, key)));
        if (known && known.fingerprint !== fingerprint) throw new Refusal(422, 'IDEMPOTENCY_KEY_REUSED');
        if (known) return known.body;
        const now = new Date();
        const stamps = { createdAt: now, updatedAt: now };
        const correlationId = randomUUID();
        const [made] = await tx
          .insert(subscriber)
          .values({
            id: newId('sub'),
            accountNumber: String(--lastAccount),
            providerId,
            ...input,
            status: 'active',
            ...stamps,
          })
          .returning();
        const { providerId: _, ...current } = made;
        const eventId = newId('evt');
        const envelope = { id: eventId, type: 'subscriber.created', occurredAt: now, data: { current } };
        await tx.insert(event).values({
          ...{ id: eventId, providerId, type: envelope.type, resourceId: made.id },
          ...{ body: JSON.stringify(envelope), correlationId, occurredAt: now },
          ...stamps,
        });
        await tx.insert(auditEntry).values({
          ...{ id: newId('aud'), providerId, actorType: 'credential', actorId, actorName: label },
          ...{ action: 'subscriber.create', resourceType: 'subscriber', resourceId: made.id },
          ...{ changes: JSON.stringify(current), correlationId },
          ...stamps,
        });
        const body = JSON.stringify({ success: true, data: current, correlationId });
        await tx.insert(idempotencyKey).values({
          ...{ providerId, key, fingerprint, status: 201, body, correlationId },
          ...{ resourceId: made.id, createdAt: now },
        });
        return body;
      });
    },
  };
}
