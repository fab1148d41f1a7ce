import type { IncomingMessage, ServerResponse } from 'node:http';
import { readScope, write } from '../api/handlers.ts';
import { clientAddress } from '../client-address.ts';
import { successBody } from '../contract/envelope.ts';
import { invalid, type RejectionReason } from '../contract/errors.ts';
import { type Received, receiveInbound, receiveInboundNow } from '../domain/inbound-event/receive.ts';
import { noteRefused } from '../domain/integration/contact.ts';
import type { Receiver } from '../domain/integration/read.ts';
import { pathOf } from '../http/path-of.ts';
import { readBodyFor, turnOfBody } from '../http/read-body.ts';
import { sendJson } from '../http/respond.ts';
import type { WriteScope } from '../work/scope.ts';
import { wakeNow } from '../work/wake.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { admitSender, contextOf, openReceiver, unattributed, WAKE_INBOUND } from './inbound-sender.ts';
import type { RateLimits } from './rate-limit.ts';
import { fingerprint, parseBody } from './request.ts';

/** The path of the inbound receiver in metrics and in the OpenAPI document. */
export const INBOUND_PATH = '/v1/integrations/{integrationId}/webhooks';

const PATH = /^\/v1\/integrations\/([^/]+)\/webhooks$/;

const MAX_EVENT = 255;
const SIGNATURE = { header: 'x-webhook-signature', hash: 'sha256' } as const;

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
    onVerified,
  }: {
    integrationId: string;
    limits: RateLimits;
    correlationId: string;
    inHeaders: RejectionReason[];
    /** Called for a sender who has proved who it is. */
    onVerified: () => void;
  },
): Promise<void> {
  const { found: receiver, raw } = await readBodyFor(req, () => openReceiver(integrationId));
  const { integration } = receiver;
  const delivery = { req, res, receiver, raw, scheme: SIGNATURE, limits, correlationId };
  const trust = await admitSender(delivery);
  if (trust !== 'UNSIGNED') onVerified();
  await turnOfBody(req, raw.length);
  const { payload, key } = parsePayload(req, receiver, raw, inHeaders);

  const answered = (id: string) => ({ inboundEventId: id, status: 'QUEUED' as const });
  const dropped = await unattributed(delivery, trust, payload);
  if (dropped !== undefined) {
    sendJson(res, 201, successBody(answered(dropped), correlationId), correlationId);
    return;
  }

  const ctx = contextOf(receiver, correlationId);
  const received: Received = { integration, trust, raw, payload };
  if (key !== undefined) {
    const path = pathOf(req.url);
    // Keys of each integration are a namespace of their own. A key in a header has no line break, so none can collide.
    const own = `${integration.id}\n${key}`;
    ctx.idempotency = { key: own, fingerprint: fingerprint('POST', path, {}, payload), status: 201 };
    const keep = async (scope: WriteScope, input: Received) => {
      const { id, isNew } = await receiveInbound(scope, input);
      if (isNew) scope.outbox.wakes.add(WAKE_INBOUND);
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
  if (isNew) wakeNow(integration.providerId, WAKE_INBOUND);
  sendJson(res, 201, successBody(answered(id), correlationId), correlationId);
}

type Payload = Received['payload'];

/**
 * Parses the body. Unknown keys are kept and never refused.
 * @throws VALIDATION_FAILED
 */
function parsePayload(
  req: IncomingMessage,
  receiver: Receiver,
  raw: Buffer,
  inHeaders: RejectionReason[],
): { payload: Payload; key?: string } {
  const { body, reasons } = parseBody(raw, req.headers['content-type'], { isClosed: false });
  const { key, reasons: inKey } = idempotencyKeyOf(req);
  const { event, data } = body ?? {};
  const isReadable = body !== undefined || reasons.length === 0;
  const faults = isReadable ? faultsOf(event, data) : [];
  if (reasons.length + faults.length > 0) noteRefused(receiver, clientAddress(req), 'BODY_INVALID');
  const wrong = [...reasons, ...inHeaders, ...inKey, ...faults];
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
