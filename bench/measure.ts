/** What a run may tell. `cpu` is what one request cost the server's process, in µs: a busy machine disturbs it least. */
export type Figure = 'perSecond' | 'p50' | 'p95' | 'p99' | 'ms' | 'cpu' | 'bytes';
export type Figures = Partial<Record<Figure, number>>;

export type Kind = 'ours' | 'baseline' | 'reference' | 'peer';

/** One way to do a work. */
export type Contender<Round = Figures> = { name: string; kind: Kind; run(): Promise<Round> };

/** The rounds of one contender. */
export type Measured<Round = Figures> = { name: string; kind: Kind; rounds: Round[] };

/**
 * Runs the contenders in turns, so that what drifts on the machine drifts for all of them alike. Who is first in one
 * round is last in the next.
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

/** One part of works that are measured together. */
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

/** Round by round, ours divided by theirs: neighbours in time are compared, not whole runs. */
export function ratios(ours: Measured, theirs: Measured, figure: Figure): number[] {
  return ours.rounds.flatMap((round, i) => {
    const [mine, other] = [round[figure], theirs.rounds[i]?.[figure]];
    return mine === undefined || other === undefined ? [] : mine / other;
  });
}
