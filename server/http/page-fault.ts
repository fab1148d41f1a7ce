import type { IncomingMessage } from 'node:http';
import { type Refusal, refuse } from '../contract/errors.ts';
import { partsOf } from './long-header.ts';
import { hasValidEscapes } from './path-of.ts';

/** An answer without a body, whose connection ends. */
type Bare = Pick<Refusal, 'status' | 'headers'>;

/** The most parameters of the address of a page. The pages' framework reads them in quadratic time. Contract: Transport. */
const MAX_PARAMETERS = 100;

/**
 * The answer to a request for a page that is no plain read. The pages' framework keeps the body of any request, up to 10 MB in
 * parts of any size, although no page takes one. A form that a browser sends before its scripts run opens its page again.
 */
export function pageFault({ method, headers, url = '' }: IncomingMessage): Bare | null {
  if (method === 'POST' && isForm(headers['content-type']) && isPath(url))
    return { status: 303, headers: { location: url } };
  if (method !== 'GET' && method !== 'HEAD') return refuse('NOT_ALLOWED', { allow: 'GET, HEAD' });
  if (!hasValidEscapes(url)) return refuse('NOT_FOUND');
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody || hasManyParameters(url) ? refuse('VALIDATION_FAILED') : null;
}

/** Conditions of writes, and parts of a file. Pages have neither. */
const UNUSED = ['if-match', 'if-unmodified-since', 'range', 'if-range'];

/** Removes headers for which the pages' framework answers 500 where a file does not meet them. HTTP allows to ignore them. */
export function dropUnusedHeaders({ headers }: IncomingMessage): void {
  for (const name of UNUSED) delete headers[name];
}

const hasManyParameters = (url: string) => partsOf(url, '&') > MAX_PARAMETERS;

const isForm = (type = '') => /^application\/x-www-form-urlencoded\b/i.test(type);

/** Two slashes at the start would name another host. */
const isPath = (url: string) => /^\/(?![/\\])/.test(url);
