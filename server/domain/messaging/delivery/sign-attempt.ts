import { createSecretKey, type KeyObject } from 'node:crypto';
import { realNow } from '../../../clock.ts';
import { unseal } from '../../../sealed.ts';
import { attemptHeaders, endpointHeaders } from '../../../webhooks/headers.ts';
import type { ClaimedDelivery, Endpoint } from './claim.ts';

type Settings = { secret: KeyObject; previousSecret: KeyObject | null; ofEndpoint: string[] };

/** Decrypted once for all deliveries of an endpoint. */
const decrypted = new WeakMap<Endpoint, Settings>();

function settingsOf(endpoint: Endpoint): Settings {
  const known = decrypted.get(endpoint);
  if (known) return known;
  const { id, sealedSecret, sealedPreviousSecret, sealedHeaders } = endpoint;
  const settings = {
    secret: createSecretKey(unseal(sealedSecret, id), 'utf8'),
    previousSecret:
      sealedPreviousSecret === null ? null : createSecretKey(unseal(sealedPreviousSecret, id), 'utf8'),
    ofEndpoint: endpointHeaders(JSON.parse(unseal(sealedHeaders, id))),
  };
  decrypted.set(endpoint, settings);
  return settings;
}

/** An endpoint is read with each claim. While its settings are the same, they are not decrypted again. */
export function keepSettings(before: Endpoint | undefined, after: Endpoint): void {
  const settings = before && decrypted.get(before);
  const isSame = (['sealedSecret', 'sealedPreviousSecret', 'sealedHeaders'] as const).every(
    (name) => before?.[name] === after[name],
  );
  if (settings && isSame) decrypted.set(after, settings);
}

/**
 * The headers of one attempt, signatures included, as names and values in turn. After a rotation the previous secret
 * signs too, until it expires. Contract: Outbound deliveries.
 * @param body the bytes that are sent
 */
export function signAttempt(claimed: ClaimedDelivery, endpoint: Endpoint, body: string): string[] {
  const { secret, previousSecret, ofEndpoint } = settingsOf(endpoint);
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
    ofEndpoint,
  });
}
