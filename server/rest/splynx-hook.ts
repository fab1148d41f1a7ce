import type { IncomingMessage, ServerResponse } from 'node:http';
import { readScope } from '../api/handlers.ts';
import { clientAddress } from '../client-address.ts';
import { invalid, refuse } from '../contract/errors.ts';
import { type Received, receiveInboundNow } from '../domain/inbound-event/receive.ts';
import { notePing, noteRefused } from '../domain/integration/contact.ts';
import type { Receiver } from '../domain/integration/read.ts';
import { readBodyFor, turnOfBody } from '../http/read-body.ts';
import { sendText } from '../http/respond.ts';
import { parseForm } from '../integrations/form.ts';
import { readSplynxHook, type SplynxHook } from '../integrations/splynx-hook.ts';
import { isJson } from '../integrations/stored-body.ts';
import { ownerOf } from '../networks.ts';
import { wakeNow } from '../work/wake.ts';
import { rateLimited } from './admission.ts';
import { dryRunNotAllowed, dryRunOf } from './dry-run.ts';
import { admitSender, contextOf, openReceiver, unattributed, WAKE_INBOUND } from './inbound-sender.ts';
import type { RateLimits } from './rate-limit.ts';
import { parseBody } from './request.ts';

const SIGNATURE = { header: 'x-splynx-signature', hash: 'sha1' } as const;

/** The longest test of a connection, in bytes. It is parsed before its sender is verified. */
const MAX_PING = 16 * 1024;

/** @throws as `openReceiver`; NOT_FOUND for another kind of system */
async function openSplynx(integrationId: string): Promise<Receiver> {
  const receiver = await openReceiver(integrationId);
  if (receiver.integration.adapter !== 'splynx') throw refuse('NOT_FOUND', { field: 'integrationId' });
  return receiver;
}

/**
 * Receives a webhook of Splynx: answers a test of the connection, and stores an event as the receiver of the API does.
 * Contract: Inbound.
 * @throws NOT_FOUND, UNAUTHORIZED, SERVICE_UNAVAILABLE, RATE_LIMITED, VALIDATION_FAILED, PAYLOAD_TOO_LARGE
 */
export async function receiveSplynxHook(
  req: IncomingMessage,
  res: ServerResponse,
  {
    integrationId,
    limits,
    correlationId,
  }: { integrationId: string; limits: RateLimits; correlationId: string },
): Promise<void> {
  const { found: receiver, raw } = await readBodyFor(req, () => openSplynx(integrationId));
  const { integration } = receiver;
  const answer = () => sendText(res, 200, 'ok', correlationId);
  if (raw.length <= MAX_PING && raw.includes('ping') && readHook(raw).is === 'ping') {
    await admitPing(req, limits);
    notePing(receiver, clientAddress(req));
    return answer();
  }
  const delivery = { req, res, receiver, raw, scheme: SIGNATURE, limits, correlationId };
  const trust = await admitSender(delivery);
  const { dryRun, reasons } = dryRunOf(req);
  if (dryRun || reasons.length > 0) throw invalid(dryRun ? [dryRunNotAllowed] : reasons);
  await turnOfBody(req, raw.length);
  const hook = readHook(raw);
  if (hook.is === 'ping') {
    notePing(receiver, clientAddress(req));
    return answer();
  }
  if (hook.is === 'invalid') {
    noteRefused(receiver, clientAddress(req), 'BODY_INVALID');
    throw invalid([{ field: hook.field, code: 'INVALID_FORMAT', message: hook.message }]);
  }
  const { payload } = hook;
  if ((await unattributed(delivery, trust, payload)) !== undefined) return answer();
  const received: Received = { integration, trust, raw, payload };
  const { isNew } = await receiveInboundNow(readScope(contextOf(receiver, correlationId)), received);
  if (isNew) wakeNow(integration.providerId, WAKE_INBOUND);
  answer();
}

/** Anyone can send a ping, so it takes a token of its address, and none of the integration. */
async function admitPing(req: IncomingMessage, limits: RateLimits): Promise<void> {
  const owner = ownerOf(clientAddress(req));
  const taken = await limits.failedAuthentication.take(owner);
  if (!taken.ok) throw await rateLimited(limits, owner, taken);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body, whatever content type its header names: JSON and forms start differently. */
function readHook(raw: Buffer): SplynxHook {
  if (isJson(raw)) {
    const { body, reasons } = parseBody(raw, 'application/json', { isClosed: false });
    const [first = { field: '_', message: 'The body is empty.' }] = reasons;
    return body && reasons.length === 0 ? readSplynxHook(body) : { is: 'invalid', ...first };
  }
  let body: Record<string, unknown> | null;
  try {
    body = parseForm(utf8.decode(raw));
  } catch {
    body = null;
  }
  return body ? readSplynxHook(body) : { is: 'invalid', field: '_', message: 'The form cannot be read.' };
}
