import type Stripe from 'stripe';
import { SECOND_MS } from '../clock.ts';
import { env } from '../env.ts';
import { GatewayError } from './rail.ts';

/** A payer waits for it: longer than Stripe takes on a bad day, shorter than patience. */
const TIMEOUT_MS = 10 * SECOND_MS;

/** What Stripe says to a request that will never do. 401 is not among them: that is our key, and it can be put right. */
const FINAL_STATUSES = [400, 402, 403, 404];

let client: Promise<Stripe> | undefined;

/** The library, loaded at its first use: most installations never need it. */
export function stripeClient(): Promise<Stripe> {
  client ??= connect();
  return client;
}

async function connect(): Promise<Stripe> {
  const key = env.STRIPE_SECRET_KEY;
  // Payments made while there was one outlive it.
  if (!key) throw new GatewayError('STRIPE_SECRET_KEY is not set', { isFinal: false });
  const { default: Library } = await import('stripe');
  const base = env.STRIPE_API_BASE ? new URL(env.STRIPE_API_BASE) : null;
  return new Library(key, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}

/**
 * Asks Stripe for something.
 * @throws GatewayError, final where asking again makes no sense
 */
export async function askStripe<T>(ask: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await ask(await stripeClient());
  } catch (error) {
    throw asGatewayError(error);
  }
}

function asGatewayError(error: unknown): unknown {
  if (!(error instanceof Error) || !('type' in error) || !String(error.type).startsWith('Stripe'))
    return error;
  const { statusCode, code, message } = error as Stripe.errors.StripeError;
  const isRateLimit = code === 'rate_limit' || code === 'lock_timeout';
  const isFinal = FINAL_STATUSES.includes(statusCode ?? 0) && !isRateLimit;
  return new GatewayError(code ? `${code}: ${message}` : message, { isFinal, code, cause: error });
}
