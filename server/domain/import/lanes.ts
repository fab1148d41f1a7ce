import { findingKeys, type Keys } from './identity.ts';

/**
 * Rows in lanes: those that share a key, also through others, are in one lane in the order given. Rows of different lanes do not
 * concern each other, so lanes can run at the same time.
 */
export function separateLanes<T extends { keys: Keys }>(rows: readonly T[]): T[][] {
  const parent = rows.map((_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root] ?? root;
    parent[i] = root;
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const [i, { keys }] of rows.entries()) {
    for (const each of findingKeys(keys)) {
      const first = firstWith.get(each);
      if (first === undefined) firstWith.set(each, i);
      else parent[rootOf(i)] = rootOf(first);
    }
  }
  const lanes = new Map<number, T[]>();
  for (const [i, row] of rows.entries()) {
    const root = rootOf(i);
    const lane = lanes.get(root);
    if (lane) lane.push(row);
    else lanes.set(root, [row]);
  }
  return [...lanes.values()];
}

/**
 * Runs lanes, a row of a lane after the other. A row that throws ends its lane; the other lanes go on.
 * @param most lanes at the same time
 * @throws the first error of a row, after all lanes have ended
 */
export async function runLanes<T>(
  lanes: readonly T[][],
  most: number,
  run: (row: T) => Promise<void>,
): Promise<void> {
  const waiting = lanes.values();
  const errors: unknown[] = [];
  const work = async () => {
    for (const lane of waiting) {
      try {
        for (const row of lane) await run(row);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: most }, work));
  if (errors.length > 0) throw errors[0];
}
