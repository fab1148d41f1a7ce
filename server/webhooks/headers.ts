import { type SigningKey, sign } from './sign.ts';

/** What the headers of an attempt depend on. */
type AttemptFacts = {
  body: string;
  eventId: string;
  eventType: string;
  attemptId: string;
  /** From 1 on. */
  attempt: number;
  /** Unix seconds. */
  timestamp: number;
  secret: SigningKey;
  /** The secret before a rotation, until it expires. */
  previousSecret?: SigningKey;
  isTest: boolean;
  /** What `endpointHeaders` returns. */
  ofEndpoint: readonly string[];
};

const USER_AGENT = 'Demarc-Webhooks/1';

/** The headers that are the same for all attempts of a delivery. Contract: Outbound deliveries. */
export function constantHeaders(facts: Pick<AttemptFacts, 'eventId' | 'eventType' | 'isTest'>) {
  return [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'X-Service-Event-Type', value: facts.eventType },
    { name: 'X-Service-Event-Id', value: facts.eventId },
    ...(facts.isTest ? [{ name: 'X-Service-Test', value: 'true' }] : []),
  ];
}

/**
 * The headers that are the same for all attempts to an endpoint, as names and values in turn: the custom headers of the partner
 * and the user agent. No custom header replaces a header of ours, except `User-Agent`. Contract: Outbound deliveries.
 */
export function endpointHeaders(custom: readonly { name: string; value: string }[]): string[] {
  const own = custom.filter(({ name }) => !/^x-service-/i.test(name));
  const hasAgent = own.some(({ name }) => name.toLowerCase() === 'user-agent');
  const all = hasAgent ? own : [...own, { name: 'User-Agent', value: USER_AGENT }];
  return all.flatMap(({ name, value }) => [name, value]);
}

/** The headers of an attempt, as names and values in turn. Contract: Outbound deliveries. */
export function attemptHeaders(attempt: AttemptFacts): string[] {
  const { body, timestamp, secret, previousSecret } = attempt;
  const headers = [...attempt.ofEndpoint];
  for (const { name, value } of constantHeaders(attempt)) headers.push(name, value);
  headers.push('X-Service-Signature', sign(secret, timestamp, body));
  if (previousSecret) headers.push('X-Service-Signature-Previous', sign(previousSecret, timestamp, body));
  headers.push('X-Service-Timestamp', String(timestamp));
  headers.push('X-Service-Delivery-Id', attempt.attemptId);
  headers.push('X-Service-Delivery-Attempt', String(attempt.attempt));
  return headers;
}
