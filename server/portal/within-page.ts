/** The most text of an answer, in characters, that a page takes as it is. A page is rendered in one go. */
const MAX_LENGTH = 512 * 1024;

/** What is left of each value of metadata in a longer answer, in characters. */
const MAX_VALUE = 32;

/**
 * An answer as a page gets it. Of a long one the values of metadata are cut: pages show metadata of one resource at a time, which is
 * never that long, and a list of a hundred has megabytes of it.
 */
export function withinPage(data: unknown): unknown {
  return lengthOf(data, MAX_LENGTH) > MAX_LENGTH ? cut(data) : data;
}

/** The characters of all texts of a value. It stops counting beyond `most`. */
function lengthOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  for (const name in value) {
    if (length > most) break;
    length += lengthOf((value as Record<string, unknown>)[name], most - length);
  }
  return length;
}

function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cut);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === 'metadata' ? cutTexts(field) : cut(field)]),
  );
}

function cutTexts(metadata: unknown): unknown {
  if (typeof metadata !== 'object' || metadata === null) return metadata;
  return Object.fromEntries(
    Object.entries(metadata).map(([key, text]) => [
      key,
      typeof text === 'string' && text.length > MAX_VALUE
        ? `${text.slice(0, MAX_VALUE).toWellFormed()}…`
        : text,
    ]),
  );
}
