/**
 * The figures of a run. `cpu` is the CPU time of one request in the server's process, `databaseCpu` in PostgreSQL's, both
 * in µs: a busy machine disturbs them least.
 */
export type Figure = 'perSecond' | 'p50' | 'p95' | 'p99' | 'ms' | 'cpu' | 'databaseCpu' | 'bytes';
export type Figures = Partial<Record<Figure, number>>;

export type Kind = 'ours' | 'baseline' | 'reference' | 'peer';

/** An implementation that is measured. */
export type Contender<Round = Figures> = { name: string; kind: Kind; run(): Promise<Round> };

/** The rounds of one contender. */
export type Measured<Round = Figures> = { name: string; kind: Kind; rounds: Round[] };

/**
 * Runs the contenders in turns, so that a drift of the machine affects all of them. The first of one round is the last of
 * the next.
 */
export async function alternate<Round>(
  contenders: Contender<Round>[],
  rounds: number,
): Promise<Measured<Round>[]> {
  const pairs = contenders.map((contender) => {
    const measured: Measured<Round> = { name: contender.name, kind: contender.kind, rounds: [] };
    return { contender, measured };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { contender, measured } of round % 2 === 0 ? pairs : pairs.toReversed()) {
      measured.rounds.push(await contender.run());
    }
  }
  return pairs.map(({ measured }) => measured);
}

/** One of several figures that were measured in the same rounds. */
export function part<Round>(measured: Measured<Round>[], of: (round: Round) => Figures): Measured[] {
  return measured.map(({ name, kind, rounds }) => ({ name, kind, rounds: rounds.map(of) }));
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value below which a share of the values lies. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

/** A figure in each round; rounds that lack it are left out. */
export function values({ rounds }: Measured, figure: Figure): number[] {
  return rounds.flatMap((round) => round[figure] ?? []);
}

/** Our figure divided by the other's, round by round, so that only measurements close in time are compared. */
export function ratios(ours: Measured, other: Measured, figure: Figure): number[] {
  return ours.rounds.flatMap((round, i) => {
    const [mine, compared] = [round[figure], other.rounds[i]?.[figure]];
    return mine === undefined || compared === undefined ? [] : mine / compared;
  });
}
