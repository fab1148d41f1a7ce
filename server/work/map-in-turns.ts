import { ownTurn } from '../turn.ts';

/**
 * As `map`, with a turn of the event loop before each group of elements, so that other requests wait for one group at most. The work on a
 * row of an import takes up to some milliseconds; that on a row of a list some microseconds. A single group takes no turn.
 */
export async function mapInTurns<T, R>(
  elements: readonly T[],
  map: (element: T, index: number) => R,
  group = 1,
): Promise<R[]> {
  if (elements.length <= group) return elements.map(map);
  const mapped: R[] = [];
  for (const [i, element] of elements.entries()) {
    if (i % group === 0) await ownTurn();
    mapped.push(map(element, i));
  }
  return mapped;
}
