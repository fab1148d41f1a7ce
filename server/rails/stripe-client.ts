import type Stripe from 'stripe';
import { SECOND_MS } from '../clock.ts';
import { env } from '../env.ts';
import { GatewayError } from './rail.ts';

/** A payer waits for the answer. Stripe rarely takes longer. */
const TIMEOUT_MS = 10 * SECOND_MS;

/** Statuses after which a retry is pointless. 401 is a wrong key, which an operator can correct. */
const FINAL_STATUSES = [400, 402, 403, 404];

let client: Promise<Stripe> | undefined;

/** The Stripe library, loaded with its first use because most installations do not need it. */
export function stripeClient(): Promise<Stripe> {
  client ??= connect();
  return client;
}

async function connect(): Promise<Stripe> {
  const key = env.STRIPE_SECRET_KEY;
  // Payments from before the key was removed still get here.
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
 * Runs a request to Stripe.
 * @throws GatewayError, final when a retry is pointless
 */
export async function requestStripe<T>(request: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await request(await stripeClient());
  } catch (error) {
    throw asGatewayError(error);
  }
}

/**
 * Whether Stripe refused the request itself, and repeats that answer to its idempotency key. A wrong API key, a missing
 * permission and a key that is in use are found before: an earlier request with the key may still succeed.
 */
export function isUsedKey({ isFinal, cause }: GatewayError): boolean {
  const { type } = cause as Stripe.errors.StripeError;
  return isFinal && (type === 'StripeInvalidRequestError' || type === 'StripeCardError');
}

function asGatewayError(error: unknown): unknown {
  if (!(error instanceof Error) || !('type' in error) || !String(error.type).startsWith('Stripe'))
    return error;
  const { statusCode, code, message } = error as Stripe.errors.StripeError;
  const isRateLimit = code === 'rate_limit' || code === 'lock_timeout';
  const isFinal = FINAL_STATUSES.includes(statusCode ?? 0) && !isRateLimit;
  return new GatewayError(code ? `${code}: ${message}` : message, { isFinal, code, cause: error });
}
