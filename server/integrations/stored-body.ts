import { type FormFields, parseForm } from './form.ts';

/** Whether a body is JSON; any other is a form. Both start with their first field. */
export function isJson(raw: Uint8Array): boolean {
  for (const byte of raw) {
    // White space, and the byte order mark of UTF-8.
    if (byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf) continue;
    return byte === 0x7b || byte === 0x5b;
  }
  return true;
}

/**
 * The parsed body of an event that was stored. Never throws: a body that cannot be read is null.
 */
export function parseStoredBody(raw: Uint8Array): unknown {
  // TextDecoder drops a byte order mark, as the receiver does.
  const text = new TextDecoder().decode(raw);
  if (!isJson(raw)) return parseForm(text) satisfies FormFields | null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
