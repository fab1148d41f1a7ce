import { monotonicMs } from '../clock.ts';
import { ownTurn } from '../turn.ts';

/** The longest part in one turn, in ms: what an element takes may be the choice of a caller, such as the text of a message. */
const PART_MS = 10;

/** As `mapInTurns`, of elements that a caller has given much text: it takes no turn but where they take long. */
export function mapAll<T, R>(elements: readonly T[], map: (element: T, index: number) => R): Promise<R[]> {
  return mapInTurns(elements, map, elements.length);
}

/**
 * As `map`, with a turn of the event loop before each group of elements, and within a group that takes long, so that other requests wait
 * for a part at most. The work on a row of an import takes up to some milliseconds; that on a row of a list some microseconds. A single
 * short group takes no turn.
 */
export async function mapInTurns<T, R>(
  elements: readonly T[],
  map: (element: T, index: number) => R,
  group = 1,
): Promise<R[]> {
  const mapped: R[] = [];
  let began = monotonicMs();
  for (const [i, element] of elements.entries()) {
    const isNewGroup = i % group === 0 && elements.length > group;
    if (isNewGroup || monotonicMs() - began > PART_MS) {
      await ownTurn();
      began = monotonicMs();
    }
    mapped.push(map(element, i));
  }
  return mapped;
}
