import { and, eq, inArray, lt } from 'drizzle-orm';
import { inboundBody, inboundEvent } from '../../../drizzle/schema/integration.ts';
import { realNow } from '../../clock.ts';
import { Refusal } from '../../contract/errors.ts';
import { openInboundEventStatuses } from '../../contract/inbound-event-rules.ts';
import { orderKey } from '../../integrations/adapter.ts';
import type { Command } from '../../integrations/command.ts';
import { adapters } from '../../integrations/registry.ts';
import { parseStoredBody } from '../../integrations/stored-body.ts';
import { objectOf } from '../../json-values.ts';
import { log } from '../../log.ts';
import { change } from '../../state/record.ts';
import { transition } from '../../state/transition.ts';
import { isHeldUp } from '../../work/failures.ts';
import type { WriteScope } from '../../work/scope.ts';
import { type Origin, transaction } from '../../work/transaction.ts';
import { type InboundEventRow, inboundEventResource } from '../model/inbound-event/resource.ts';
import { findIntegration, type IntegrationRow } from '../model/integration/resource.ts';
import { giveBack, lockClaimed, retryAt } from '../queue/leased-queue.ts';
import { type Claimed, inboundQueue } from './claim.ts';
import { isKnownCustomer } from './customer.ts';
import { type Cause, done, failed, type InboundOutcome, ignored } from './outcome.ts';
import { runCommand } from './run-command.ts';

/** Attempts of an early event without a wait between them. */
const IMMEDIATE_ATTEMPTS = 5;

/**
 * Processes a claimed event. Its effects and its result commit together, and only while the claim holds. A kill leaves
 * nothing, and the next attempt begins after the lease. An attempt that other work of the account held up does not count.
 */
export async function processEvent(claimed: Claimed): Promise<'done'> {
  try {
    await processOrFail(claimed);
  } catch (error) {
    if (!isHeldUp(error)) throw error;
    await giveBack(inboundQueue, claimed);
  }
  return 'done';
}

async function processOrFail(claimed: Claimed): Promise<void> {
  const { providerId, correlationId, id: inboundEventId, integration } = claimed;
  const { id, name } = integration;
  const origin: Origin = { providerId, correlationId, caller: { type: 'integration', id, name } };
  try {
    await attempt(origin, claimed, (scope, row) => process(scope, row));
  } catch (error) {
    if (isHeldUp(error)) throw error;
    if (!(error instanceof Refusal))
      log.error({ err: error, inboundEventId, providerId }, 'inbound event failed');
    await attempt(origin, claimed, (scope, row) => handleError(scope, row, error));
  }
}

/** Runs one unit of work on an event, unless a later attempt has begun. */
function attempt(
  origin: Origin,
  claimed: InboundEventRow,
  work: (scope: WriteScope, row: InboundEventRow) => Promise<unknown>,
): Promise<void> {
  return transaction(origin, async (scope) => {
    const row = await lockClaimed(scope.db, inboundQueue, claimed);
    if (row?.status === 'PROCESSING') await work(scope, row);
  });
}

async function process(scope: WriteScope, row: InboundEventRow): Promise<void> {
  const integration = await integrationOf(scope, row);
  if (!integration) return conclude(scope, row, ignored('INTEGRATION_DELETED'), []);
  const commands = await readCommands(scope, row, integration);
  const outcomes: InboundOutcome[] = [];
  for (const command of commands) {
    outcomes.push(await runCommand(scope, causeOf(row, integration), command));
  }
  const outcome = mostSevere(outcomes);
  if (await isTooEarly(scope, row, outcome, commands)) return requeue(scope, row);
  const refused = outcomes.map((each) => ('refused' in each ? { refused: each.refused } : {}));
  await conclude(
    scope,
    row,
    outcome,
    commands.map((command, i) => ({ ...command, ...refused[i] })),
  );
}

/**
 * Whether a service's customer is unknown only because an earlier event about the customer is still in process, or finished
 * during this attempt.
 */
