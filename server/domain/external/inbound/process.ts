import { and, eq, inArray, lt } from 'drizzle-orm';
import { inboundBody, inboundEvent } from '../../../../drizzle/schema/integration.ts';
import { plus, realNow, SECOND_MS } from '../../../clock.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { type Origin, transaction } from '../../../db/transaction.ts';
import { orderKey, type Payload } from '../../../integrations/adapter.ts';
import type { Command } from '../../../integrations/command.ts';
import { adapters } from '../../../integrations/registry.ts';
import { log } from '../../../log.ts';
import { change } from '../../../state/record.ts';
import { findForUpdate } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import { type InboundEventRow, inboundEventResource } from '../../model/inbound-event/resource.ts';
import { findIntegration, type IntegrationRow } from '../../model/integration/resource.ts';
import type { Claimed } from './claim.ts';
import { isKnown } from './customer.ts';
import { type Cause, done, failed, ignored, type Outcome } from './outcome.ts';
import { runCommand } from './run.ts';

/** Tries after which an event that breaks us is given up, and how long it waits between them. */
const MAX_ATTEMPTS = 5;
const RETRY_WAIT_MS = 5 * SECOND_MS;

/**
 * Processes a claimed event. What it brings about and how it ended commit together, and only while the claim holds; killed
 * in between, nothing has happened, and another attempt comes after the lease. It never throws.
 */
export async function processEvent({ event, integration }: Claimed): Promise<void> {
  const { providerId, correlationId, id: inboundEventId } = event;
  const { id, name } = integration;
  const origin: Origin = { providerId, correlationId, caller: { type: 'integration', id, name } };
  try {
    await attempt(origin, event, (scope, row) => process(scope, row));
  } catch (error) {
    if (!(error instanceof Refusal))
      log.error({ err: error, inboundEventId, providerId }, 'inbound event broke');
    try {
      await attempt(origin, event, (scope, row) => giveUp(scope, row, error));
    } catch (again) {
      // Whatever it is, the lease runs out and another attempt comes.
      log.error({ err: again, inboundEventId, providerId }, 'inbound event left to its lease');
    }
  }
}

/** Runs one unit of work on an event, unless it is somebody else's by now. */
function attempt(
  origin: Origin,
  claimed: InboundEventRow,
  work: (scope: WriteScope, row: InboundEventRow) => Promise<unknown>,
): Promise<void> {
  return transaction(origin, async (scope) => {
    const row = await findForUpdate(scope, inboundEventResource, claimed.id);
    if (row.status === 'PROCESSING' && row.attempts === claimed.attempts) await work(scope, row);
  });
}

async function process(scope: WriteScope, row: InboundEventRow): Promise<void> {
  const integration = await integrationOf(scope, row);
  const commands = integration ? await translated(scope, row, integration) : [];
  const outcomes: Outcome[] = integration ? [] : [ignored('INTEGRATION_DELETED')];
  for (const command of commands) {
    outcomes.push(await runCommand(scope, causeOf(row, integration as IntegrationRow), command));
  }
  const outcome = worst(outcomes);
  if (await isTooEarly(scope, row, outcome, commands)) return wait(scope, row);
  await conclude(scope, row, outcome, commands);
}

/**
 * Whether a service's customer was not known only because what was told of the customer before is being processed at the
 * same time: it still is, or has just been.
 */
async function isTooEarly(
  scope: WriteScope,
  { integrationId, position }: InboundEventRow,
  outcome: Outcome,
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
          inArray(inboundEvent.status, ['QUEUED', 'PROCESSING']),
          lt(inboundEvent.position, position),
        ),
      )
      .limit(1);
    if (before || (await isKnown(scope, customerId))) return true;
  }
  return false;
}

/** Gives an event back, to be claimed anew: after those it was claimed with, or later where it has waited for long. */
async function wait(scope: WriteScope, row: InboundEventRow): Promise<void> {
  const ms = row.attempts > MAX_ATTEMPTS ? RETRY_WAIT_MS : 0;
  await change(scope, inboundEventResource, row, { nextAttemptAt: plus(realNow(), ms) });
  scope.outbox.wakes.add('inbound/due');
}

/** The integration, unless it was deleted meanwhile. */
function integrationOf(scope: WriteScope, row: InboundEventRow): Promise<IntegrationRow | null> {
  return findIntegration(scope, row.integrationId).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

function causeOf(row: InboundEventRow, integration: IntegrationRow): Cause {
  return { integration, inboundEventId: row.id, isTrusted: row.trust !== 'UNSIGNED' };
}

/** What the body that was kept comes to. */
async function translated(
  scope: WriteScope,
  row: InboundEventRow,
  { adapter }: IntegrationRow,
): Promise<Command[]> {
  const [kept] = await scope.db
    .select({ body: inboundBody.body })
    .from(inboundBody)
    .where(and(eq(inboundBody.providerId, scope.providerId), eq(inboundBody.inboundEventId, row.id)));
  // As it was read when it came: a byte order mark is no part of it.
  const { event, data } = JSON.parse(new TextDecoder().decode(kept?.body)) as Payload;
  return adapters[adapter].translate({ event: event.trim(), data }, { providerId: scope.providerId });
}

/** A failure tells more than an effect, and an effect more than none. */
function worst(outcomes: Outcome[]): Outcome {
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
  outcome: Outcome,
  commands?: Command[],
): Promise<void> {
  await transition(scope, inboundEventResource, row, moves[outcome.as], {
    reason: outcome.as === 'done' ? null : outcome.reason,
    nextAttemptAt: null,
    commands,
  });
}

/** What was refused fails with the refusal's name; what broke us is tried again some times. */
async function giveUp(scope: WriteScope, row: InboundEventRow, error: unknown): Promise<void> {
  if (error instanceof Refusal) {
    const integration = await integrationOf(scope, row);
    const commands = integration ? await translated(scope, row, integration) : [];
    return conclude(scope, row, failed(error.key), commands);
  }
  if (row.attempts >= MAX_ATTEMPTS) return conclude(scope, row, failed('INTERNAL_ERROR'));
  await change(scope, inboundEventResource, row, { nextAttemptAt: plus(realNow(), RETRY_WAIT_MS) });
}
