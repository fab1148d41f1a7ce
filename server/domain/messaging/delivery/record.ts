import { plus, realNow } from '../../../clock.ts';
import { db, driver } from '../../../db/client.ts';
import { nextAttemptAt } from '../../../webhooks/schedule.ts';
import { isDelivered, type Outcome } from '../../../webhooks/send.ts';
import type { Claimed, Receiver } from './claim.ts';

/** An attempt that has ended. */
export type Ended = { claimed: Claimed; receiver: Receiver; outcome: Outcome; endedAt: Date };

/** An attempt and what follows from it. */
export type Settled = Ended & { isDelivered: boolean; nextAttemptAt: Date | null };

/**
 * Writes any number of attempts and what follows from each, in one statement. Of a delivery that another has taken
 * meanwhile (its lease had run out), only the log is written: the attempt's number fences the rest.
 *
 * It does not wait for the disk: a power cut in the fraction of a second before it is there makes the attempt again, with
 * the same event id, as the receiver's lost answer would.
 */
const RECORD = `
  with ended as (
    select * from unnest(
      $2::text[], $3::text[]::timestamptz[], $4::int[], $5::text[], $6::text[]::timestamptz[], $7::int[], $8::int[], $9::text[],
      $10::text[], $11::text[]::timestamptz[], $12::text[]::timestamptz[], $13::int[], $14::text[]::timestamptz[]
    ) as e (
      id, recorded_at, number, attempt_id, at, response_status, latency_ms, response_excerpt, error, next_attempt_at,
      delivered_at, failures, updated_at
    ), set_config('synchronous_commit', 'off', true) as quick
  ), logged as (
    insert into delivery_attempt (
      id, provider_id, delivery_id, number, at, response_status, latency_ms, response_excerpt, error
    )
    select attempt_id, $1, id, number, at, response_status, latency_ms, response_excerpt, error from ended
    on conflict (provider_id, delivery_id, number, at) do update
    set response_status = excluded.response_status, latency_ms = excluded.latency_ms,
      response_excerpt = excluded.response_excerpt, error = excluded.error
  )
  update delivery d
  set leased_until = null, attempt_id = null, attempted_at = null, next_attempt_at = e.next_attempt_at,
    delivered_at = e.delivered_at, failures = e.failures, updated_at = e.updated_at
  from ended e
  where d.provider_id = $1 and d.id = any($2::text[]) and d.recorded_at = any($3::text[]::timestamptz[])
    and d.id = e.id and d.attempts = e.number`;

/**
 * Records ended attempts of one provider, and when each failed one is tried again.
 * Contract: Outbound deliveries.
 */
export async function record(providerId: string, ended: Ended[]): Promise<Settled[]> {
  const settled = ended.map((one): Settled => {
    const delivered = isDelivered(one.outcome);
    const next = delivered ? null : nextAttemptAt(one.claimed.failures + 1, one.endedAt);
    return { ...one, isDelivered: delivered, nextAttemptAt: next };
  });
  const column = <T>(of: (one: Settled) => T) => settled.map(of);
  await driver(db()).unsafe(RECORD, [
    providerId,
    column(({ claimed }) => claimed.id),
    column(({ claimed }) => claimed.recordedAt),
    column(({ claimed }) => claimed.number),
    column(({ claimed }) => claimed.attemptId),
    column(({ claimed }) => claimed.attemptedAt.toISOString()),
    column(({ outcome }) => outcome.responseStatus),
    column(({ outcome }) => outcome.latencyMs),
    column(({ outcome }) => outcome.responseExcerpt),
    column(({ outcome }) => outcome.error),
    column((one) => one.nextAttemptAt?.toISOString() ?? null),
    column((one) => (one.isDelivered ? one.endedAt.toISOString() : null)),
    column(({ claimed, isDelivered: delivered }) => (delivered ? 0 : claimed.failures + 1)),
    column(({ receiver }) => plus(realNow(), receiver.clockOffsetMs).toISOString()),
  ] as never[]);
  return settled;
}
