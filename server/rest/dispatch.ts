import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { ApiContext } from '../api/context.ts';
import { refusalOf } from '../api/refusal.ts';
import { monotonicMs } from '../clock.ts';
import { type DryRun, successOf } from '../contract/envelope.ts';
import { invalidRequest, Refusal, type RejectionReason, refuse } from '../contract/errors.ts';
import type { Page } from '../contract/paging.ts';
import { reasonsOf } from '../contract/reasons.ts';
import { namesAt } from '../contract/schema-names.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { jsonInTurns } from '../http/json-in-turns.ts';
import { pathOf } from '../http/path-of.ts';
import { readBody, turnOfBody } from '../http/read-body.ts';
import { identifyingHeaders, repeatedHeaders } from '../http/repeated-header.ts';
import { bytesOf, type FileAnswer, sendFile, sendJson, sendRefusal } from '../http/respond.ts';
import { log } from '../log.ts';
import { metrics, UNMATCHED } from '../metrics.ts';
import { nameRequestSpan } from '../tracing.ts';
import { admit, asCounted, identifyCaller } from './admission.ts';
import { dryRunNotAllowed, dryRunOf } from './dry-run.ts';
import { missingInPath, resourceOfRoute } from './exists.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { ifMatchNotAllowed, ifMatchOf } from './if-match.ts';
import { INBOUND_PATH, integrationOf, receive } from './inbound.ts';
import type { RateLimits } from './rate-limit.ts';
import { assemble, fingerprint, parseBody, parseQuery } from './request.ts';
import type { Exchange, RequestLog } from './request-log.ts';
import { match, type Route } from './routes.ts';
import { sendApiDocument } from './send-document.ts';

/** The path of the API document. */
export const DOCUMENT_PATH = '/v1/openapi.json';

/** Answers everything under `/v1`. Never throws: every error becomes an answer in the envelope. Contract: Transport. */
export function createDispatcher(limits: RateLimits, calls: RequestLog) {
  return async function dispatch(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const started = monotonicMs();
    const correlationId = correlationIdOf(req);
    const method = req.method ?? '';
    const { url = '/' } = req;
    const path = pathOf(url);
    const integrationId = integrationOf(path);
    const found = integrationId === undefined ? match(method, path) : null;
    const route = found && 'route' in found ? found.route : undefined;
    const repeated = repeatedHeaders(req, identifyingHeaders);
    const { dryRun, reasons: inDryRun } = dryRunOf(req);
    const template = route?.path ?? (integrationId === undefined ? null : INBOUND_PATH);
    nameRequestSpan(method, template ?? UNMATCHED);
    const exchange: Exchange = {
      correlationId,
      path,
      search: url.slice(path.length + 1),
      route: template,
      integrationId,
      isDryRun: dryRun !== undefined,
    };
    // Every answer to a dry run repeats the header, refusals included.
    if (dryRun) res.setHeader('Dry-Run', 'true');
    try {
      const fault = faultOf({ method, path, integrationId, found });
      if (fault) {
        exchange.ctx = (await identifyCaller(req, res, limits, correlationId)) ?? undefined;
        throw fault;
      }
      if (path === DOCUMENT_PATH) await sendApiDocument(req, res, correlationId);
      else if (integrationId !== undefined) {
        const inHeaders = [...repeated, ...(dryRun ? [dryRunNotAllowed] : inDryRun)];
        const onVerified = () => {
          exchange.isVerified = true;
        };
        await receive(req, res, { integrationId, limits, correlationId, inHeaders, onVerified });
      } else if (found && 'route' in found) {
        const whenGone = (then: () => void) => void (res.closed ? then() : res.once('close', then));
        const ctx = { ...(await admit(req, res, limits, correlationId)), dryRun, whenGone };
        exchange.ctx = ctx;
        const hasDryRun = !dryRun || found.route.hasDryRun;
        const inHeaders = [...repeated, ...(hasDryRun ? inDryRun : [dryRunNotAllowed])];
        await answer({ req, res, ...found, exchange, ctx }, inHeaders);
      }
    } catch (error) {
      const isCounted = isUnproven(exchange, req, error);
      const refused = isCounted ? await asCounted(req, limits, error) : error;
      exchange.refusal = fail(res, refused, correlationId, dryRun);
    }
    const durationMs = monotonicMs() - started;
    metrics.answered(method, template ?? UNMATCHED, res.statusCode, durationMs);
    calls.note(req, res.statusCode, durationMs, exchange);
  };
}

type Call = {
  method: string;
  path: string;
  integrationId: string | undefined;
  found: ReturnType<typeof match> | null;
};

/** The refusal of a call that no operation takes. */
function faultOf({ method, path, integrationId, found }: Call): Refusal | null {
  if (path === DOCUMENT_PATH) return method === 'GET' ? null : refuse('NOT_ALLOWED', { allow: 'GET' });
  if (integrationId !== undefined) return method === 'POST' ? null : refuse('NOT_ALLOWED', { allow: 'POST' });
  if (!found) return refuse('NOT_FOUND', { message: 'No operation has this path.' });
  return 'allow' in found ? refuse('NOT_ALLOWED', { allow: found.allow }) : null;
}

/** Whether a refused call names an account without proof. An unknown integration is no account's. */
function isUnproven(
  { ctx, isVerified, integrationId }: Exchange,
  { headers }: IncomingMessage,
  error: unknown,
) {
  if (ctx || isVerified) return false;
  if (integrationId === undefined) return headers['x-access-id'] !== undefined;
  return !(error instanceof Refusal && error.key === 'NOT_FOUND');
}

