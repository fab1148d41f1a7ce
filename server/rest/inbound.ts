import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiContext } from '../api/context.ts';
import { readScope, write } from '../api/handlers.ts';
import { providerNow } from '../clock.ts';
import { successBody } from '../contract/envelope.ts';
import { invalid, type RejectionReason, refuse } from '../contract/errors.ts';
import { newId } from '../db/ids.ts';
import type { WriteScope } from '../db/scope.ts';
import { wakeNow } from '../db/transaction.ts';
import {
  type Received,
  receiveInbound,
  receiveInboundNow,
  type Trust,
} from '../domain/inbound-event/receive.ts';
import { findReceiver, type Receiver } from '../domain/integration/read.ts';
import { isSignedBy } from '../domain/integration/secret.ts';
import { readBody } from '../http/read-body.ts';
import { repeatedHeaders } from '../http/repeated-header.ts';
import { sendJson } from '../http/respond.ts';
import { fieldsOf } from '../integrations/adapter.ts';
import { log } from '../log.ts';
import { credentialOf, notAdmitted, rateLimited, single } from './admission.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import type { RateLimits } from './rate-limit.ts';
import { fingerprint, parseBody } from './request.ts';

/** The path of the inbound receiver in metrics and in the OpenAPI document. */
export const INBOUND_PATH = '/v1/integrations/{integrationId}/webhooks';

const PATH = /^\/v1\/integrations\/([^/]+)\/webhooks$/;

/** `Retry-After` in seconds for a fault that only a person can fix. */
const RETRY_AFTER = 60;
const MAX_EVENT = 255;
const SIGNATURE = 'x-webhook-signature';
const WAKE = 'inbound/due';

/** The integration id in a path of the inbound receiver; undefined for other paths. */
export function integrationOf(path: string): string | undefined {
  return PATH.exec(path)?.[1];
}

/**
 * Receives an event of an external system: verifies the sender, stores the raw body and answers once it is durable. A
 * job interprets the event later. Contract: Inbound.
 * @param inHeaders faults of the headers; this endpoint refuses `Dry-Run`
 * @throws NOT_FOUND, UNAUTHORIZED, SERVICE_UNAVAILABLE, RATE_LIMITED, VALIDATION_FAILED, PAYLOAD_TOO_LARGE
 */
export async function receive(
  req: IncomingMessage,
  res: ServerResponse,
  {
    integrationId,
    limits,
    correlationId,
    inHeaders,
  }: { integrationId: string; limits: RateLimits; correlationId: string; inHeaders: RejectionReason[] },
): Promise<void> {
  const receiver = await findReceiver(integrationId);
  if (!receiver) throw refuse('NOT_FOUND', { field: 'integrationId' });
  const { integration } = receiver;
  if (integration.status === 'DISABLED') throw unavailable('This integration is disabled.');
  const raw = await readBody(req);
  const trust = await verifySender(req, receiver, raw, limits, correlationId);
  const taken = limits.inbound.take(integration.id);
  const answer = taken instanceof Promise ? await taken : taken;
  if (!answer.ok) throw await rateLimited(limits, integration.id, answer);
  const { payload, key } = parsePayload(req, raw, inHeaders);

  const answered = (id: string) => ({ inboundEventId: id, status: 'QUEUED' as const });
  if (trust === 'UNSIGNED' && !isRouted(receiver, payload)) {
    // The event belongs to no account. It is not stored, and the answer does not reveal that.
    const { 'user-agent': agent } = req.headers;
    const id = newId('inboundEvent', providerNow(receiver.clockOffsetMs));
    log.warn({ correlationId, integrationId, inboundEventId: id, agent }, 'unattributed inbound event');
    sendJson(res, 201, successBody(answered(id), correlationId), correlationId);
    return;
  }

  const ctx: ApiContext = {
    providerId: integration.providerId,
    livemode: receiver.livemode,
    clockOffsetMs: receiver.clockOffsetMs,
    caller: { type: 'integration', id: integration.id, name: integration.name },
    correlationId,
  };
  const received: Received = { integration, trust, raw, payload };
  if (key !== undefined) {
    const [path = ''] = (req.url ?? '').split('?', 1);
    // Keys of each integration are a namespace of their own. A key in a header has no line break, so none can collide.
    const own = `${integration.id}\n${key}`;
    ctx.idempotency = { key: own, fingerprint: fingerprint('POST', path, {}, payload), status: 201 };
    const keep = async (scope: WriteScope, input: Received) => {
      const { id, isNew } = await receiveInbound(scope, input);
      if (isNew) scope.outbox.wakes.add(WAKE);
      return answered(id);
    };
    const data = await write(keep)({ ctx, input: received });
    const { answer } = ctx.idempotency;
    const headers = answer?.replayed ? { 'Idempotent-Replayed': 'true' } : undefined;
    const id = answer?.correlationId ?? correlationId;
    sendJson(res, 201, answer?.body ?? successBody(data, correlationId), id, headers);
    return;
  }
  const { id, isNew } = await receiveInboundNow(readScope(ctx), received);
  if (isNew) wakeNow(integration.providerId, WAKE);
  sendJson(res, 201, successBody(answered(id), correlationId), correlationId);
}

