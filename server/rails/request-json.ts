import { request } from 'undici';
import { SECOND_MS } from '../clock.ts';
import { GatewayError } from './rail.ts';

/** The limit of one call with its answer, in ms. A payer may wait for it. */
const CALL_MS = 10 * SECOND_MS;

/** The longest answer that is read, in bytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Failures of a connection that was never made, so that the gateway has received nothing. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

type Call = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: object };

/** A JSON object; an empty one for any other value. */
export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** A text or a number as text; undefined for any other value. PostgreSQL stores no NUL. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return (typeof value === 'string' && value.replaceAll('\0', '')) || undefined;
}

/**
 * Calls a gateway that answers in JSON.
 * @returns the status and the object of the answer; null for an answer that is no JSON object
 * @throws GatewayError without an answer, to be retried
 */
export async function requestJson({ method, url, headers, body }: Call): Promise<{
  status: number;
  answer: Record<string, unknown> | null;
}> {
  try {
    const response = await request(url, {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MS),
    });
    return { status: response.statusCode, answer: parsed(await textOf(response.body)) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new GatewayError(`the gateway gave no answer: ${code ?? message}`, {
      isFinal: false,
      mayHaveWorked: !NOT_CONNECTED.includes(code ?? ''),
      cause: error,
    });
  }
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? objectOf(value) : null;
  } catch {
    return null;
  }
}
