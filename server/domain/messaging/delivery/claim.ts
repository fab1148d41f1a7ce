import { and, eq } from 'drizzle-orm';
import { provider } from '../../../../drizzle/schema/provider.ts';
import { webhook } from '../../../../drizzle/schema/webhook.ts';
import { plus } from '../../../clock.ts';
import type { ApiVersion } from '../../../contract/event-catalogue.ts';
import { db, driver } from '../../../db/client.ts';
import { newId } from '../../../db/ids.ts';

/** How long a claimed delivery is nobody else's, in ms: well beyond the ten seconds an attempt may take. */
export const LEASE_MS = 60_000;

/** A webhook that deliveries may go to. */
export type Receiver = {
  id: string;
  url: string;
  livemode: boolean;
  clockOffsetMs: number;
  sealedHeaders: string;
  sealedSecret: string;
  sealedPreviousSecret: string | null;
  previousSecretUntil: Date | null;
  isFailing: boolean;
};

/** A delivery that is ours to attempt until its lease ends. */
export type Claimed = {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  /** Which partition it is in. */
  recordedAt: string;
  apiVersion: ApiVersion;
  /** The envelope in its newest shape, as it was recorded. */
  body: string;
  isTest: boolean;
  attemptId: string;
  /** Fences what is written of the attempt. */
  number: number;
  /** Failures before this attempt. */
  failures: number;
  attemptedAt: Date;
};

/** The provider's active webhooks. */
export async function receiversOf(providerId: string): Promise<Receiver[]> {
  const rows = await db()
    .select({
      id: webhook.id,
      url: webhook.url,
      sealedHeaders: webhook.sealedHeaders,
      sealedSecret: webhook.sealedSecret,
      sealedPreviousSecret: webhook.sealedPreviousSecret,
      previousSecretUntil: webhook.previousSecretUntil,
      failingSince: webhook.failingSince,
      livemode: provider.livemode,
      clockOffsetMs: provider.clockOffsetMs,
    })
    .from(webhook)
    .innerJoin(provider, eq(provider.id, webhook.providerId))
    .where(and(eq(webhook.providerId, providerId), eq(webhook.status, 'ACTIVE')));
  return rows.map(({ failingSince, ...row }) => ({ ...row, isFailing: failingSince !== null }));
}

/**
 * Picks for each webhook as many as it has room for, floods last, and takes those that nobody else is taking. An attempt
 * whose lease ran out died with its process: it goes to the log, and the delivery is tried again.
 *
 * It does not wait for the disk: what is recorded of an attempt later does, and a claim that a power cut undoes is an
 * attempt that is made again, which at-least-once allows.
 *
 * Rows are picked from one index each, and written by key: no plan can turn this into a scan of what is long delivered.
 */
const CLAIM = `
  with room as (
    select webhook_id, n from unnest($2::text[], $3::int[]) as r (webhook_id, n),
      set_config('synchronous_commit', 'off', true) as quick
    where n > 0
  ), picked as (
    select d.id, d.recorded_at from room cross join lateral (
      (
        select id, recorded_at, priority, next_attempt_at from delivery
        where provider_id = $1 and webhook_id = room.webhook_id and priority = 0
          and next_attempt_at <= greatest($4::timestamptz, now())
          and (leased_until is null or leased_until <= $4::timestamptz)
        order by next_attempt_at limit room.n
      ) union all (
        select id, recorded_at, priority, next_attempt_at from delivery
        where provider_id = $1 and webhook_id = room.webhook_id and priority = 1
          and next_attempt_at <= greatest($4::timestamptz, now())
          and (leased_until is null or leased_until <= $4::timestamptz)
        order by next_attempt_at limit room.n
      )
      order by priority, next_attempt_at limit room.n
    ) d
  ), taken as (
    select id, attempts, attempt_id, attempted_at from delivery
    where provider_id = $1 and id = any(array(select id from picked))
      and recorded_at = any(array(select recorded_at from picked))
      and next_attempt_at is not null and (leased_until is null or leased_until <= $4::timestamptz)
    for update skip locked
  ), interrupted as (
    insert into delivery_attempt (id, provider_id, delivery_id, number, at, error)
    select attempt_id, $1, id, attempts, attempted_at, 'INTERRUPTED' from taken where attempt_id is not null
    on conflict do nothing
  ), numbered as (
    select id, row_number() over () as n from taken
  )
  update delivery d
  set attempts = d.attempts + 1, leased_until = $5::timestamptz, attempted_at = $4::timestamptz,
    attempt_id = ($6::text[])[numbered.n]
  from numbered
  where d.provider_id = $1 and d.id = any(array(select id from taken))
    and d.recorded_at = any(array(select recorded_at from picked)) and d.id = numbered.id
  returning d.id, d.webhook_id, d.event_id, d.event_type, d.recorded_at, d.api_version, d.test_body, d.attempt_id,
    d.attempts, d.failures`;

const BODIES = `
  select id, body from event
  where provider_id = $1 and id = any($2::text[]) and recorded_at = any($3::text[]::timestamptz[])`;

/**
 * Takes what is due for some of a provider's webhooks under a lease. An attempt is begun with it.
 * @param room how many for each webhook
 * @param now real time
 */
export async function claimDue(
  providerId: string,
  room: ReadonlyMap<string, number>,
  now: Date,
): Promise<Claimed[]> {
  const most = [...room.values()].reduce((sum, n) => sum + n, 0);
  const sqlClient = driver(db());
  const rows = await sqlClient.unsafe(CLAIM, [
    providerId,
    [...room.keys()],
    [...room.values()],
    now.toISOString(),
    plus(now, LEASE_MS).toISOString(),
    Array.from({ length: most }, () => newId('attempt', now)),
  ]);
  if (rows.length === 0) return [];
  const events = await sqlClient.unsafe(BODIES, [
    providerId,
    [...new Set(rows.map((row) => row.event_id))],
    [...new Set(rows.map((row) => row.recorded_at))],
  ]);
  const bodies = new Map(events.map((row) => [row.id, row.body as string]));
  return rows.map((row) => ({
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    eventType: row.event_type,
    recordedAt: row.recorded_at,
    apiVersion: row.api_version,
    body: row.test_body ?? (bodies.get(row.event_id) as string),
    isTest: row.test_body !== null,
    attemptId: row.attempt_id,
    number: row.attempts,
    failures: row.failures,
    attemptedAt: now,
  }));
}

/** An attempt that was claimed and never begun, undone: by its id, so that no other attempt is touched. */
const GIVE_BACK = `
  update delivery set attempts = attempts - 1, leased_until = null, attempt_id = null, attempted_at = null
  where provider_id = $1 and id = any($2::text[]) and recorded_at = any($3::text[]::timestamptz[])
    and attempt_id = any($4::text[])`;

/** Gives claimed deliveries back as they were: they are due at once, and the attempts that were not begun do not count. */
export async function giveBack(providerId: string, claimed: readonly Claimed[]): Promise<void> {
  await driver(db()).unsafe(GIVE_BACK, [
    providerId,
    claimed.map(({ id }) => id),
    [...new Set(claimed.map(({ recordedAt }) => recordedAt))],
    claimed.map(({ attemptId }) => attemptId),
  ]);
}