/**
 * Verifies the sender. Contract: Inbound.
 * @throws VALIDATION_FAILED for two signatures; UNAUTHORIZED; SERVICE_UNAVAILABLE when the integration's secret is missing or revoked
 */
async function verifySender(
  req: IncomingMessage,
  { integration }: Receiver,
  raw: Buffer,
  limits: RateLimits,
  correlationId: string,
): Promise<Trust> {
  const repeated = repeatedHeaders(req, [SIGNATURE]);
  if (repeated.length > 0) throw invalid(repeated);
  const signature = req.headers[SIGNATURE];
  if (integration.signing === 'hmac') {
    if (integration.sealedSecret === null) throw unavailable('The secret of this integration is revoked.');
    if (isSignedBy(integration, raw, single(signature) ?? '')) return 'SIGNED';
    throw await notAdmitted(req, limits);
  }
  if (signature !== undefined) throw unavailable('This integration has no secret to check a signature with.');
  const { 'x-access-id': accessId, 'x-access-secret': accessSecret } = req.headers;
  if (accessId === undefined && accessSecret === undefined) return 'UNSIGNED';
  const caller = await credentialOf(req, correlationId);
  if (caller?.providerId === integration.providerId) return 'CREDENTIALS';
  throw await notAdmitted(req, limits);
}

function unavailable(message: string) {
  return refuse('SERVICE_UNAVAILABLE', { message, retryAfter: RETRY_AFTER });
}

type Payload = Received['payload'];

/**
 * Parses the body. Unknown keys are kept and never refused.
 * @throws VALIDATION_FAILED
 */
function parsePayload(
  req: IncomingMessage,
  raw: Buffer,
  inHeaders: RejectionReason[],
): { payload: Payload; key?: string } {
  const { body, reasons } = parseBody(raw, req.headers['content-type']);
  const { key, reasons: inKey } = idempotencyKeyOf(req);
  const { event, data } = body ?? {};
  const isReadable = body !== undefined || reasons.length === 0;
  const wrong = [...reasons, ...inHeaders, ...inKey, ...(isReadable ? faultsOf(event, data) : [])];
  if (wrong.length > 0) throw invalid(wrong);
  return { payload: { ...body, event: String(event).trim(), data: data as Payload['data'] }, key };
}

function faultsOf(event: unknown, data: unknown): RejectionReason[] {
  const faults: [string, unknown, RejectionReason['code'] | null, string][] = [
    ['event', event, eventFault(event), `Enter the type of the event, at most ${MAX_EVENT} characters.`],
    ['data', data, dataFault(data), 'Enter an object.'],
  ];
  return faults.flatMap(([field, value, code, message]) =>
    code ? [{ field, code: value === undefined ? 'REQUIRED' : code, message }] : [],
  );
}

function eventFault(event: unknown): RejectionReason['code'] | null {
  if (typeof event !== 'string') return 'INVALID_FORMAT';
  const { length } = event.trim();
  if (length === 0) return 'REQUIRED';
  return length > MAX_EVENT ? 'OUT_OF_RANGE' : null;
}

function dataFault(data: unknown): RejectionReason['code'] | null {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? null : 'INVALID_FORMAT';
}

/** Whether an event without credentials names this account. The first `partner_id` found decides. */
function isRouted({ integration }: Receiver, payload: Payload): boolean {
  const { data } = payload;
  const named = [payload, data, fieldsOf(data.attributes)] as Record<string, unknown>[];
  const given = named.find((fields) => fields.partner_id !== undefined)?.partner_id;
  const partnerId = typeof given === 'number' ? String(given) : given;
  if (typeof partnerId !== 'string' || partnerId === '') return false;
  return partnerId === integration.providerId || partnerId === integration.externalPartnerId;
}
