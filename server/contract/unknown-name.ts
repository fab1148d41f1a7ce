/** Imports no library, so that pages can import it at no cost. */

/** Longer names have no near one. The limit keeps the comparison of a hostile name cheap. */
const MAX_COMPARED = 64;

/**
 * The message for a name that an endpoint does not know, with the nearest one that it knows. Contract: Validation.
 * @param kind what it is the name of
 */
export function unknownName(kind: 'field' | 'parameter', name: string, known: Iterable<string>): string {
  const nearest = nearestOf(name, known);
  return nearest === null ? `Unknown ${kind}.` : `Unknown ${kind}. The nearest known one is ${nearest}.`;
}

/** The known name with the fewest edits, whatever its case and separators; null where nothing is known. */
function nearestOf(name: string, known: Iterable<string>): string | null {
  const given = bare(name.slice(0, MAX_COMPARED));
  let nearest: string | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const each of known) {
    const edits = distance(given, bare(each));
    if (edits < fewest) [nearest, fewest] = [each, edits];
  }
  return nearest;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The number of characters to insert, delete or replace (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1);
    }
    row = next;
  }
  return row[b.length] as number;
}
