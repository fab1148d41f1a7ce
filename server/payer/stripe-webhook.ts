import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../contract/errors.ts';
import {
  type GatewayEventResult,
  handleGatewayEvent,
} from '../domain/lifecycle/payment/handle-gateway-event.ts';
import { readBody } from '../http/read-body.ts';
import { log } from '../log.ts';
import type { GatewayEvent } from '../rails/rail.ts';
import { readStripeEvent } from '../rails/stripe-events.ts';
import { transaction } from '../work/transaction.ts';

/** The path of Stripe's webhook. */
export const STRIPE_WEBHOOK_PATH = '/api/stripe/webhook';

/**
 * Handles a webhook of Stripe. 200 when the event is applied or irrelevant; 400 for a wrong signature. After any other
 * status Stripe sends it again. Never throws.
 */
export async function answerStripe(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const correlationId = randomUUID();
  const answer = (status: number, body: object) =>
    res
      .writeHead(status, { 'content-type': 'application/json', 'x-correlation-id': correlationId })
      .end(JSON.stringify(body));
  if (req.method !== 'POST') {
    res.writeHead(405, { allow: 'POST' }).end();
    return;
  }
  try {
    const signature = req.headers['stripe-signature'];
    const event = await readStripeEvent(
      await readBody(req),
      Array.isArray(signature) ? undefined : signature,
    );
    if (!event) {
      log.warn({ correlationId }, 'a webhook with a wrong Stripe signature');
      answer(400, { error: 'The signature does not match.' });
      return;
    }
    const { id: eventId, type, livemode, gatewayEvent } = event;
    const handled = gatewayEvent ? await apply(gatewayEvent, livemode, correlationId) : 'irrelevant';
    const level = handled === 'mismatch' || handled === 'unknown' ? 'error' : 'info';
    log[level]({ correlationId, eventId, type, handled, gatewayEvent }, 'Stripe event');
    answer(200, { received: true });
  } catch (error) {
    const status = error instanceof Refusal && error.status < 500 ? error.status : 500;
    log.error({ correlationId, err: error }, 'a Stripe event was not handled');
    answer(status, { error: 'The event was not handled.' });
  }
}

async function apply(
  gatewayEvent: GatewayEvent,
  livemode: boolean,
  correlationId: string,
): Promise<GatewayEventResult> {
  const caller = { type: 'system', name: 'Stripe' } as const;
  try {
    return await transaction({ providerId: gatewayEvent.providerId, caller, correlationId }, async (scope) =>
      // A test event has no effect on a live account, nor a live event on a sandbox.
      scope.livemode === livemode ? handleGatewayEvent(scope, gatewayEvent) : 'unknown',
    );
  } catch (error) {
    // The Stripe account may serve other systems, whose events name providers that do not exist here.
    if (error instanceof Refusal && error.key === 'NOT_FOUND') return 'unknown';
    throw error;
  }
}
