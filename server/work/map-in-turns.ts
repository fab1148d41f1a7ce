import { isTurnUsed, nextTurn } from '../turn.ts';

/**
 * As `map`, with a turn of the event loop for other requests where the elements take long: what one takes may be the choice of a caller,
 * such as the text of a message. A few short ones take no turn.
 */
export async function mapInTurns<T, R>(
  elements: readonly T[],
  map: (element: T, index: number) => R,
): Promise<R[]> {
  const mapped: R[] = [];
  for (const [i, element] of elements.entries()) {
    if (isTurnUsed()) await nextTurn();
    mapped.push(map(element, i));
  }
  return mapped;
}
