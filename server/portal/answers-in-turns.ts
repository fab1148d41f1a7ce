import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Json, jsonInTurns } from '../http/json-in-turns.ts';
import { endWith } from '../http/respond.ts';

const MARK = /"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/;

/**
 * tRPC writes the answers of all calls of a request as one text, in one go, which takes long for a batch of long lists. So it gets a mark
 * for each answer, and the answer, which was written in turns, takes the place of its mark.
 * @returns a function that gives the mark of an answer
 */
export function answersInTurns(res: ServerResponse): (data: unknown) => Promise<unknown> {
  const held = new Map<string, Json>();
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
    const mark = randomUUID();
    held.set(mark, await jsonInTurns(data));
    return mark;
  };
}

/** The answer of a mark. A text of an error that looks like one stays. */
function bytesAt(held: Map<string, Json>, mark: string): Buffer[] {
  const json = held.get(mark) ?? `"${mark}"`;
  return typeof json === 'string' ? [Buffer.from(json)] : json;
}
