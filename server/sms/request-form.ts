import { request } from 'undici';
import { SECOND_MS } from '../clock.ts';

/** The limit of one call with its answer, in ms. */
const CALL_MS = 15 * SECOND_MS;

/** The longest answer that is read, in bytes. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Failures of a connection that was never made, so that the gateway has received nothing. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

type Call = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  form?: Record<string, string>;
};

export type FormAnswer =
  | { status: number; body: Record<string, unknown> }
  /** No answer came. */
  | { status: null; error: string; mayHaveWorked: boolean };

/** Sends a form to a gateway that answers in JSON. An answer that is no JSON object has an empty body. Never throws. */
export async function requestForm({ method, url, headers, form }: Call): Promise<FormAnswer> {
  try {
    const response = await request(url, {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
      signal: AbortSignal.timeout(CALL_MS),
    });
    return { status: response.statusCode, body: objectIn(await textOf(response.body)) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      status: null,
      error: `the gateway gave no answer: ${code ?? message}`,
      mayHaveWorked: !NOT_CONNECTED.includes(code ?? ''),
    };
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

function objectIn(text: string): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The fields of a JSON object; none of any other value. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** A text or a number as text, without NUL, at most 300 characters; empty for any other value. */
export function textIn(value: unknown): string {
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText ? String(value).replaceAll('\0', '').slice(0, 300) : '';
}
