import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMS_HOOK_PATH, smsAccountOfHook, smsHookUrl } from '../domain/messaging/email/accounts.ts';
import { takeReport } from '../domain/messaging/email/take-report.ts';
import { pathOf } from '../http/path-of.ts';
import { readBody } from '../http/read-body.ts';
import { log } from '../log.ts';
import { smsGateways } from '../sms/registry.ts';
import { inSlotOf } from '../work/in-slot.ts';
import { headerOf } from './header-of.ts';
import { failureOf, type Limit, refuseUnknown } from './refuse-unknown.ts';

/** The longest report, in bytes. */
const MAX_BYTES = 16 * 1024;

/** A report can come before the answer to the call is stored. The second look is that much later, in ms. */
const ANSWER_MS = 1_000;

const PATH = /^\/hooks\/sms\/([0-9a-z]{32})$/;

/** Whether a path is that of a gateway for SMS. */
export function isSmsHook(path: string): boolean {
  return path.startsWith(SMS_HOOK_PATH);
}

/**
 * Handles a delivery report of a gateway for SMS: a form at the address of an account. 200 when it is written, repeated or irrelevant;
 * 400 when the gateway has not signed it; 404 for an address that no account has. Never throws. Contract: Messages.
 */
export async function answerSmsReport(
  req: IncomingMessage,
  res: ServerResponse,
  failed: Limit,
): Promise<void> {
  const correlationId = randomUUID();
  const answer = (status: number, text: string) =>
    res
      .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'x-correlation-id': correlationId })
      .end(text);
  const refuse = (status: number, text: string) =>
    refuseUnknown(req, res, failed, () => answer(status, text));
  if (req.method !== 'POST') {
    res.writeHead(405, { allow: 'POST' }).end();
    return;
  }
  try {
    const token = PATH.exec(pathOf(req.url))?.[1];
    const open = token === undefined ? null : await smsAccountOfHook(token);
    if (!open || token === undefined) return await refuse(404, 'Nothing has this address.');
    const form = new URLSearchParams((await readBody(req, MAX_BYTES)).toString());
    const report = { url: smsHookUrl(token), form, header: headerOf(req) };
    const reports = smsGateways[open.gateway].readReport(open.account, report);
    const about = { correlationId, providerId: open.providerId, account: open.id };
    if (!reports) {
      log.warn(about, 'a report that its gateway for SMS has not signed');
      return await refuse(400, 'The signature does not match.');
    }
    for (const report of reports) {
      const take = () => inSlotOf(open.providerId, () => takeReport(open, report, correlationId));
      let isKnown = await take();
      if (!isKnown) {
        await sleep(ANSWER_MS);
        isKnown = await take();
      }
      if (!isKnown) log.warn({ ...about, gatewayId: report.gatewayId }, 'a report about an unknown message');
    }
    answer(200, 'OK');
  } catch (error) {
    const { status, headers } = failureOf(error);
    log.error({ correlationId, err: error }, 'the report of a gateway for SMS was not handled');
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    answer(status, 'The report was not handled.');
  }
}
