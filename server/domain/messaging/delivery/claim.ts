import { plus } from '../../../clock.ts';
import type { ApiVersion } from '../../../contract/event-catalogue.ts';
import { db, send } from '../../../db/client.ts';
import { arrayParameter, namedParameters } from '../../../db/statement.ts';
import { newId } from '../../../work/ids.ts';

/** How long a claim lasts, in ms: well beyond the ten seconds of an attempt. */
const LEASE_MS = 60_000;

/** The settings of an active webhook that an attempt needs. */
export type Endpoint = {
  /** Of the webhook. */
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

/** A delivery that this process alone may attempt until its lease expires. */
export type ClaimedDelivery = {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  /** Real time; it selects the partition of the delivery. */
  recordedAt: string;
  apiVersion: ApiVersion;
  /** The recorded envelope, in the newest API version. */
  body: string;
  isTest: boolean;
  attemptId: string;
  /** Fence: a record of this attempt changes the delivery only while no later attempt was claimed. */
  number: number;
  /** Failures before this attempt. */
  failures: number;
  attemptedAt: Date;
  /** Real time. */
  dueAt: Date;
};

const ENDPOINTS = `
  select w.id, w.url, w.sealed_headers as "sealedHeaders", w.sealed_secret as "sealedSecret",
    w.sealed_previous_secret as "sealedPreviousSecret", w.previous_secret_until as "previousSecretUntil",
    w.failing_since is not null as "isFailing", p.livemode, p.clock_offset_ms::float8 as "clockOffsetMs"
  from webhook w join provider p on p.id = w.provider_id
  where w.provider_id = $1 and w.status = 'ACTIVE' and p.status in ('ACTIVE', 'SUSPENDED')`;

/** The row of an endpoint, in which an instant is text. */
type EndpointRow = Omit<Endpoint, 'previousSecretUntil'> & { previousSecretUntil: string | null };

/** The provider's active webhooks. */
export async function findActiveEndpoints(providerId: string): Promise<Endpoint[]> {
  const rows = await send<EndpointRow>(db(), ENDPOINTS, [providerId]);
  return rows.map(({ previousSecretUntil: until, ...row }) => ({
    ...row,
    previousSecretUntil: until === null ? null : new Date(until),
  }));
}

/** Numbers of deliveries of one webhook. */
export type ClaimCounts = {
  /** For their first attempt, since they were queued or resent. */
  first: number;
  retries: number;
};

/** How many deliveries of one webhook to claim at most. */
export type ClaimLimits = ClaimCounts & {
  /** First attempts are looked for behind this event. Null for all. */
  after: string | null;
};

const parameters = namedParameters(
  'providerId',
  'webhookIds',
  'first',
  'retries',
  'after',
  'now',
  'leasedUntil',
  'attemptIds',
);
const $ = parameters.placeholders;

/** Locks due deliveries, up to as many of each webhook as a column of `capacity` says. */
const dueOf = (
  limit: keyof ClaimCounts,
  condition: string,
  order: string,
) => `select d.* from capacity cross join lateral (
      select id, event_id, recorded_at, attempts, attempt_id, attempted_at from delivery
      where provider_id = ${$.providerId} and webhook_id = capacity.webhook_id and ${condition}
        and next_attempt_at <= greatest(${$.now}::timestamptz, now())
        and (leased_until is null or leased_until <= ${$.now}::timestamptz)
      order by ${order}
      limit capacity.${limit} for update skip locked
    ) d
    where capacity.${limit} > 0`;

/**
 * Picks due deliveries of each webhook up to its limits, and skips rows that another process is claiming. New deliveries are
 * taken in the order of their events; retries in the order of the schedule, because what waits for a retry is not due in the order
 * of events. An attempt whose lease expired was lost with its process: it is logged as interrupted, and the delivery is claimed again.
 *
 * A delivery that has left `delivery_due` stays in its index as a dead entry until a vacuum. While a queue is drained, a claim
 * continues behind the last one, because reading over the entries of all earlier ones grows with the square of the queue.
 *
 * The commit is asynchronous. A claim that a power cut undoes is an attempt that is made again, which at-least-once
 * delivery allows.
 *
 * Both parts are written so that PostgreSQL uses an index whatever its statistics say; else it would read all deliveries of the
 * provider for each claim. The sorts are the orders of `delivery_due` and `delivery_retry`, so a branch stops at its limit. The
 * ids in an array of unknown length count as few, so the rows to write are found by key.
 */
const CLAIM = `
  with capacity as (
    select webhook_id, first, retries, after
    from unnest(${$.webhookIds}::text[], ${$.first}::int[], ${$.retries}::int[], ${$.after}::text[])
        as r (webhook_id, first, retries, after),
      set_config('synchronous_commit', 'off', true) as asynchronous
  ), new as materialized (
    ${dueOf('first', 'failures = 0 and event_id > capacity.after', 'event_id')}
  ), retried as materialized (
    ${dueOf('retries', 'failures > 0', 'next_attempt_at')}
  ), locked as materialized (
    select *, row_number() over () as n from (select * from new union all select * from retried) due
  ), interrupted as (
    insert into delivery_attempt (id, provider_id, delivery_id, number, at, error)
    select attempt_id, ${$.providerId}, id, attempts, attempted_at, 'INTERRUPTED' from locked where attempt_id is not null
    on conflict do nothing
  )
  update delivery d
  set attempts = d.attempts + 1, leased_until = ${$.leasedUntil}::timestamptz, attempted_at = ${$.now}::timestamptz,
    attempt_id = (${$.attemptIds}::text[])[locked.n]
  from locked
  where d.provider_id = ${$.providerId} and d.id = locked.id and d.recorded_at = locked.recorded_at
    and d.id = any(array(select id from locked))
  returning d.id, d.webhook_id, d.event_id, d.event_type, d.recorded_at, d.api_version, d.test_body, d.attempt_id,
    d.attempts, d.failures, d.next_attempt_at`;

/** What `CLAIM` returns. `test_body` is null for the delivery of a recorded event. */
type ClaimedRow = {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  recorded_at: string;
  api_version: ApiVersion;
  test_body: string | null;
  attempt_id: string;
  attempts: number;
  failures: number;
  next_attempt_at: string;
};

/** A join by the whole key: an array of ids can lead PostgreSQL to an index of all events of the provider. */
const BODIES = `
  select event.id, event.body from unnest($2::text[], $3::timestamptz[]) as of_delivery (id, recorded_at)
  join event on event.provider_id = $1 and event.id = of_delivery.id and event.recorded_at = of_delivery.recorded_at`;

/**
 * Claims due deliveries of a provider under a lease. The claim counts as an attempt until it is recorded or released.
 * @param limits by webhook id
 * @param now real time
 * @returns in the order of their events. Contract: Outbound deliveries.
 */
export async function claimDue(
  providerId: string,
  limits: ReadonlyMap<string, ClaimLimits>,
  now: Date,
): Promise<ClaimedDelivery[]> {
  const open = [...limits].filter(([, { first, retries }]) => first + retries > 0);
  if (open.length === 0) return [];
  const total = open.reduce((sum, [, { first, retries }]) => sum + first + retries, 0);
  const values = parameters.inOrder({
    providerId,
    webhookIds: open.map(([id]) => id),
    first: open.map(([, { first }]) => first),
    retries: open.map(([, { retries }]) => retries),
    // Every id is greater than the empty text.
    after: open.map(([, { after }]) => after ?? ''),
    now: now.toISOString(),
    leasedUntil: plus(now, LEASE_MS).toISOString(),
    attemptIds: arrayParameter(Array.from({ length: total }, () => newId('attempt', now))),
  });
  const rows = await send<ClaimedRow>(db(), CLAIM, values);
  if (rows.length === 0) return [];
  const recordedAt = new Map(rows.map((row) => [row.event_id, row.recorded_at]));
  const events = await send<{ id: string; body: string }>(db(), BODIES, [
    providerId,
    arrayParameter([...recordedAt.keys()]),
    arrayParameter([...recordedAt.values()]),
  ]);
  const bodies = new Map(events.map(({ id, body }) => [id, body]));
  const claimed = rows.map((row) => ({
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
    dueAt: new Date(row.next_attempt_at),
  }));
  return claimed.sort(byEvent);
}

/** Whether an attempt follows a failure, so that the schedule says when it starts. */
export function isRetry({ failures }: ClaimedDelivery): boolean {
  return failures > 0;
}

/** Sorts by event id: the greater one is that of the later event. */
export function byEvent(a: ClaimedDelivery, b: ClaimedDelivery): number {
  if (a.eventId === b.eventId) return 0;
  return a.eventId < b.eventId ? -1 : 1;
}

/** Undoes a claim whose attempt never started. The attempt id protects a later claim of the same delivery. */
const RELEASE = `
  update delivery set attempts = attempts - 1, leased_until = null, attempt_id = null, attempted_at = null
  where provider_id = $1 and id = any($2::text[]) and recorded_at = any($3::text[]::timestamptz[])
    and attempt_id = any($4::text[])`;

/** Releases claimed deliveries: they are due at once, and their unstarted attempts do not count. */
export async function releaseClaims(providerId: string, claimed: readonly ClaimedDelivery[]): Promise<void> {
  await send(db(), RELEASE, [
    providerId,
    claimed.map(({ id }) => id),
    [...new Set(claimed.map(({ recordedAt }) => recordedAt))],
    claimed.map(({ attemptId }) => attemptId),
  ]);
}