async function isTooEarly(
  scope: WriteScope,
  { integrationId, position }: InboundEventRow,
  outcome: InboundOutcome,
  commands: Command[],
): Promise<boolean> {
  if (outcome.as !== 'failed' || outcome.reason !== 'CUSTOMER_UNKNOWN') return false;
  for (const command of commands) {
    const customerId = command.do === 'service.put' ? command.customer.externalId : null;
    if (customerId === null) continue;
    const [before] = await scope.db
      .select({ id: inboundEvent.id })
      .from(inboundEvent)
      .where(
        and(
          eq(inboundEvent.providerId, scope.providerId),
          eq(inboundEvent.integrationId, integrationId),
          eq(inboundEvent.orderKey, orderKey(null, customerId)),
          inArray(inboundEvent.status, [...openInboundEventStatuses]),
          lt(inboundEvent.position, position),
        ),
      )
      .limit(1);
    if (before || (await isKnownCustomer(scope, customerId))) return true;
  }
  return false;
}

/** Puts an event back into the queue: at once for the first attempts, later after a wait. */
async function requeue(scope: WriteScope, row: InboundEventRow): Promise<void> {
  const nextAttemptAt = row.attempts > IMMEDIATE_ATTEMPTS ? retryAt(inboundQueue, 1) : realNow();
  await change(scope, inboundEventResource, row, { nextAttemptAt });
  scope.outbox.wakes.add('inbound/due');
}

/** The integration; null once it is deleted. */
function integrationOf(scope: WriteScope, row: InboundEventRow): Promise<IntegrationRow | null> {
  return findIntegration(scope, row.integrationId).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

function causeOf(row: InboundEventRow, integration: IntegrationRow): Cause {
  return { integration, inboundEventId: row.id, isTrusted: row.trust !== 'UNSIGNED' };
}

/** Translates the stored body of an event. */
async function readCommands(
  scope: WriteScope,
  row: InboundEventRow,
  { adapter }: IntegrationRow,
): Promise<Command[]> {
  const [stored] = await scope.db
    .select({ body: inboundBody.body })
    .from(inboundBody)
    .where(and(eq(inboundBody.providerId, scope.providerId), eq(inboundBody.inboundEventId, row.id)));
  const { data } = objectOf(parseStoredBody(stored?.body ?? new Uint8Array()));
  return adapters[adapter].translate(
    { event: row.event, data: objectOf(data) },
    { providerId: scope.providerId },
  );
}

/** The outcome of an event with several commands: a failure before an effect, an effect before none. */
function mostSevere(outcomes: InboundOutcome[]): InboundOutcome {
  return (
    outcomes.find(({ as }) => as === 'failed') ??
    outcomes.find(({ as }) => as === 'done') ??
    outcomes[0] ??
    done
  );
}

const moves = { done: 'finish', ignored: 'ignore', failed: 'fail' } as const;

async function conclude(
  scope: WriteScope,
  row: InboundEventRow,
  outcome: InboundOutcome,
  commands?: Record<string, unknown>[],
): Promise<void> {
  await transition(scope, inboundEventResource, row, moves[outcome.as], {
    reason: outcome.as === 'done' ? null : outcome.reason,
    nextAttemptAt: null,
    commands,
  });
}

/** A refusal is final and its key is the reason. Any other error is retried a few times. */
async function handleError(scope: WriteScope, row: InboundEventRow, error: unknown): Promise<void> {
  if (error instanceof Refusal) {
    const integration = await integrationOf(scope, row);
    const commands = integration ? await readCommands(scope, row, integration) : [];
    return conclude(scope, row, failed(error.key), commands);
  }
  const nextAttemptAt = retryAt(inboundQueue, row.attempts);
  if (!nextAttemptAt) return conclude(scope, row, failed('INTERNAL_ERROR'));
  await change(scope, inboundEventResource, row, { nextAttemptAt });
}
