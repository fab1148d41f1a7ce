import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { refuse } from '../contract/errors.ts';
import { type Json, jsonInTurns } from '../http/json-in-turns.ts';
import { bytesOf, endWith } from '../http/respond.ts';

/** The most of all answers of a request, in bytes, after which no further long one is taken. All of them are in memory together. */
const MAX_BYTES = 16 * 1024 * 1024;

/** `Retry-After` in seconds for a read beyond that. */
const RETRY_AFTER = 1;

const MARK = /"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/;

/**
 * tRPC writes the answers of all calls of a request as one text, in one go, which takes long for a batch of long lists. So it gets a mark
 * for each answer, and the answer, which was written in turns, takes the place of its mark.
 * @returns a function that gives the mark of an answer. It throws RATE_LIMITED for a long one of a read when the answers before it have
 *   all that a request may have.
 */
export function answersInTurns(res: ServerResponse): (data: unknown) => Promise<unknown> {
  const held = new Map<string, Json>();
  const isRead = res.req.method === 'GET';
  let bytes = 0;
  const written: Buffer[] = [];
  const { write, end } = res;
  const collect = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) written.push(Buffer.from(chunk as string));
  };
  res.write = (chunk: unknown) => {
    collect(chunk);
    return true;
  };
  res.end = (chunk?: unknown) => {
    collect(chunk);
    Object.assign(res, { write, end });
    // Each second part is a mark.
    const parts = Buffer.concat(written).toString().split(MARK);
    endWith(
      res,
      parts.flatMap((text, i) => (i % 2 === 0 ? Buffer.from(text) : bytesAt(held, text))),
    );
    return res;
  };
  return async (data) => {
    if (data === undefined) return undefined;
    const json = await jsonInTurns(data);
    if (isRead && typeof json !== 'string') {
      if (bytes > MAX_BYTES) throw refuse('RATE_LIMITED', { retryAfter: RETRY_AFTER });
      bytes += bytesOf(json);
    }
    const mark = randomUUID();
    held.set(mark, json);
    return mark;
  };
}

/** The answer of a mark. A text of an error that looks like one stays. */
function bytesAt(held: Map<string, Json>, mark: string): Buffer[] {
  const json = held.get(mark) ?? `"${mark}"`;
  return typeof json === 'string' ? [Buffer.from(json)] : json;
}
