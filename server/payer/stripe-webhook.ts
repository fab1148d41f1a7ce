import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../contract/errors.ts';
import { transaction } from '../db/transaction.ts';
import {
  type GatewayEventResult,
  handleGatewayEvent,
} from '../domain/lifecycle/settlement/handle-gateway-event.ts';
import { log } from '../log.ts';
import type { Word } from '../rails/rail.ts';
import { hearStripe } from '../rails/stripe-words.ts';
import { readBody } from '../rest/request.ts';

/** Where Stripe sends word. */
export const STRIPE_WEBHOOK_PATH = '/api/stripe/webhook';

/**
 * Takes Stripe's word. 200 once it has had its effect, or is known to have none; 400 for a signature that is not
 * Stripe's; anything else makes Stripe send it again. Never throws.
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
    const event = await hearStripe(await readBody(req), Array.isArray(signature) ? undefined : signature);
    if (!event) {
      log.warn({ correlationId }, 'a webhook with a wrong signature of Stripe');
      answer(400, { error: 'The signature does not match.' });
      return;
    }
    const { id: eventId, type, livemode, word } = event;
    const heard = word ? await act(word, livemode, correlationId) : 'nothing to us';
    const level = heard === 'mismatch' || heard === 'unknown' ? 'error' : 'info';
    log[level]({ correlationId, eventId, type, heard, word }, 'word of Stripe');
    answer(200, { received: true });
  } catch (error) {
    const status = error instanceof Refusal && error.status < 500 ? error.status : 500;
    log.error({ correlationId, err: error }, 'word of Stripe not taken');
    answer(status, { error: 'Not taken.' });
  }
}

async function act(word: Word, livemode: boolean, correlationId: string): Promise<GatewayEventResult> {
  const caller = { type: 'system', name: 'Stripe' } as const;
  try {
    return await transaction({ providerId: word.providerId, caller, correlationId }, async (scope) =>
      // Play money buys nothing real, nor the other way round.
      scope.livemode === livemode ? handleGatewayEvent(scope, word) : 'unknown',
    );
  } catch (error) {
    // A provider that never was: the account at Stripe is used by something else, too.
    if (error instanceof Refusal && error.key === 'NOT_FOUND') return 'unknown';
    throw error;
  }
}
