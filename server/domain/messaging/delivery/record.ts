import { plus, realNow } from '../../../clock.ts';
import { db, send } from '../../../db/client.ts';
import { arrayParameter, type Element, namedParameters } from '../../../db/statement.ts';
import { metrics } from '../../../metrics.ts';
import { nextAttemptAt } from '../../../webhooks/schedule.ts';
import { type AttemptOutcome, isDelivered } from '../../../webhooks/send.ts';
import type { ClaimedDelivery, Endpoint } from './claim.ts';

/** An attempt that ended, with or without success. `endedAt` is real time. */
export type EndedAttempt = {
  claimed: ClaimedDelivery;
  endpoint: Endpoint;
  outcome: AttemptOutcome;
  endedAt: Date;
};

/** A recorded attempt. `nextAttemptAt` is null after a success and after the last retry. */
export type RecordedAttempt = EndedAttempt & { isDelivered: boolean; nextAttemptAt: Date | null };

const parameters = namedParameters(
  'providerId',
  'ids',
  'recordedAt',
  'numbers',
  'attemptIds',
  'attemptedAt',
  'responseStatuses',
  'latenciesMs',
  'responseExcerpts',
  'errors',
  'nextAttemptAt',
  'deliveredAt',
  'failures',
  'updatedAt',
);
const $ = parameters.placeholders;

/**
 * Writes any number of attempts and the next state of their deliveries in one statement. If the lease expired and another
 * process claimed the delivery, only the log is written: the number of the attempt fences the delivery.
 *
 * The commit is asynchronous. After a power cut the attempt may be made again with the same event id, which at-least-once
 * delivery allows.
 */
const RECORD = `
  with ended as (
    select * from unnest(
      ${$.ids}::text[], ${$.recordedAt}::timestamptz[], ${$.numbers}::int[], ${$.attemptIds}::text[],
      ${$.attemptedAt}::timestamptz[], ${$.responseStatuses}::int[], ${$.latenciesMs}::int[], ${$.responseExcerpts}::text[],
      ${$.errors}::text[], ${$.nextAttemptAt}::timestamptz[], ${$.deliveredAt}::timestamptz[], ${$.failures}::int[],
      ${$.updatedAt}::timestamptz[]
    ) as e (
      id, recorded_at, number, attempt_id, at, response_status, latency_ms, response_excerpt, error, next_attempt_at,
      delivered_at, failures, updated_at
    ), set_config('synchronous_commit', 'off', true) as asynchronous
  ), logged as (
    insert into delivery_attempt (
      id, provider_id, delivery_id, number, at, response_status, latency_ms, response_excerpt, error
    )
    select attempt_id, ${$.providerId}, id, number, at, response_status, latency_ms, response_excerpt, error from ended
    on conflict (provider_id, delivery_id, number, at) do update
    set response_status = excluded.response_status, latency_ms = excluded.latency_ms,
      response_excerpt = excluded.response_excerpt, error = excluded.error
  )
  update delivery d
  set leased_until = null, attempt_id = null, attempted_at = null, next_attempt_at = e.next_attempt_at,
    delivered_at = e.delivered_at, failures = e.failures, updated_at = e.updated_at
  from ended e
  where d.provider_id = ${$.providerId} and d.id = e.id and d.recorded_at = e.recorded_at and d.attempts = e.number`;

/**
 * Records ended attempts of one provider, and when each failed delivery is retried.
 * Contract: Outbound deliveries.
 */
export async function recordAttempts(providerId: string, ended: EndedAttempt[]): Promise<RecordedAttempt[]> {
  const recorded = ended.map((one): RecordedAttempt => {
    const delivered = isDelivered(one.outcome);
    const next = delivered ? null : nextAttemptAt(one.claimed.failures + 1, one.endedAt);
    return { ...one, isDelivered: delivered, nextAttemptAt: next };
  });
  for (const { claimed, outcome, isDelivered: delivered } of recorded) {
    const lagMs = claimed.attemptedAt.getTime() - claimed.dueAt.getTime();
    const answer = outcome.responseStatus === null ? 'unanswered' : 'refused';
    metrics.attempted(delivered ? 'delivered' : answer, outcome.latencyMs, lagMs);
  }
  const column = (of: (one: RecordedAttempt) => Element) => arrayParameter(recorded.map(of));
  const now = realNow();
  const values = parameters.inOrder({
    providerId,
    ids: column(({ claimed }) => claimed.id),
    recordedAt: column(({ claimed }) => claimed.recordedAt),
    numbers: column(({ claimed }) => claimed.number),
    attemptIds: column(({ claimed }) => claimed.attemptId),
    attemptedAt: column(({ claimed }) => claimed.attemptedAt.toISOString()),
    responseStatuses: column(({ outcome }) => outcome.responseStatus),
    latenciesMs: column(({ outcome }) => outcome.latencyMs),
    responseExcerpts: column(({ outcome }) => outcome.responseExcerpt),
    errors: column(({ outcome }) => outcome.error),
    nextAttemptAt: column((one) => one.nextAttemptAt?.toISOString() ?? null),
    deliveredAt: column((one) => (one.isDelivered ? one.endedAt.toISOString() : null)),
    failures: column(({ claimed, isDelivered: delivered }) => (delivered ? 0 : claimed.failures + 1)),
    updatedAt: column(({ endpoint }) => plus(now, endpoint.clockOffsetMs).toISOString()),
  });
  await send(db(), RECORD, values);
  return recorded;
}
