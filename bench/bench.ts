import type { Demarc, Loader } from './processes.ts';

/** What every work of the benchmark gets. */
export type Bench = {
  ours: Demarc;
  /** Demarc at the commit of `--against`. */
  reference: Demarc | null;
  /** Whether peers take part. */
  peers: boolean;
  loader: Loader;
  /** A folder for everything that a work leaves behind. */
  dataDir: string;
  quick: boolean;
  whole: boolean;
  say(text: string): void;
  /** What has to be stopped at the end, whatever happens. */
  started: { stop(): Promise<unknown> }[];
};

/** Ours first, then the reference commit if there is one. */
export const demarcs = ({ ours, reference }: Bench): Demarc[] => (reference ? [ours, reference] : [ours]);

/** Has something stopped at the end. */
export async function keep<T extends { stop(): Promise<unknown> }>(
  bench: Bench,
  what: Promise<T>,
): Promise<T> {
  const up = await what;
  bench.started.push(up);
  return up;
}

export const figure = (n: number) => n.toLocaleString('en');
