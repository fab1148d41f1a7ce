import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusalOf } from '../api/refusal.ts';
import { monotonicMs } from '../clock.ts';
import { type Refusal, refuse } from '../contract/errors.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { pathOf } from '../http/path-of.ts';
import { sendText } from '../http/respond.ts';
import { log } from '../log.ts';
import { metrics, UNMATCHED } from '../metrics.ts';
import { nameRequestSpan } from '../tracing.ts';
import type { RateLimits } from './rate-limit.ts';
import { receiveSplynxHook } from './splynx-hook.ts';

/** The paths at which other systems report what happens in them, in their own formats. */
export const HOOKS_PATH = '/hooks/';

const SPLYNX = /^\/hooks\/splynx\/([^/]+)$/;
const SPLYNX_ROUTE = '/hooks/splynx/{integrationId}';

/**
 * Answers everything under `/hooks/`, in plain text: that is what the other systems show to their staff. Never throws.
 * Contract: Inbound.
 */
export function createHookHandler(limits: RateLimits) {
  return async function answerHook(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const started = monotonicMs();
    const correlationId = correlationIdOf(req);
    const method = req.method ?? '';
    const path = pathOf(req.url);
    const integrationId = SPLYNX.exec(path)?.[1];
    const route = integrationId === undefined ? UNMATCHED : SPLYNX_ROUTE;
    nameRequestSpan(method, route);
    try {
      if (integrationId === undefined) throw refuse('NOT_FOUND', { message: 'Nothing has this address.' });
      if (method !== 'POST') throw refuse('NOT_ALLOWED', { allow: 'POST' });
      await receiveSplynxHook(req, res, { integrationId, limits, correlationId });
    } catch (error) {
      const refusal = refusalOf(error, undefined);
      if (refusal.key === 'INTERNAL_ERROR') log.error({ correlationId, err: error }, 'hook failed');
      sendText(res, refusal.status, textOf(refusal), correlationId, refusal.headers);
    }
    metrics.answered(method, route, res.statusCode, monotonicMs() - started);
  };
}

/** What a sender without credentials of the API has to check. */
const NOT_SIGNED = 'The signature is missing, or does not match the secret of the integration.';

/** The error and its reasons, a line each. */
function textOf({ key, body }: Refusal): string {
  if (key === 'UNAUTHORIZED') return `${body.error}\n${NOT_SIGNED}`;
  const reasons = body.rejectionReasons.map(({ field, message }) =>
    field === '_' ? message : `${field}: ${message}`,
  );
  return [body.error, ...reasons].join('\n');
}
