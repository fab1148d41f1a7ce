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
  return isObject(value) ? value : {};
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
    const answer = jsonIn(await textOf(response.body));
    return { status: response.statusCode, answer: isObject(answer) ? answer : null };
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

/** The value of a JSON text; null where it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
