import { WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './events.ts';
import { hmac, isHmac } from './web-crypto.ts';

/** Headers as frameworks have them: `Headers` of fetch, or the object of Node, with names in any case. */
export type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The raw body of a delivery. A parsed and serialised one may have other bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer;

export type VerifyOptions = {
  /** How far the time of signing may be from now, in seconds. 300 by default. */
  toleranceSeconds?: number;
  /** The current time in milliseconds, for tests. */
  now?: () => number;
};

/** The headers of a signature. */
export type SignedHeaders = { 'X-Service-Timestamp': string; 'X-Service-Signature': string };

const DEFAULT_TOLERANCE_SECONDS = 300;

const utf8 = new TextEncoder();

/**
 * Verifies a delivery of a webhook and returns its event. For 24 hours after a rotation Demarc signs with both secrets, so
 * a receiver may have the old or the new one, or give both. Contract: Outbound deliveries.
 * @param body the raw body, before anything parses it
 * @param secret the secret of the webhook (`whsec_…`), or several of which one has to match
 * @throws WebhookVerificationError for a delivery to refuse: answer 400
 * @throws TypeError without a secret
 */
export async function verifyWebhook(
  body: RawBody,
  headers: HeadersLike,
  secret: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  // A variable of the environment that is not set would make each delivery look forged.
  if (!secrets || secrets.some((one) => !one)) throw new TypeError('The secret of the webhook is missing.');
  const timestamp = headerOf(headers, 'x-service-timestamp');
  const given = ['x-service-signature', 'x-service-signature-previous'].flatMap(
    (name) => headerOf(headers, name) || [],
  );
  if (!timestamp || given.length === 0)
    throw new WebhookVerificationError('MISSING_HEADER', 'The delivery has no signature or no timestamp.');
  const age = now() / 1_000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || !(Math.abs(age) <= toleranceSeconds))
    throw new WebhookVerificationError(
      'OUTSIDE_TOLERANCE',
      `The delivery was not signed within ${toleranceSeconds} seconds of now.`,
    );
  const raw = rawBytes(body);
  const message = signedMessage(timestamp, raw);
  const signatures = given.flatMap(bytesOf);
  const checks = secrets.flatMap((key) => signatures.map((signature) => isHmac(key, signature, message)));
  // All of them are awaited, so that the time does not show which one matched.
  if (!(await Promise.all(checks)).includes(true))
    throw new WebhookVerificationError('WRONG_SIGNATURE', 'The delivery was signed with another secret.');
  return parsed(raw);
}

/**
 * Signs a body as Demarc signs deliveries, for tests of a receiver.
 * @param timestamp Unix seconds; now by default
 */
export async function signWebhook(
  body: RawBody,
  secret: string,
  timestamp = Math.floor(Date.now() / 1_000),
): Promise<SignedHeaders> {
  const signature = await hmac(secret, signedMessage(String(timestamp), rawBytes(body)));
  return { 'X-Service-Timestamp': String(timestamp), 'X-Service-Signature': `sha256=${signature}` };
}

function signedMessage(timestamp: string, raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = utf8.encode(`${timestamp}.`);
  const message = new Uint8Array(prefix.length + raw.length);
  message.set(prefix);
  message.set(raw, prefix.length);
  return message;
}

function rawBytes(body: RawBody): Uint8Array {
  if (typeof body === 'string') return utf8.encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError('Give the raw body, not the parsed one: its bytes are signed.');
}

function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

/** The bytes of `sha256=` and hex digits; none of anything else. */
function bytesOf(header: string): Uint8Array<ArrayBuffer>[] {
  const digits = /^sha256=([0-9a-f]{64})$/.exec(header)?.[1];
  return digits ? [Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))] : [];
}

function parsed(raw: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    throw new WebhookVerificationError('MALFORMED_BODY', 'The body of the delivery is no JSON.');
  }
}
