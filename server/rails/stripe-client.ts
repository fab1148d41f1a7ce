import type Stripe from 'stripe';
import { SECOND_MS } from '../clock.ts';
import { env } from '../env.ts';
import { standInOf } from '../stand-ins.ts';
import { type GatewayAccount, GatewayError } from './rail.ts';

/** The limit of one call with its whole answer. A payer waits for it. Stripe rarely takes longer. */
const TIMEOUT_MS = 10 * SECOND_MS;

/** Statuses after which a retry is pointless. 401 is a wrong key, which an operator can correct. */
const FINAL_STATUSES = [400, 402, 403, 404];

/** Connections that are kept. Each has the key of an account. */
const MAX_CLIENTS = 200;

const clients = new Map<string, Promise<Stripe>>();

/** The Stripe library with the key of an account, loaded with its first use because most installations do not need it. */
export function stripeClient({ credentials: { secretKey = '' } }: GatewayAccount): Promise<Stripe> {
  const client = clients.get(secretKey) ?? connect(secretKey);
  clients.set(secretKey, client);
  const [oldest] = clients.keys();
  if (clients.size > MAX_CLIENTS && oldest !== undefined) clients.delete(oldest);
  return client;
}

async function connect(key: string): Promise<Stripe> {
  const { default: Library } = await import('stripe');
  const address = standInOf(key) ?? env.STRIPE_API_BASE;
  const base = address ? new URL(address) : null;
  return new Library(key, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    // The other client of the library counts the time between two parts of an answer only.
    httpClient: Library.createFetchHttpClient(fetchWithoutLength),
    ...(base && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}

/** The library states the length of a body, and so does fetch. A request that states it twice is refused. */
const fetchWithoutLength: typeof fetch = (url, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('content-length');
  return fetch(url, { ...init, headers });
};

/**
 * Runs a request to Stripe with the key of an account.
 * @throws GatewayError, final when a retry is pointless
 */
export async function requestStripe<T>(
  account: GatewayAccount,
  request: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  try {
    return await request(await stripeClient(account));
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
