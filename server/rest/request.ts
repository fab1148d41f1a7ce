import { createHash } from 'node:crypto';
import type { Code } from '../contract/codes.ts';
import { codes } from '../contract/codes.ts';
import { MAX_REASONS, type RejectionReason } from '../contract/errors.ts';
import { jsonFaults, jsonTextFault } from '../contract/json-faults.ts';
import { isCleanText } from '../contract/primitives.ts';
import { unknownName } from '../contract/unknown-name.ts';
import type { QueryKind, Route } from './routes.ts';

type Values = Record<string, unknown>;

/** The input of the procedure, and the faults found before the schema check. */
type RequestInput = { input: Values; reasons: RejectionReason[] };

function reason(field: string, code: Code, message?: string): RejectionReason {
  return { field: field || '_', code, message: message ?? codes[code] };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The body as an object; an empty body counts as no body. Contract: Transport.
 * @param isClosed whether the endpoint knows all keys of its body
 */
export function parseBody(
  raw: Buffer,
  contentType: string | undefined,
  { isClosed }: { isClosed: boolean },
): { body?: Values; reasons: RejectionReason[] } {
  if (raw.length === 0) return { reasons: [] };
  const [mediaType = ''] = (contentType ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    return { reasons: [reason('_', 'INVALID_FORMAT', 'Send the body as application/json.')] };
  }
  const fault = jsonTextFault(raw);
  if (fault) return { reasons: [fault] };
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(raw));
  } catch {
    return { reasons: [reason('_', 'INVALID_FORMAT', 'The body is not JSON.')] };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { reasons: [reason('_', 'INVALID_FORMAT', 'The body must be a JSON object.')] };
  }
  const { reasons, isReadable } = jsonFaults(body, { isClosed });
  return isReadable ? { body: body as Values, reasons } : { reasons };
}

/**
 * The query string, typed as the route's schemas expect. A value of the wrong type stays text, and the schema refuses
 * it.
 */
export function parseQuery(
  route: Pick<Route, 'query'>,
  search: string,
): { query: Values; reasons: RejectionReason[] } {
  const query: Values = Object.create(null);
  const reasons: RejectionReason[] = [];
  const seen = new Set<string>();
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    if (reasons.length >= MAX_REASONS) break;
    const at = pair.indexOf('=');
    const key = decode(at < 0 ? pair : pair.slice(0, at));
    const value = decode(at < 0 ? '' : pair.slice(at + 1));
    if (key === null) reasons.push(reason('_', 'INVALID_FORMAT'));
    else if (seen.has(key)) reasons.push(reason(key, 'INVALID_FORMAT', 'Send this parameter once.'));
    else {
      seen.add(key);
      const [, map, inner] = /^(\w{1,64})\[([^\]]*)\]$/.exec(key.slice(0, 128)) ?? [];
      if (map !== undefined && inner !== undefined && route.query.get(map) === 'map') {
        if (value === null) reasons.push(reason(`${map}.${inner}`, 'INVALID_FORMAT'));
        else {
          query[map] ??= Object.create(null);
          (query[map] as Values)[inner] = value;
        }
        continue;
      }
      const kind = route.query.get(key);
      if (kind === undefined)
        reasons.push(reason(key, 'NOT_ALLOWED', unknownName('parameter', key, route.query.keys())));
      // A map has its keys in brackets.
      else if (value === null || kind === 'map') reasons.push(reason(key, 'INVALID_FORMAT'));
      else query[key] = typed(value, kind);
    }
  }
  return { query, reasons };
}

/** A decoded part of a query; null for a broken escape, NUL or a lone surrogate. */
function decode(text: string): string | null {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    return isCleanText(value) ? value : null;
  } catch {
    return null;
  }
}

function typed(value: string, kind: QueryKind): unknown {
  if (kind === 'number' && /^-?\d{1,16}(\.\d{1,10})?$/.test(value)) return Number(value);
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** Path, query and body as one input. A key that the route does not take is a reason: nothing is dropped silently. */
export function assemble(
  route: Route,
  params: Values,
  query: Values,
  body: Values | undefined,
): RequestInput {
  const input: Values = Object.create(null);
  const reasons: RejectionReason[] = [];
  for (const key of Object.keys(body ?? {})) {
    if (route.body.has(key)) input[key] = (body as Values)[key];
    else if (!isCleanText(key)) reasons.push(reason('_', 'NOT_ALLOWED'));
    else if (reasons.length < MAX_REASONS)
      reasons.push(reason(key, 'NOT_ALLOWED', unknownName('field', key, route.body)));
  }
  Object.assign(input, query, params);
  return { input, reasons };
}

/** The identity of a request for idempotency: SHA-256 over method, path, query and body as canonical JSON. */
export function fingerprint(method: string, path: string, query: Values, body: Values | undefined): string {
  const hash = createHash('sha256');
  hash.update(`${method} ${path} ${canonical(query)} ${body ? canonical(body) : ''}`);
  return hash.digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical((value as Values)[key])}`).join(',')}}`;
}