/** A call that is admitted. */
type Admitted = {
  req: IncomingMessage;
  res: ServerResponse;
  route: Route;
  params: Record<string, string | undefined>;
  exchange: Exchange;
  ctx: ApiContext;
};

/** @param inHeaders faults of the headers */
async function answer(admitted: Admitted, inHeaders: RejectionReason[]): Promise<void> {
  const { req, res, route, params, exchange, ctx } = admitted;
  const { query, reasons: inQuery } = parseQuery(route, exchange.search);
  const hasBody =
    req.headers['content-length'] !== undefined || req.headers['transfer-encoding'] !== undefined;
  const raw = hasBody ? await readBody(req) : undefined;
  if (raw) await ctx.checkAgain?.();
  const parsed = raw ? parseBody(raw, req.headers['content-type'], { isClosed: true }) : { reasons: [] };
  const bytes = raw?.length ?? 0;
  await turnOfBody(req, bytes);
  exchange.body = parsed.body;
  exchange.bodyBytes = raw?.length;
  const { input, reasons: notTaken } = assemble(route, params, query, parsed.body);
  const reasons = [...parsed.reasons, ...inQuery, ...notTaken, ...inHeaders];
  if (route.isTagged || route.isWrite) ctx.tag = {};
  if (route.isWrite) {
    const { tags, reasons: inMatch } = ifMatchOf(req);
    const target = tags && resourceOfRoute(route, params);
    if (target) ctx.ifMatch = { ...target, tags };
    reasons.push(...inMatch, ...(tags && !target ? [ifMatchNotAllowed] : []));
    const { key, reasons: inKey } = idempotencyKeyOf(req);
    reasons.push(...inKey);
    if (key !== undefined) {
      const print = fingerprint(route.method, exchange.path, query, parsed.body);
      ctx.idempotency = { key, fingerprint: print, status: route.facts.status };
    }
  }
  await turnOfBody(req, bytes);
  if (reasons.length > 0) {
    const isReadable = parsed.body !== undefined || parsed.reasons.length === 0;
    throw await validationRefusal(admitted, input, { found: reasons, isReadable });
  }
  try {
    exchange.answer = await send(res, route, ctx, await call(route, ctx, input));
  } catch (error) {
    throw isInputError(error) ? await validationRefusal(admitted, input) : error;
  }
}

/**
 * The refusal of an invalid request. An unknown id in the path comes before any fault of query and body. Contract:
 * Order of answers.
 * @param options `found` are faults found before the schema check; `isReadable` is false when the body could not be parsed, so its
 * fields cannot be checked
 */
async function validationRefusal(
  { ctx, route, params }: Admitted,
  input: Record<string, unknown>,
  { found = [], isReadable = true }: { found?: RejectionReason[]; isReadable?: boolean } = {},
) {
  const inSchema = schemaReasons(route, input);
  // A malformed id counts as an unknown id.
  const malformed = inSchema.flatMap(({ field }) => (route.pathParams.includes(field) ? [[field, '']] : []));
  const missing = await missingInPath(ctx, route, { ...params, ...Object.fromEntries(malformed) });
  if (missing) return missing;
  const reasons = isReadable ? [...found, ...inSchema] : found;
  const first = new Map(reasons.toReversed().map((reason) => [reason.field, reason]));
  return invalidRequest([...first.values()].toReversed(), route.facts.errors);
}

function schemaReasons(route: Route, input: Record<string, unknown>): RejectionReason[] {
  const checked = route.input.safeParse(input);
  if (checked.success) return [];
  return reasonsOf(checked.error.issues, input, (path) => namesAt(route.input, path));
}

function isInputError(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.cause instanceof z.core.$ZodError &&
    'code' in error &&
    error.code === 'BAD_REQUEST'
  );
}

async function call(route: Route, ctx: ApiContext, input: Record<string, unknown>): Promise<unknown> {
  return route.procedure({
    ctx,
    path: route.name,
    type: route.isWrite ? 'mutation' : 'query',
    getRawInput: async () => input,
    input: undefined,
    signal: undefined,
    batchIndex: 0,
  });
}

/** Sends a success. Returns what the log stores of it; undefined for a file. */
async function send(
  res: ServerResponse,
  route: Route,
  ctx: ApiContext,
  data: unknown,
): Promise<Exchange['answer']> {
  const kept = ctx.idempotency?.answer;
  if (ctx.tag?.value) res.setHeader('ETag', ctx.tag.value);
  if (kept) {
    const headers = kept.replayed ? { 'Idempotent-Replayed': 'true' } : undefined;
    sendJson(res, kept.status, kept.body, kept.correlationId, headers);
    return kept.body;
  }
  if (route.facts.file) {
    sendFile(res, data as FileAnswer, route.facts.file, ctx.correlationId);
    return undefined;
  }
  const answer = answerOf(route, ctx, data);
  const body = await jsonInTurns(answer);
  sendJson(res, route.facts.status, body, ctx.correlationId);
  return typeof body === 'string' ? body : { answer, bytes: bytesOf(body) };
}

function answerOf(route: Route, { correlationId, dryRun }: ApiContext, data: unknown) {
  if (dryRun) return successOf(data, correlationId, { dryRun });
  if (!route.isList) return successOf(data, correlationId);
  const page = data as Page<unknown>;
  return successOf(page.data, correlationId, page.meta);
}

function fail(res: ServerResponse, error: unknown, correlationId: string, dryRun?: DryRun): Refusal {
  const refusal = refusalOf(error, undefined);
  if (refusal.key === 'INTERNAL_ERROR') log.error({ correlationId, err: error }, 'request failed');
  // A refusal without events equals that of the real request.
  sendRefusal(res, refusal, correlationId, dryRun && dryRun.eventCount > 0 ? { dryRun } : undefined);
  return refusal;
}
