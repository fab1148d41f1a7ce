import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusalOf } from '../api/refusal.ts';
import { appRouter } from '../api/root.ts';
import { requireStaffSession } from '../auth/staff.ts';
import { clientAddress } from '../client-address.ts';
import { refuse } from '../contract/errors.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { sendFile, sendRefusal } from '../http/respond.ts';
import { log } from '../log.ts';
import { apiContextOf, headersOf } from './trpc.ts';

const PATH = /^\/api\/invoices\/([^/?]+)\/pdf(?:\?|$)/;

/** Whether a request is for an invoice PDF of the portal: `GET /api/invoices/<id>/pdf`. */
export function isInvoicePdf(url: string): boolean {
  return PATH.test(url);
}

/**
 * Shows an invoice's PDF in the browser, through the procedure of `/v1`. Never throws; refusals are those of the API.
 */
export async function showInvoicePdf(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const correlationId = correlationIdOf(req);
  const id = PATH.exec(req.url ?? '')?.[1] ?? '';
  try {
    if (req.method !== 'GET') throw refuse('NOT_ALLOWED', { allow: 'GET' });
    const session = await requireStaffSession(headersOf(req));
    const document = await appRouter
      .createCaller(apiContextOf(session, correlationId, clientAddress(req)))
      .invoice.pdf({ id });
    sendFile(res, document, 'application/pdf', correlationId, 'inline');
  } catch (error) {
    const refusal = refusalOf(error, undefined);
    if (refusal.key === 'INTERNAL_ERROR') log.error({ correlationId, err: error }, 'invoice PDF failed');
    sendRefusal(res, refusal, correlationId);
  }
}
