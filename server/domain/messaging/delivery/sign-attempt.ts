import { realNow } from '../../../clock.ts';
import { unseal } from '../../../sealed.ts';
import { attemptHeaders } from '../../../webhooks/headers.ts';
import type { ClaimedDelivery, Endpoint } from './claim.ts';

type Settings = { secret: string; previousSecret: string | null; custom: { name: string; value: string }[] };

/** An endpoint is read with each claim, so its settings are decrypted once for all deliveries of the claim. */
const decrypted = new WeakMap<Endpoint, Settings>();

function settingsOf(endpoint: Endpoint): Settings {
  const known = decrypted.get(endpoint);
  if (known) return known;
  const { id, sealedSecret, sealedPreviousSecret, sealedHeaders } = endpoint;
  const settings = {
    secret: unseal(sealedSecret, id),
    previousSecret: sealedPreviousSecret === null ? null : unseal(sealedPreviousSecret, id),
    custom: JSON.parse(unseal(sealedHeaders, id)),
  };
  decrypted.set(endpoint, settings);
  return settings;
}

/**
 * The headers of one attempt, signatures included, as names and values in turn. After a rotation the previous secret
 * signs too, until it expires. Contract: Outbound deliveries.
 * @param body the bytes that are sent
 */
export function signAttempt(claimed: ClaimedDelivery, endpoint: Endpoint, body: string): string[] {
  const { secret, previousSecret, custom } = settingsOf(endpoint);
  const { previousSecretUntil } = endpoint;
  const now = realNow();
  const isRotating = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now;
  return attemptHeaders({
    body,
    eventId: claimed.eventId,
    eventType: claimed.eventType,
    attemptId: claimed.attemptId,
    attempt: claimed.number,
    timestamp: Math.floor(now.getTime() / 1_000),
    secret,
    previousSecret: isRotating ? previousSecret : undefined,
    isTest: claimed.isTest,
    custom,
  });
}
