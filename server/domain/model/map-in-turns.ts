import { ownTurn } from '../../turn.ts';

/**
 * As `map`, with a turn of the event loop before each element, so that other requests wait for one element at most. The work on a
 * row of an import takes up to some milliseconds.
 */
export async function mapInTurns<T, R>(
  elements: readonly T[],
  map: (element: T, index: number) => R,
): Promise<R[]> {
  const mapped: R[] = [];
  for (const [i, element] of elements.entries()) {
    await ownTurn();
    mapped.push(map(element, i));
  }
  return mapped;
}
