import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiContext } from '../api/context.ts';
import { clientAddress } from '../client-address.ts';
import { providerNow } from '../clock.ts';
import { invalid, type Refusal, refuse } from '../contract/errors.ts';
import type { Received, Trust } from '../domain/inbound-event/receive.ts';
import { noteRefused } from '../domain/integration/contact.ts';
import { findReceiver, type Receiver } from '../domain/integration/read.ts';
import { isSignedBy, type SignatureHash } from '../domain/integration/secret.ts';
import { requireHere } from '../domain/model/provider/account-status.ts';
import { repeatedHeaders } from '../http/repeated-header.ts';
import { objectOf } from '../json-values.ts';
import { log } from '../log.ts';
import { ownerOf } from '../networks.ts';
import { newId } from '../work/ids.ts';
import { announce, credentialOf, notAdmitted, rateLimited, single } from './admission.ts';
import type { RateLimits, Taken } from './rate-limit.ts';

/** The wake-up of the job that processes inbound events. */
export const WAKE_INBOUND = 'inbound/due';

/** `Retry-After` in seconds for a fault that only a person can fix. */
const RETRY_AFTER = 60;

/** Where a sender's signature is, in lower case, and how it is computed. */
export type SignatureScheme = { header: string; hash: SignatureHash };

/** A request at the path of an integration, with its raw body. */
type Delivery = {
  req: IncomingMessage;
  res: ServerResponse;
  receiver: Receiver;
  raw: Buffer;
  scheme: SignatureScheme;
  limits: RateLimits;
  correlationId: string;
};

/**
 * The integration of a receiver's path. Contract: Inbound.
 * @throws NOT_FOUND for an unknown or deleted one; SERVICE_UNAVAILABLE for a disabled one, and while the account is paused or moved
 */
export async function openReceiver(integrationId: string): Promise<Receiver> {
  const receiver = await findReceiver(integrationId);
  if (!receiver) throw refuse('NOT_FOUND', { field: 'integrationId' });
  requireHere(receiver.status);
  if (receiver.integration.status === 'DISABLED') throw unavailable('This integration is disabled.');
  return receiver;
}

/**
 * Verifies the sender and takes one token of the integration's rate limit, of an unsigned request one of its address. The limit is
 * announced to a sender with credentials or a signature. Contract: Inbound, Rate limits.
 * @throws VALIDATION_FAILED for two signatures; UNAUTHORIZED; SERVICE_UNAVAILABLE when the integration's secret is missing or
 *   revoked; RATE_LIMITED
 */
export async function admitSender(delivery: Delivery): Promise<Trust> {
  const { req, res, receiver, limits } = delivery;
  const trust = await verifySender(delivery);
  const { id } = receiver.integration;
  // Anyone can send these, so each address has a bucket of its own until the event names the account.
  if (trust === 'UNSIGNED') await take(limits, `${id} ${ownerOf(clientAddress(req))}`);
  else await take(limits, id, (taken) => announce(res, taken));
  return trust;
}

/** @throws RATE_LIMITED */
async function take(limits: RateLimits, key: string, onTaken?: (taken: Taken) => void): Promise<void> {
  const taken = limits.inbound.take(key);
  const answer = taken instanceof Promise ? await taken : taken;
  onTaken?.(answer);
  if (!answer.ok) throw await rateLimited(limits, key, answer);
}

async function verifySender({ req, receiver, raw, scheme, limits, correlationId }: Delivery): Promise<Trust> {
  const { header, hash } = scheme;
  const { integration } = receiver;
  const repeated = repeatedHeaders(req, [header]);
  if (repeated.length > 0) {
    noteRefused(receiver, clientAddress(req), 'SIGNATURE_REPEATED');
    throw invalid(repeated);
  }
  const signature = single(req.headers[header]);
  if (integration.signing === 'hmac') {
    if (integration.sealedSecret === null) {
      noteRefused(receiver, clientAddress(req), 'SECRET_MISSING');
      throw unavailable('The secret of this integration is revoked.');
    }
    if (isSignedBy(integration, raw, signature ?? '', hash)) return 'SIGNED';
    noteRefused(
      receiver,
      clientAddress(req),
      signature === undefined ? 'SIGNATURE_MISSING' : 'SIGNATURE_WRONG',
    );
    throw await notAdmitted(req, limits);
  }
  if (signature !== undefined) {
    noteRefused(receiver, clientAddress(req), 'SECRET_MISSING');
    throw unavailable('This integration has no secret to check a signature with.');
  }
  const { 'x-access-id': accessId, 'x-access-secret': accessSecret } = req.headers;
  if (accessId === undefined && accessSecret === undefined) return 'UNSIGNED';
  const caller = await credentialOf(req, correlationId);
  if (caller?.providerId === integration.providerId) return 'CREDENTIALS';
  noteRefused(receiver, clientAddress(req), 'CREDENTIALS_WRONG');
  throw await notAdmitted(req, limits);
}

function unavailable(message: string): Refusal {
  return refuse('SERVICE_UNAVAILABLE', { message, retryAfter: RETRY_AFTER });
}

/**
 * The id for an unsigned event that belongs to no account: it is logged and not stored, and the answer does not reveal that.
 * Undefined for any other event. An unsigned one of the account takes a token of the integration.
 * @throws RATE_LIMITED
 */
export async function unattributed(
  { req, receiver, limits, correlationId }: Delivery,
  trust: Trust,
  payload: Received['payload'],
): Promise<string | undefined> {
  if (trust !== 'UNSIGNED') return undefined;
  if (isRouted(receiver, payload)) {
    await take(limits, receiver.integration.id);
    return undefined;
  }
  const { 'user-agent': agent } = req.headers;
  const id = newId('inboundEvent', providerNow(receiver.clockOffsetMs));
  const { id: integrationId } = receiver.integration;
  log.warn({ correlationId, integrationId, inboundEventId: id, agent }, 'unattributed inbound event');
  return id;
}

/** Whether an event without credentials names this account. The first `partner_id` found decides. */
function isRouted({ integration }: Receiver, payload: Received['payload']): boolean {
  const { data } = payload;
  const named = [payload, data, objectOf(data.attributes)] as Record<string, unknown>[];
  const given = named.find((fields) => fields.partner_id !== undefined)?.partner_id;
  const partnerId = typeof given === 'number' ? String(given) : given;
  if (typeof partnerId !== 'string' || partnerId === '') return false;
  return partnerId === integration.providerId || partnerId === integration.externalPartnerId;
}

/** The context of a received event: its integration is the caller. */
export function contextOf(
  { integration, livemode, clockOffsetMs }: Receiver,
  correlationId: string,
): ApiContext {
  const { id, name, providerId } = integration;
  return { providerId, livemode, clockOffsetMs, caller: { type: 'integration', id, name }, correlationId };
}
