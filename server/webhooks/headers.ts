import { sign } from './sign.ts';

export type Signed = {
  body: string;
  eventId: string;
  eventType: string;
  attemptId: string;
  /** From 1 on. */
  attempt: number;
  /** Unix seconds. */
  timestamp: number;
  secret: string;
  /** The secret before a rotation, while it signs as well. */
  previousSecret?: string;
  isTest: boolean;
  /** The partner's own. */
  custom: readonly { name: string; value: string }[];
};

const USER_AGENT = 'Demarc-Webhooks/1';

/** Those of ours that every attempt of a delivery has alike. Contract: Outbound deliveries. */
export function sameForEachAttempt(of: Pick<Signed, 'eventId' | 'eventType' | 'isTest'>) {
  return [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'X-Service-Event-Type', value: of.eventType },
    { name: 'X-Service-Event-Id', value: of.eventId },
    ...(of.isTest ? [{ name: 'X-Service-Test', value: 'true' }] : []),
  ];
}

/** The headers of an attempt, names and values in turn. Ours win. Contract: Outbound deliveries. */
export function headersOf(attempt: Signed): string[] {
  const { body, timestamp, secret, previousSecret, custom } = attempt;
  const own = custom.filter(({ name }) => !/^x-service-/i.test(name));
  const hasAgent = own.some(({ name }) => name.toLowerCase() === 'user-agent');
  const headers: Record<string, string | undefined> = {
    ...Object.fromEntries(sameForEachAttempt(attempt).map(({ name, value }) => [name, value])),
    'User-Agent': hasAgent ? undefined : USER_AGENT,
    'X-Service-Signature': sign(secret, timestamp, body),
    'X-Service-Signature-Previous': previousSecret && sign(previousSecret, timestamp, body),
    'X-Service-Timestamp': String(timestamp),
    'X-Service-Delivery-Id': attempt.attemptId,
    'X-Service-Delivery-Attempt': String(attempt.attempt),
  };
  return [
    ...own.flatMap(({ name, value }) => [name, value]),
    ...Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
  ];
}
