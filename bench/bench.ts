import type { Demarc, Loader } from './processes.ts';

/** The surroundings of a benchmark. */
export type Bench = {
  ours: Demarc;
  /** Demarc at the commit of `--against`. */
  reference: Demarc | null;
  /** Whether peers take part. */
  peers: boolean;
  loader: Loader;
  /** The folder of all files that a benchmark writes. */
  dataDir: string;
  quick: boolean;
  whole: boolean;
  print(text: string): void;
  /** Processes to stop at the end, also after a failure. */
  started: { stop(): Promise<unknown> }[];
};

/** Ours first, then the reference commit if there is one. */
export const demarcs = ({ ours, reference }: Bench): Demarc[] => (reference ? [ours, reference] : [ours]);

/** Waits for a process and registers it to be stopped at the end. */
export async function stopAtEnd<T extends { stop(): Promise<unknown> }>(
  bench: Bench,
  starting: Promise<T>,
): Promise<T> {
  const process = await starting;
  bench.started.push(process);
  return process;
}

export const figure = (n: number) => n.toLocaleString('en');
