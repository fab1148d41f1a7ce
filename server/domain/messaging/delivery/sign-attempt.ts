import { realNow } from '../../../clock.ts';
import { unseal } from '../../../sealed.ts';
import { attemptHeaders } from '../../../webhooks/headers.ts';
import type { ClaimedDelivery, Endpoint } from './claim.ts';

/**
 * The headers of one attempt, signatures included, as names and values in turn. After a rotation the previous secret
 * signs too, until it expires. Contract: Outbound deliveries.
 * @param body the bytes that are sent
 */
export function signAttempt(claimed: ClaimedDelivery, endpoint: Endpoint, body: string): string[] {
  const { id, sealedSecret, sealedPreviousSecret, previousSecretUntil, sealedHeaders } = endpoint;
  const now = realNow();
  const isRotating = previousSecretUntil !== null && previousSecretUntil > now;
  return attemptHeaders({
    body,
    eventId: claimed.eventId,
    eventType: claimed.eventType,
    attemptId: claimed.attemptId,
    attempt: claimed.number,
    timestamp: Math.floor(now.getTime() / 1_000),
    secret: unseal(sealedSecret, id),
    previousSecret: isRotating ? unseal(sealedPreviousSecret ?? '', id) : undefined,
    isTest: claimed.isTest,
    custom: JSON.parse(unseal(sealedHeaders, id)),
  });
}
