import { request } from 'undici';
import { SECOND_MS } from './clock.ts';
import { isObject, jsonIn } from './json-values.ts';

/** The usual limit of one call with its answer, in ms. A payer may wait for it. */
const CALL_MS = 10 * SECOND_MS;

/** The longest answer that is read, in bytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Failures of a connection that was never made, so that the gateway has received nothing. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

type Call = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: object;
  form?: Record<string, string>;
  limitMs?: number;
};

type JsonAnswer =
  /** The object of the answer; null for an answer that is no JSON object. */
  | { status: number; answer: Record<string, unknown> | null }
  /** No answer came. */
  | { status: null; error: string; mayHaveWorked: boolean; cause: unknown };

/** Calls a gateway that answers in JSON. Never throws. */
export async function requestJson({
  method,
  url,
  headers,
  body,
  form,
  limitMs = CALL_MS,
}: Call): Promise<JsonAnswer> {
  try {
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const sent = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body);
    const response = await request(url, {
      method,
      headers: { ...headers, accept: 'application/json', ...(sent && { 'content-type': type }) },
      ...(sent && { body: sent }),
      // Each call has a connection of its own. One that is kept may be closed by the gateway while a call is sent on it; that call has no
      // answer, and a prompt or a refund that may have worked is not sent again for minutes.
      reset: true,
      signal: AbortSignal.timeout(limitMs),
    });
    const answer = jsonIn(await textOf(response.body));
    return { status: response.statusCode, answer: isObject(answer) ? answer : null };
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    return {
      status: null,
      error: `the gateway gave no answer: ${code ?? message}`,
      mayHaveWorked: !NOT_CONNECTED.includes(code ?? ''),
      cause,
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
