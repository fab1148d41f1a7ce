import { sign } from './sign.ts';

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
  secret: string;
  /** The secret before a rotation, until it expires. */
  previousSecret?: string;
  isTest: boolean;
  /** Headers of the partner. */
  custom: readonly { name: string; value: string }[];
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
 * The headers of an attempt, as names and values in turn. No custom header of the partner replaces a header of ours, except
 * `User-Agent`. Contract: Outbound deliveries.
 */
export function attemptHeaders(attempt: AttemptFacts): string[] {
  const { body, timestamp, secret, previousSecret, custom } = attempt;
  const own = custom.filter(({ name }) => !/^x-service-/i.test(name));
  const hasAgent = own.some(({ name }) => name.toLowerCase() === 'user-agent');
  const signatureOf = (key: string) => sign(key, timestamp, body);
  return [
    ...[...own, ...constantHeaders(attempt)].flatMap(({ name, value }) => [name, value]),
    ...(hasAgent ? [] : ['User-Agent', USER_AGENT]),
    ...['X-Service-Signature', signatureOf(secret)],
    ...(previousSecret ? ['X-Service-Signature-Previous', signatureOf(previousSecret)] : []),
    ...['X-Service-Timestamp', String(timestamp)],
    ...['X-Service-Delivery-Id', attempt.attemptId],
    ...['X-Service-Delivery-Attempt', String(attempt.attempt)],
  ];
}
